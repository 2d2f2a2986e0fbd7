#pragma once
// Tails and quantiles of the distributions that the report's tests and intervals rest on. All arguments must be finite; degrees
// of freedom are positive.

namespace sispde {

// P(X > x) of the chi-square distribution.
double chiSquareTail(double x, double freedom);
// P(X > x) of the F distribution.
double fisherTail(double x, double freedom1, double freedom2);
// P(T > t) of Student's t.
double studentTail(double t, double freedom);
// The t with P(|T| ≤ t) = level, for intervals; 0 < level < 1.
double studentTwoSided(double level, double freedom);
// P(R > q), R the range of k ≥ 2 independent standard normal values: the studentized range at infinite degrees of freedom.
double rangeTail(double q, int k);
// The critical value of Nemenyi's test: the q with P(R > q) = alpha, divided by √2 (Demšar 2006).
double nemenyiCritical(int k, double alpha = 0.05);

}  // namespace sispde
