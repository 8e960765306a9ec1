// Turns the events of one or more device processes into the parts of one run record.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "device/events.h"
#include "record/record.h"
#include "runner/origin/data_flow.h"
#include "runner/run/host_calls.h"

namespace warpscope::runner {

class EventCollector {
 public:
  /// A new device process: its clock and its launch ids begin at 0 again and are shifted behind
  /// what came before.
  void begin_device();
  void add(const device::Event& event);
  /// All that another collector has, of one device process, as if it came now.
  void add_all(EventCollector other);

  /// The command that the device acknowledged last.
  std::uint64_t acknowledged() const { return acknowledged_; }
  /// The device's last event came.
  bool is_finished() const { return is_finished_; }
  /// Findings about calls of the program, which wait for this, join the others, and launches and
  /// copies get the lines that asked for them. Once, behind all events.
  void settle_host_calls(const HostProgram& program);
  /// The program of the present device process was ended by a signal in this case; see
  /// HostCalls::place_crash(). Behind its last event.
  void place_crash(std::uint32_t case_index) { host_calls().place_crash(case_index); }
  /// Moves device, launches, transfers and findings into a record.
  void move_to(record::RunRecord& record);
  /// Positions are those of the record that move_to() fills.
  DataFlow take_data_flow() { return std::move(data_flow_); }

 private:
  /// From where a program asked for something.
  struct Site {
    std::size_t process = 0;  ///< of the device; a position in host_calls_
    std::uint32_t number = 0;
  };
  /// Both give the position of the row that has it.
  std::size_t add_launch(record::Launch launch, Site site, std::string timeline);
  std::size_t add_transfer(record::Transfer transfer, Site site);
  void add_finding(record::Finding finding);
  void begin(record::Device device);
  void add(const device::RangeTold& told);
  void add(const device::MarksTold& told);
  /// Positions of ranges of the present device process, by the numbers that it told.
  std::vector<std::uint32_t> positions_of(const std::vector<std::uint32_t>& numbers) const;
  /// An operation was done in these ranges, and so in those around them.
  void extend(const std::vector<std::uint32_t>& ranges, double start_s, double end_s,
              std::uint64_t record::Range::*count);
  /// Gives a launch of the present device process its place in launches_.
  void place_launch(record::Finding& finding) const;
  void keep(record::Finding finding);
  /// Of the device process whose events come.
  HostCalls& host_calls();
  void find_host_places(const PlaceSearch& search);
  Site site_of(std::uint32_t number) { return {(host_calls(), host_calls_.size() - 1), number}; }

  std::optional<record::Device> device_;
  DataFlow data_flow_;
  std::vector<record::Launch> launches_;
  /// By position there: device::LaunchEnded::timeline.
  std::vector<std::string> timelines_;
  std::vector<record::Transfer> transfers_;
  std::vector<record::Range> ranges_;
  std::vector<record::Mark> marks_;
  std::uint64_t ranges_left_out_ = 0, marks_left_out_ = 0;
  /// By its number in the present device process, where a range is in ranges_.
  std::map<std::uint32_t, std::uint32_t> range_of_number_;
  std::vector<record::Finding> findings_;
  std::vector<HostCalls> host_calls_;  ///< by device process
  /// Findings that came, by id and, if they are errors, by case.
  std::map<std::pair<std::string, std::optional<std::uint32_t>>, std::size_t> kept_findings_;
  /// By position in launches_ and transfers_: from where the program asked for it.
  std::vector<Site> launch_sites_, transfer_sites_;
  /// Transfers kept so far, by case; beyond a bound they are added to the last one of their kind.
  std::map<std::uint32_t, std::size_t> kept_transfers_;
  /// Launches kept so far, by case; beyond a bound their counters and times are added to the last
  /// one of their kernel.
  std::map<std::uint32_t, std::size_t> kept_launches_;
  std::size_t lines_ = 0;   ///< of all launches that are kept
  std::size_t phases_ = 0;  ///< kept so far; beyond a bound they are counted as left out
  /// By id in the present device process: where the launch is in launches_.
  std::map<std::uint32_t, std::uint32_t> launch_of_id_;
  double clock_start_s_ = 0, clock_end_s_ = 0;
  std::uint64_t acknowledged_ = 0;
  bool is_finished_ = false;
};

}  // namespace warpscope::runner
