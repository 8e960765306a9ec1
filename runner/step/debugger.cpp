#include "runner/step/debugger.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <sstream>
#include <stdexcept>

#include "runner/step/finding_place.h"
#include "runner/step/stood_text.h"

namespace warpscope::runner {
namespace {

using Action = device::StepCommand::Action;

/// Then it is stopped on the way.
constexpr auto kLongestWay = std::chrono::seconds(10);

/// Said to the user; the debugger goes on.
class Mistake : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

template <typename Number>
Number number_of(const std::string& word) {
  Number value = 0;
  const auto* end = word.data() + word.size();
  const auto read = std::from_chars(word.data(), end, value);
  if (read.ec != std::errc() || read.ptr != end)
    throw Mistake(fmt::format("{} is no number.", word));
  return value;
}

struct Row {
  const char *name, *short_name, *text;
};
constexpr Row kRows[] = {
    {"step", "s", "to the next line of the warp that is followed"},
    {"back", "b", "to where it came to this line, or to the one before"},
    {"stepi", "si", "to its next instruction"},
    {"backi", "bi", "to its instruction before"},
    {"run [FILE:]LINE", "r",
     "to the next time that any warp comes to the line, which then is followed"},
    {"until [FILE:]LINE", "u", "to the next time that this warp comes to the line"},
    {"goto NUMBER", "g", "to the instruction with this number of the launch, forward or back"},
    {"end", "e", "to the end of the launch; back goes back from there"},
    {"fault", "f", "to the instruction at which the launch fails"},
    {"finding NUMBER", "",
     "to the line of a finding of --record, from 1; without a number: lists them"},
    {"warp BLOCK WARP", "w", "follows another warp"},
    {"where", "", "where the warp is"},
    {"lanes", "l", "its lanes: where each group is, and what it waits for"},
    {"registers [NAME|all]", "regs", "values by lane, by the source's names where these are known"},
    {"shared [WORD]", "sh", "shared memory of its block, a row for each 32 banks"},
    {"barriers", "bar", "who waits in its block, and for whom"},
    {"lines", "", "of the whole launch: active lanes of this warp by line"},
    {"tree", "t", "of the whole launch: where its lanes parted and met"},
    {"help", "h", "this list"},
    {"quit", "q", "ends; the launch and the program run on to their end"},
};

std::string full_name(const std::string& word) {
  for (const auto& row : kRows) {
    const std::string name(row.name);
    if (word == name.substr(0, name.find(' ')) || (word == row.short_name && !word.empty()))
      return name.substr(0, name.find(' '));
  }
  throw Mistake(fmt::format("There is no command {}; help lists them.", word));
}

}  // namespace

std::string Debugger::help() {
  std::string text;
  for (const auto& row : kRows)
    text += fmt::format("  {:<22} {:<5} {}\n", row.name, row.short_name, row.text);
  return text;
}

device::StepCommand Debugger::command(Action action) const {
  device::StepCommand command;
  command.action = action;
  command.block = block_;
  command.warp = warp_;
  return command;
}

bool Debugger::show(device::StepCommand command,
                    const std::function<std::string(const device::Stood&)>& text,
                    const std::stop_token& cancel) {
  const auto id = link_.send(std::move(command));
  auto stood = link_.wait_for(id, cancel, kLongestWay);
  if (stood == nullptr && !link_.has_ended() && !cancel.stop_requested()) {
    // A loop without end is to be looked at, too.
    device::StepCommand interrupt;
    interrupt.action = Action::interrupt;
    link_.send(std::move(interrupt));
    stood = link_.wait_for(id, cancel);
    if (stood != nullptr)
      write_(
          fmt::format("This took {} s already; the same command goes on.\n", kLongestWay.count()));
  }
  if (stood == nullptr) return false;
  block_ = stood->block;
  warp_ = stood->warp;
  if (stood->next.where.line != 0) file_ = stood->next.where.file;
  if (!stood->message.empty()) write_(stood->message + "\n");
  write_(text(*stood));
  return true;
}

bool Debugger::go(device::StepCommand command, const std::stop_token& cancel) {
  const TextOf text_of = [this](const std::string& file) { return link_.source(file); };
  return show(
      std::move(command), [&](const device::Stood& stood) { return where_text(stood, text_of); },
      cancel);
}

bool Debugger::follow(const std::vector<std::string>& words, const std::stop_token& cancel) {
  if (words.size() != 3) throw Mistake("Say a block and a warp, as in: warp 0 1.");
  block_ = number_of<std::uint64_t>(words[1]);
  warp_ = number_of<std::uint32_t>(words[2]);
  return go(command(Action::look), cancel);
}

bool Debugger::to_finding(const std::vector<std::string>& words, const std::stop_token& cancel) {
  if (findings_.empty())
    throw Mistake("There are no findings; --record FILE names a run's record.");
  if (words.size() < 2) {
    for (std::size_t i = 0; i < findings_.size(); ++i) {
      const auto& where = findings_[i].where;
      write_(fmt::format("  {}: {}{}\n", i + 1, findings_[i].title,
                         where ? fmt::format(", line {} of {}", where->line, where->file) : ""));
    }
    return true;
  }
  const auto number = number_of<std::size_t>(words[1]);
  if (number == 0 || number > findings_.size())
    throw Mistake(fmt::format("There are {} findings.", findings_.size()));
  const auto& finding = findings_[number - 1];
  if (!finding.where) throw Mistake("This finding is of no line.");
  const auto stood = link_.stood();
  return go(way_to(finding, stood->grid), cancel);
}

Debugger::After Debugger::obey(const std::string& line, const std::stop_token& cancel) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  if (words.empty()) return After::go_on;
  const auto name = full_name(words[0]);
  const TextOf text_of = [this](const std::string& file) { return link_.source(file); };
  const std::string argument = words.size() > 1 ? words[1] : "";
  const auto after = [](bool is_here) { return is_here ? After::go_on : After::quit; };
  const std::pair<const char*, Action> ways[] = {
      {"step", Action::line},         {"back", Action::line_back},
      {"stepi", Action::instruction}, {"backi", Action::instruction_back},
      {"end", Action::to_end},        {"fault", Action::to_fault},
      {"where", Action::look},
  };
  for (const auto& [way, action] : ways)
    if (name == way) return after(go(command(action), cancel));
  if (name == "quit") return After::quit;
  if (name == "help") {
    write_(help());
  } else if (name == "run" || name == "until") {
    if (argument.empty()) throw Mistake(fmt::format("Say a line, as in: {} 24.", name));
    auto way = command(Action::to_line);
    const auto colon = argument.rfind(':');
    way.file = colon == std::string::npos ? file_ : argument.substr(0, colon);
    way.line =
        number_of<std::uint32_t>(argument.substr(colon == std::string::npos ? 0 : colon + 1));
    way.is_any_warp = name == "run";
    return after(go(std::move(way), cancel));
  } else if (name == "goto") {
    auto way = command(Action::to_number);
    way.number = number_of<std::uint64_t>(argument);
    return after(go(std::move(way), cancel));
  } else if (name == "finding") {
    return after(to_finding(words, cancel));
  } else if (name == "warp") {
    return after(follow(words, cancel));
  } else if (name == "lanes") {
    return after(show(
        command(Action::look),
        [&](const auto& stood) { return lanes_of_warp_text(stood, text_of); }, cancel));
  } else if (name == "registers") {
    auto look = command(Action::look);
    look.shows_registers = true;
    return after(show(
        std::move(look),
        [&](const auto& stood) { return registers_text(stood, text_of, argument); }, cancel));
  } else if (name == "shared") {
    auto look = command(Action::look);
    look.shows_shared = true;
    const auto first = argument.empty() ? 0 : number_of<std::uint64_t>(argument);
    return after(show(
        std::move(look), [&](const auto& stood) { return shared_text(stood, first); }, cancel));
  } else if (name == "barriers") {
    return after(show(
        command(Action::look), [](const auto& stood) { return barriers_text(stood); }, cancel));
  } else if (name == "lines") {
    return after(show(
        command(Action::history), [&](const auto& stood) { return lines_text(stood, text_of); },
        cancel));
  } else if (name == "tree") {
    return after(show(
        command(Action::history), [&](const auto& stood) { return tree_text(stood, text_of); },
        cancel));
  }
  return After::go_on;
}

