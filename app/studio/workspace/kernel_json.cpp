#include "app/studio/workspace/kernel_json.h"

namespace sispde::studio {
namespace {

constexpr std::array kernelKinds{KernelKind::Matern, KernelKind::Heat, KernelKind::Laplacian,
                                 KernelKind::White};
constexpr std::array laplacianKinds{LaplacianKind::Combinatorial, LaplacianKind::Symmetric};
constexpr std::array normalisations{Normalisation::Trace, Normalisation::None};

const char* normalisationName(Normalisation normalisation) {
  return normalisation == Normalisation::Trace ? "trace" : "none";
}

// By the rule of checkKernel for a kind that uses the parameter: the user may go back to one.
Result<void> readParameter(const JsonFields& fields, const char* key, double KernelSpec::*parameter,
                           KernelSpec& spec) {
  SISPDE_CHECK(fields.read(key, spec.*parameter, anyNumber));
  KernelSpec alone;
  alone.*parameter = spec.*parameter;
  const Result<void> checked = checkKernel(alone);
  if (!checked) return inputError(fields.place(key), "{}", checked.error().message);
  return {};
}

}  // namespace

Json kernelJson(const KernelSpec& spec) {
  return {{"kind", kernelName(spec.kind)},
          {"nu", spec.nu},
          {"kappa", spec.kappa},
          {"sigma", spec.sigma},
          {"laplacian", laplacianName(spec.laplacian)},
          {"normalise", normalisationName(spec.normalisation)}};
}

Result<void> readKernel(const JsonFields& fields, KernelSpec& spec) {
  SISPDE_CHECK(fields.read("kind", spec.kind, kernelKinds, kernelName));
  SISPDE_CHECK(readParameter(fields, "nu", &KernelSpec::nu, spec));
  SISPDE_CHECK(readParameter(fields, "kappa", &KernelSpec::kappa, spec));
  SISPDE_CHECK(readParameter(fields, "sigma", &KernelSpec::sigma, spec));
  SISPDE_CHECK(fields.read("laplacian", spec.laplacian, laplacianKinds, laplacianName));
  return fields.read("normalise", spec.normalisation, normalisations, normalisationName);
}

}  // namespace sispde::studio
