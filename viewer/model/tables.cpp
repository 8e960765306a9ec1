#include "viewer/model/tables.h"

#include <vector>

#include "base/files.h"
#include "record/export/csv.h"
#include "record/export/transfers_csv.h"
#include "record/labels.h"

namespace warpscope::viewer {

void write_tables(const Session& session, const std::filesystem::path& folder) {
  std::vector<record::RunRecord> records;
  for (const Side side : kSides) {
    if (const auto* record = session.record(side)) records.push_back(*record);
  }
  record::make_labels_distinct(records);
  write_file(folder / "cases.csv", record::cases_to_csv(records));
  write_file(folder / "launches.csv", record::launches_to_csv(records));
  write_file(folder / "stalls.csv", record::stalls_to_csv(records));
  write_file(folder / "transfers.csv", record::transfers_to_csv(records));
}

}  // namespace warpscope::viewer
