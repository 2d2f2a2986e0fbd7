#include "app/studio/panels/brushed_plot.h"

#include "app/studio/shell/plot_fill.h"

namespace sispde::studio {

void plotBrushed(const Theme& theme, const BrushedCurve& curve) {
  if (curve.x.empty()) return;
  std::vector<double> low, high;
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    low.push_back(curve.mean[i] - curve.deviation[i]);
    high.push_back(curve.mean[i] + curve.deviation[i]);
  }
  const int count = static_cast<int>(curve.x.size());
  ImPlotSpec band;
  setFill(band, theme.palette.text, 0.12f);
  ImPlot::PlotShaded("##brushed spread", curve.x.data(), low.data(), high.data(), count, band);
  ImPlotSpec line;
  line.LineColor = theme.palette.text;
  line.LineWeight = theme.px(2);
  if (count == 1) {
    line.Marker = ImPlotMarker_Square;
    line.MarkerFillColor = theme.palette.text;
  }
  ImPlot::PlotLine("##brushed", curve.x.data(), curve.mean.data(), count, line);
}

}  // namespace sispde::studio
