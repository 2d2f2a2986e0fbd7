#pragma once
// The parts of a report, one file each; every part adds its headings, tables, figures and CSV tables.

#include "core/experiment/report_data.h"
#include "core/experiment/report_document.h"

namespace sispde {

void addWhatWasRun(Report& report, const Results& results, const ReportData& data);
void addMainTables(Report& report, const ReportData& data);   // Table 1
void addRanks(Report& report, const ReportData& data);        // Friedman, Nemenyi, diagrams
void addDifferences(Report& report, const ReportData& data);  // against the two controls
void addShuffled(Report& report, const ReportData& data);     // propagated scores and their shuffled twins
void addOtherScores(Report& report, const ReportData& data);  // beside the primary ones
void addSweep(Report& report, const ReportData& data);        // ν against label informativeness
void addRewiring(Report& report, const ReportData& data);     // Table 2
void addRunTimes(Report& report, const ReportData& data);
void addClaims(Report& report, const ReportData& data);  // the paper's claims, recomputed
void addSearches(Report& report, const Results& results,
                 const ReportData& data);                   // what was searched and how it was chosen
void addMissing(Report& report, const Results& results);    // failed, missing and left-out cells
void addCellTable(Report& report, const Results& results);  // cells.csv

// All of them, in order.
Report makeReport(const Results& results);

}  // namespace sispde
