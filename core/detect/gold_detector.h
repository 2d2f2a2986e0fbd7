#pragma once
// GOLD (gold_options.h): a graph convolutional network and a detector of its energies (gold_score.h), trained against activations
// that a diffusion draws (latent_diffusion.h), epoch by epoch as gold_schedule.h has them. The warm-up is the network detector's own
// training; scoring is its own too, with GoldScore beside the scores of the logits.
//
// As in the GOLD code, the network is in training mode in the first joint step of a round alone: its batch normalisation then goes by
// the running statistics. The last epoch's weights are taken, unless `select` asks for the least validation NLL.

#include "core/detect/gold_schedule.h"
#include "core/detect/gold_score.h"
#include "core/detect/network_detector.h"
#include "core/model/adam.h"
#include "core/model/latent_diffusion.h"

namespace sispde {

struct GoldParts {
  std::unique_ptr<GcnNetwork> network;
  std::unique_ptr<GoldScore> score;  // of this network
  std::shared_ptr<const NetworkGraph> training, test;
  DetectionNodes nodes;
  DetectorOptions options;  // with GoldOptions resolved
  std::uint64_t seed = 0;
};

class GoldDetector final : public Detector {
 public:
  explicit GoldDetector(GoldParts parts);

  int epochCount() const override { return static_cast<int>(schedule_.size()); }
  bool takesLastEpoch() const override { return true; }  // the schedule is meant as a whole
  Result<void> prepare(const Progress& progress) override { return classifier_.prepare(progress); }
  Result<EpochReport> epoch(int number, const Progress& progress) override;
  Result<Evaluation> evaluate(const std::vector<NodeId>& watched, const Progress& progress) override {
    return classifier_.evaluate(watched, progress);
  }
  ModelState weights() const override { return classifier_.weights(); }
  // Moments of the warm-up and of the joint steps, the denoiser with its own, and the activations that were drawn.
  ModelState optimiser() const override;
  Result<void> setWeights(const ModelState& state) override { return classifier_.setWeights(state); }
  Result<void> setOptimiser(const ModelState& state) override;
  PhaseTimes takeTimes() override;

 private:
  Result<EpochReport> advanced(const GoldEpoch& epoch, int number, const Progress& progress);
  Result<void> denoise(const GoldEpoch& epoch, int number, const Progress& progress);
  Result<void> draw(const GoldEpoch& epoch, int number, const Progress& progress);
  Result<void> jointStep(const GoldEpoch& epoch, int number, const Progress& progress);
  at::Tensor jointLoss(int trainingEpoch, const Progress& progress);
  // The gradient of the loss in the parameters, checked.
  Result<void> differentiate(const at::Tensor& loss, const std::vector<NamedTensor>& parameters, int number,
                             const Progress& progress);
  Result<EpochReport> fitNow(int number, const Progress& progress);
  Unexpected diverged(const std::string& what, int number) const;
  std::vector<NamedTensor> keptTensors() const;  // of the optimiser's state, beside moments

  GoldParts parts_;  // network and score are the classifier's
  GcnNetwork& network_;
  Mlp& detector_;
  NetworkDetector classifier_;
  std::vector<GoldEpoch> schedule_;
  LatentDiffusion diffusion_;
  PropagationOptions propagation_;
  SparsePair neighbourMean_;
  Adam jointAdam_, detectorAdam_, denoiserAdam_;
  at::Tensor latents_;  // nodes × hidden, on their way from noise or drawn
  at::Tensor trainNodes_, trainTargets_;
  std::vector<std::int32_t> trainLabels_, validationLabels_;
  PhaseTimes times_;
};

}  // namespace sispde