bool Debugger::run(const NextLine& next_line, const std::vector<std::string>& first,
                   const std::stop_token& cancel) {
  const auto begun = link_.wait_for(0, cancel);
  if (begun == nullptr) return false;
  block_ = begun->block;
  warp_ = begun->warp;
  if (begun->next.where.line != 0) file_ = begun->next.where.file;
  write_(fmt::format("Launch {} of {}, grid {}x{}x{}, blocks of {}x{}x{} threads.\n", begun->launch,
                     begun->kernel, begun->grid.x, begun->grid.y, begun->grid.z,
                     begun->block_size.x, begun->block_size.y, begun->block_size.z));
  if (!begun->why_not_back.empty()) write_(begun->why_not_back + "\n");
  const TextOf text_of = [this](const std::string& file) { return link_.source(file); };
  write_(where_text(*begun, text_of));
  std::size_t given = 0;
  while (!cancel.stop_requested() && !link_.has_ended()) {
    const auto line = given < first.size() ? std::optional(first[given++]) : next_line();
    if (!line) break;
    try {
      if (obey(*line, cancel) == After::quit) break;
    } catch (const Mistake& mistake) {
      write_(std::string(mistake.what()) + "\n");
    }
  }
  if (!link_.has_ended() && !cancel.stop_requested()) link_.send(command(Action::leave));
  return true;
}

}  // namespace warpscope::runner
