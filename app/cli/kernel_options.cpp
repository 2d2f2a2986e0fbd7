#include "app/cli/kernel_options.h"

#include "app/common/user_folders.h"
#include "core/spectral/dense_eigen.h"
#include "core/spectral/lambda_max.h"

namespace sispde::cli {
namespace {

template <class Value>
CLI::Validator choice(const std::map<std::string, Value>& values) {
  std::string names;
  for (const auto& [name, value] : values) names += (names.empty() ? "" : ",") + name;
  return CLI::CheckedTransformer(values).description("{" + names + "}");
}

}  // namespace

void KernelOptions::addKernel(CLI::App& command) {
  command.add_option("--kernel", spec.kind, "Spectral density (default: matern)")
      ->transform(choice<KernelKind>({{"matern", KernelKind::Matern},
                                      {"heat", KernelKind::Heat},
                                      {"laplacian", KernelKind::Laplacian},
                                      {"white", KernelKind::White}}));
  command.add_option("--nu", spec.nu, "Smoothness of matern")->capture_default_str();
  command.add_option("--kappa", spec.kappa, "Length scale of matern and heat")->capture_default_str();
  command.add_option("--sigma", spec.sigma, "Standard deviation")->capture_default_str();
  command.add_option("--laplacian", spec.laplacian, "Symmetric or combinatorial Laplacian (default: sym)")
      ->transform(
          choice<LaplacianKind>({{"sym", LaplacianKind::Symmetric}, {"comb", LaplacianKind::Combinatorial}}));
  command
      .add_option("--normalise,--normalize", spec.normalisation,
                  "Mean variance sigma squared, or as the formula has it (default: trace)")
      ->transform(choice<Normalisation>({{"trace", Normalisation::Trace}, {"none", Normalisation::None}}));
}

void KernelOptions::addNumerics(CLI::App& command, const char* tolerated) {
  command.add_option("--tol", tolerance, tolerated)->capture_default_str();
  command.add_option("--memory", memory, "Memory cap in MB")
      ->check(CLI::Range(1.0, 1e9))
      ->capture_default_str();
}

void KernelOptions::add(CLI::App& command, bool withPower) {
  addKernel(command);
  if (withPower)
    command.add_option("--power", power, "1 for the covariance, 0.5 for its square root")
        ->capture_default_str();
  std::map<std::string, Method> methods;
  for (const Method each :
       {Method::Auto, Method::Eigen, Method::Chebyshev, Method::Lanczos, Method::Cholesky})
    methods[methodName(each)] = each;
  if (withPower) methods[methodName(Method::Basis)] = Method::Basis;
  command.add_option("--method", method, "How to compute (default: auto)")->transform(choice(methods));
  addNumerics(command, "Error in the 2-norm, relative to each result");
  command.add_flag("--cache", cache, "Keep eigenpairs on disk for the next time, in ~/.cache/sispde/spectra");
}

Result<void> KernelOptions::check() const {
  SISPDE_CHECK(checkKernel(spec));
  if (power != 1 && power != 0.5) return usageError("The power is {:g}; it must be 1 or 0.5", power);
  if (!(tolerance >= smallestTolerance && tolerance < 1))
    return usageError(
        "A tolerance of {:g} cannot be kept: results are float32, which reach {:g}; take a value from there "
        "up "
        "to 1",
        tolerance, smallestTolerance);
  return {};
}

Result<void> KernelOptions::checkFile(std::size_t count, NodeId nodes) const {
  return checkMemory(fmt::format("A file of {} × {} numbers", count, nodes),
                     8 * static_cast<double>(count) * static_cast<double>(nodes), maxBytes());
}

Result<std::shared_ptr<const Spectrum>> spectrumFor(const Laplacian& laplacian, const KernelOptions& options,
                                                    bool rows, Console& console) {
  const bool small = laplacian.nodeCount() <= exactNodes;
  const std::string folder = options.cache ? eigenpairsFolder() : std::string();
  bool wanted = options.method == Method::Eigen;
  if (small) {
    const bool laplacianRoot =
        options.method == Method::Auto && options.spec.kind == KernelKind::Laplacian && options.power != 1;
    const bool decaying = options.spec.kind == KernelKind::Matern || options.spec.kind == KernelKind::Heat;
    const KernelFunction shape(options.spec, 1, laplacian.lambdaMax());
    // A normalisation by unit vectors that takes longer than the eigenpairs themselves.
    const bool slowTrace = decaying && options.spec.normalisation == Normalisation::Trace &&
                           laplacian.lambdaMax() > 0 &&
                           exactTraceWork(laplacian, shape, options.tolerance / 10) > 3e10;
    wanted = wanted || (rows && laplacianRoot) || slowTrace;
  }
  if (!wanted) return nullptr;
  SISPDE_CHECK(checkMemory("The computation of all eigenpairs",
                           2 * static_cast<double>(spectrumBytes(laplacian.graph())), options.maxBytes()));
  console.working("computing eigenpairs");
  SISPDE_TRY(Spectrum spectrum, computeSpectrum(laplacian, folder, console.progress()));
  return std::make_shared<const Spectrum>(std::move(spectrum));
}

Json reportJson(const ApplyReport& report, const Laplacian& laplacian) {
  Json json = {{"method", methodName(report.method)},
               {"degree", report.degree},
               {"bound", report.bound},
               {"lambda_max", laplacian.lambdaMax()},
               {"precision", report.single ? "float32" : "float64"},
               {"seconds", report.seconds},
               {"why", report.why}};
  constexpr NodeId quick = 100'000;  // beyond, twenty products and their vectors are too much for a remark
  if (laplacian.nodeCount() <= quick) json["lambda_max_estimate"] = estimateLambdaMax(laplacian).upper;
  return json;
}

std::vector<std::vector<std::string>> reportRows(const ApplyReport& report, const Laplacian& laplacian) {
  return {{"method", fmt::format("{} ({})", methodName(report.method), report.why)},
          {"degree, steps or poles", grouped(report.degree)},
          {"relative error at most", fmt::format("{:.2e}", report.bound)},
          {"λ_max at most", fixed(laplacian.lambdaMax())},
          {"seconds", fmt::format("{:.4f}", report.seconds)}};
}

void reportScaling(const Scaling& scaling, const KernelSpec& spec, std::string_view things, Json& json,
                   std::vector<std::string>& notes) {
  const TraceResult& trace = scaling.trace;
  json["scale"] = scaling.scale;
  if (spec.normalisation == Normalisation::Trace)
    json["trace"] = {{"relative_standard_error", trace.probes > 0 ? trace.standardError / trace.value : 0.0},
                     {"probes", trace.probes},
                     {"seconds", trace.seconds}};
  if (trace.probes > 0)
    notes.push_back(
        fmt::format("The normalisation was estimated from {} random vectors; its standard error of {:.1e} is "
                    "part of the error.",
                    trace.probes, trace.standardError / trace.value));
  if (scaling.scale != 0)
    notes.push_back(fmt::format("The true {} are exp({:.6g}) times the stored ones.", things, scaling.scale));
}

std::string describe(const KernelSpec& spec) {
  std::string text = kernelName(spec.kind);
  if (spec.kind == KernelKind::Matern) text += fmt::format(", ν {:g}", spec.nu);
  if (spec.kind == KernelKind::Matern || spec.kind == KernelKind::Heat)
    text += fmt::format(", κ {:g}", spec.kappa);
  return text + fmt::format(", {}", laplacianName(spec.laplacian));
}

}  // namespace sispde::cli
