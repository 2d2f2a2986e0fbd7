#pragma once

namespace sispde {

// The Wiener process of GNSD over the nodes, for each channel. Independent: one per node, as in the published code. Laplacian: with the
// covariance L = D − A = B Bᵀ that the papers write of, drawn as B e; neighbours then differ and a whole component has no common part.
enum class GnsdNoise { Independent, Laplacian };

}  // namespace sispde
