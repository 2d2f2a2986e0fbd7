#pragma once
// How the HTML report looks: the colours and measures of the program's windows, light and dark by the reader's own setting. Nothing is
// loaded from anywhere.

#include <string_view>

namespace sispde {

inline constexpr std::string_view reportStyle = R"css(
:root { color-scheme: light dark;
  --ground: #F4F4F1; --panel: #FFFFFF; --raised: #FAFAF8; --line: #DEDEDA; --text: #1E2226; --quiet: #6A717B; --accent: #2B66C9; }
@media (prefers-color-scheme: dark) { :root {
  --ground: #15171A; --panel: #1C1F23; --raised: #23272C; --line: #2E3238; --text: #E7E9EC; --quiet: #99A1AC; --accent: #79AEFF; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 15px/1.5 "DejaVu Sans", Verdana, system-ui, sans-serif; }
main { max-width: 1760px; margin: 0 auto; padding: 32px 24px 64px; }
h1 { font-size: 26px; font-weight: 600; margin: 0 0 16px; }
h2 { font-size: 20px; font-weight: 600; margin: 48px 0 12px; padding-top: 16px; border-top: 1px solid var(--line); }
h3 { font-size: 16px; font-weight: 600; margin: 28px 0 8px; }
p, ul { max-width: 84ch; margin: 0 0 12px; }
li { margin: 0 0 6px; overflow-wrap: anywhere; }
a { color: var(--accent); text-decoration: none; }
a:hover, a:focus { text-decoration: underline; }
code { font: 13px "DejaVu Sans Mono", ui-monospace, monospace; background: var(--raised); border: 1px solid var(--line);
  border-radius: 4px; padding: 0 4px; }
nav { margin: 0 0 24px; display: flex; flex-wrap: wrap; gap: 4px 16px; }
figure { margin: 16px 0 24px; padding: 12px; width: fit-content; max-width: 100%; background: var(--panel); border: 1px solid var(--line); border-radius: 6px; overflow-x: auto; }
figure svg { display: block; max-width: 100%; height: auto; }
figcaption, caption { color: var(--quiet); font-size: 12.5px; text-align: left; }
figcaption { max-width: 100ch; margin-top: 8px; }
caption { padding: 0 12px 8px; }
.table { margin: 12px 0 24px; padding: 12px 0; width: fit-content; max-width: 100%; background: var(--panel); border: 1px solid var(--line); border-radius: 6px; overflow-x: auto; }
table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
th, td { padding: 4px 10px; text-align: right; vertical-align: top; white-space: nowrap; }
th { font-weight: 600; color: var(--quiet); border-bottom: 1px solid var(--line); }
th.group { text-align: center; color: var(--text); }
th.first, td.first { border-left: 1px solid var(--line); }
td.word, th.word { text-align: left; }
tr > :first-child { position: sticky; left: 0; padding-left: 12px; background: var(--panel); }
td.long { white-space: normal; min-width: 26ch; max-width: 60ch; }
tbody tr:hover, tbody tr:hover > :first-child { background: var(--raised); }
td b { font-weight: 700; }
td small { display: block; color: var(--quiet); font-size: 11.5px; }
details { font-size: 12px; text-align: left; }
details summary { color: var(--quiet); cursor: pointer; }
details a { display: block; }
@media print { body { background: #FFFFFF; } .table, figure { border: 0; padding: 0; } }
)css";

}  // namespace sispde
