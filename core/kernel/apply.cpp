#include "core/kernel/apply.h"

#include <chrono>
#include <cmath>

#include "core/kernel/apply_methods.h"

namespace sispde {
namespace {

constexpr int manySteps = 150;  // beyond this many, a polynomial is no longer the obvious choice

struct Choice {
  Method method;
  std::string why;
};

// One factor is cheap beside the products it saves.
constexpr FillLimit cheap{.entries = 4e7, .operations = 4e9};
bool cheapFactors(const CholeskyPattern& pattern) {
  return pattern.operations() < cheap.operations && static_cast<double>(pattern.entries()) < cheap.entries;
}

Result<ApplyReport> run(const ApplyContext& context, const Choice& choice) {
  Result<ApplyReport> report = [&]() -> Result<ApplyReport> {
    switch (choice.method) {
      case Method::Eigen: return applyEigen(context);
      case Method::Lanczos: return applyLanczos(context, 400);
      case Method::Cholesky: {
        const FillLimit room{.entries = static_cast<double>(context.request.maxBytes) / factorEntryBytes};
        auto pattern = CholeskyPattern::make(context.laplacian, context.progress, room);
        if (pattern) return applyCholesky(context, std::move(*pattern));
        if (pattern.error().kind == ErrorKind::Cancelled) return Unexpected(std::move(pattern.error()));
        return usageError("{}, more than the memory cap of {} MB holds", pattern.error().message,
                          context.request.maxBytes >> 20);
      }
      case Method::Basis: return applyBasis(context);
      default: return applyChebyshev(context);
    }
  }();
  if (report) report->why = choice.why;
  return report;
}

Result<ApplyReport> runAuto(const ApplyContext& context) {
  const ApplyRequest& request = context.request;
  if (request.spectrum) return run(context, {Method::Eigen, "all eigenpairs are at hand"});
  if (!context.shape.smooth()) {
    return usageError(
        "The square root of the laplacian kernel has no short polynomial: rows of it need all eigenpairs, "
        "which go up to {} nodes (fields are sampled through the incidence matrix)",
        exactNodes);
  }
  const int degree = chebyshevDegree(context);
  if (degree <= manySteps)
    return run(context, {Method::Chebyshev, fmt::format("degree {} is enough", degree)});
  if (request.columns <= 16) {
    Result<ApplyReport> lanczos = applyLanczos(context, manySteps);
    if (lanczos) {
      lanczos->why =
          fmt::format("Chebyshev would need degree {}, Lanczos took {} steps", degree, lanczos->degree);
      return lanczos;
    }
    if (lanczos.error().kind == ErrorKind::Cancelled) return lanczos;
  }
  // The order of a dense-like graph is not worth beginning.
  const bool sparse = context.laplacian.graph().edgeCount() < 20LL * context.laplacian.nodeCount();
  if (sparse && context.shape.spec().kind == KernelKind::Matern) {
    const auto pattern = CholeskyPattern::make(context.laplacian, context.progress, cheap);
    if (!pattern && pattern.error().kind == ErrorKind::Cancelled) return Unexpected(pattern.error());
    if (pattern && cheapFactors(**pattern)) {
      Result<ApplyReport> cholesky = applyCholesky(context, *pattern);
      if (cholesky) {
        cholesky->why =
            fmt::format("Chebyshev would need degree {}, and sparse factors are cheap here", degree);
        return cholesky;
      }
      if (cholesky.error().kind == ErrorKind::Cancelled) return cholesky;
    }
  }
  return run(context, {Method::Chebyshev,
                       fmt::format("degree {}: Lanczos and sparse factors would cost more", degree)});
}

}  // namespace

const char* methodName(Method method) {
  switch (method) {
    case Method::Auto: return "auto";
    case Method::Eigen: return "eigen";
    case Method::Chebyshev: return "chebyshev";
    case Method::Lanczos: return "lanczos";
    case Method::Cholesky: return "cholesky";
    case Method::Basis: return "basis";
    case Method::Incidence: break;
  }
  return "incidence";
}

Result<void> checkMemory(std::string_view what, double bytes, std::size_t cap) {
  if (bytes > static_cast<double>(cap))
    return usageError("{} would take {:.0f} MB, more than the memory cap of {} MB", what,
                      std::ceil(bytes / 1048576), cap >> 20);
  return {};
}

Result<void> checkSpectrum(const Laplacian& laplacian, const Spectrum* spectrum) {
  if (spectrum != nullptr && spectrum->nodeCount() != laplacian.nodeCount())
    return usageError("The eigenpairs are those of a graph with {} nodes; this one has {}",
                      spectrum->nodeCount(), laplacian.nodeCount());
  return {};
}

Result<ApplyReport> applyShape(const Laplacian& laplacian, const KernelFunction& shape,
                               const ApplyRequest& request, const Progress& progress) {
  if (!(request.tolerance >= smallestTolerance && request.tolerance < 1))
    return usageError(
        "A tolerance of {:g} cannot be kept: results are float32, which reach {:g}; take a value from there "
        "up "
        "to 1",
        request.tolerance, smallestTolerance);
  SISPDE_CHECK(checkSpectrum(laplacian, request.spectrum.get()));
  const auto start = std::chrono::steady_clock::now();
  const ApplyContext context(laplacian, shape, request, progress);
  Result<ApplyReport> report =
      request.method == Method::Auto ? runAuto(context) : run(context, {request.method, "asked for"});
  if (!report) return report;
  if (report->bound > request.tolerance)
    return usageError(
        "The method {} leaves a relative error of up to {:.2g} here, more than the tolerance {:g} (a result "
        "is "
        "very small); take a larger tolerance or another method",
        methodName(report->method), report->bound, request.tolerance);
  report->bound += 0x1p-24;  // storing as float32
  report->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

}  // namespace sispde
