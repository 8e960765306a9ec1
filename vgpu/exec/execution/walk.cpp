#include "vgpu/exec/execution/walk.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace warpscope::exec {
namespace {

constexpr std::uint32_t kBetweenQuestions = 4096;
/// Where a warp has not done anything for so long, what is looked through grows eightfold.
constexpr std::uint64_t kFirstWindow = 4096, kGrowth = 8;

bool is_of(const Step& step, const WarpNumber& of) {
  return step.block == of.block && step.warp == of.warp;
}

}  // namespace

const SourceLine& Walk::where(std::uint32_t instruction) {
  const auto [at, is_new] = places_.try_emplace(instruction);
  if (is_new) at->second = execution_.place(instruction).where;
  return at->second;
}

bool Walk::is_time_to_stop() {
  if (++steps_since_question_ < kBetweenQuestions) return false;
  steps_since_question_ = 0;
  was_interrupted_ = is_interrupted_ && is_interrupted_();
  return was_interrupted_;
}

Walk::End Walk::advance(const Until& until) {
  const auto from = execution_.step();
  if (!from) return End::not_reached;
  was_interrupted_ = false;
  const auto reached =
      execution_.advance([&](const Step& step) { return is_time_to_stop() || until(step); });
  if (reached) return was_interrupted_ ? End::interrupted : End::there;
  return go_back(from->number) == End::there ? End::not_reached : End::over;
}

Walk::End Walk::go_back(std::uint64_t number) {
  if (execution_.why_not_back() != nullptr || number < execution_.earliest()) return End::over;
  execution_.go_to(number);
  return End::there;
}

Walk::End Walk::instruction(const WarpNumber& of) {
  return advance([&](const Step& step) { return is_of(step, of); });
}

Walk::End Walk::line(const WarpNumber& of) {
  const auto from = execution_.step();
  if (!from || !is_of(*from, of)) return instruction(of);
  const SourceLine begin = where(from->instruction);
  return advance([&](const Step& step) {
    if (!is_of(step, of)) return false;
    const SourceLine& now = where(step.instruction);
    return now.line != 0 && now != begin;
  });
}

Walk::End Walk::to_line(std::string_view file, std::uint32_t line,
                        const std::optional<WarpNumber>& of) {
  auto numbers = execution_.instructions_of_line(file, line);
  if (numbers.empty()) return End::not_reached;
  return advance([&, at = at_any_of(std::move(numbers))](const Step& step) {
    return at(step) && (!of || is_of(step, *of));
  });
}

Walk::End Walk::to(std::uint64_t number) {
  const auto from = execution_.step();
  if (from && number > from->number)
    return advance([&](const Step& step) { return step.number == number; });
  return go_back(number) == End::there ? End::there : End::not_reached;
}

Walk::End Walk::end() {
  was_interrupted_ = false;
  const auto reached = execution_.advance([&](const Step&) { return is_time_to_stop(); });
  return reached ? End::interrupted : End::there;
}

std::vector<Step> Walk::steps_since(std::uint64_t begin, const WarpNumber& of) {
  const auto from = execution_.step();
  const std::uint64_t until = from ? from->number : std::numeric_limits<std::uint64_t>::max();
  std::vector<Step> steps;
  const auto first = execution_.go_to(begin);
  if (!first || first->number >= until) return steps;
  if (is_of(*first, of)) steps.push_back(*first);
  was_interrupted_ = false;
  execution_.advance([&](const Step& step) {
    if (step.number >= until || is_time_to_stop()) return true;
    if (is_of(step, of)) steps.push_back(step);
    return false;
  });
  return steps;
}

Walk::End Walk::back(const WarpNumber& of, const Choose& choose) {
  if (execution_.why_not_back() != nullptr) return End::not_reached;
  const std::uint64_t now = execution_.inspect().step;
  for (std::uint64_t window = kFirstWindow;; window *= kGrowth) {
    const std::uint64_t earliest = execution_.earliest();
    const bool is_all = now <= earliest + window;
    const auto steps = steps_since(is_all ? std::min(earliest, now) : now - window, of);
    if (was_interrupted_) return End::interrupted;
    if (const auto chosen = choose(steps, is_all)) return go_back(*chosen);
    if (is_all) return End::not_reached;
  }
}

Walk::End Walk::instruction_back(const WarpNumber& of) {
  return back(of, [](const std::vector<Step>& steps, bool) -> std::optional<std::uint64_t> {
    if (steps.empty()) return std::nullopt;
    return steps.back().number;
  });
}

Walk::End Walk::line_back(const WarpNumber& of) {
  const auto here = execution_.step();
  SourceLine line;
  if (here && is_of(*here, of)) line = where(here->instruction);
  return back(of, [&](const std::vector<Step>& steps, bool is_all) -> std::optional<std::uint64_t> {
    // From behind: the run of instructions on one line that ends before here; unknown lines belong
    // to it.
    std::optional<std::uint64_t> begin;
    SourceLine of_run = line;
    for (std::size_t i = steps.size(); i-- > 0;) {
      const SourceLine& at = where(steps[i].instruction);
      if (at.line == 0) continue;
      if (at != of_run && begin) return begin;
      of_run = at;
      begin = steps[i].number;
    }
    return is_all ? begin : std::nullopt;
  });
}

WarpHistory Walk::history(const WarpNumber& of, std::size_t most_spans) {
  WarpHistory history;
  if (execution_.why_not_back() != nullptr) return history;
  const std::uint64_t now = execution_.inspect().step;
  const std::uint64_t earliest = execution_.earliest();
  bool has_left_out = false;
  WarpSpan last;
  const auto close = [&] {
    if (last.count == 0) return;
    if (history.spans.size() < most_spans)
      history.spans.push_back(last);
    else
      has_left_out = true;
  };
  const auto add = [&](const Step& step) {
    const SourceLine& at = where(step.instruction);
    LaneUse& use = history.lines[at];
    ++use.instructions;
    use.lanes += static_cast<std::uint64_t>(std::popcount(step.lanes));
    if (last.count != 0 && last.lanes == step.lanes && last.where == at) {
      ++last.count;
      return;
    }
    close();
    last = {step.number, 1, step.lanes, at};
  };
  const auto first = execution_.go_to(earliest);
  was_interrupted_ = false;
  if (first && is_of(*first, of)) add(*first);
  execution_.advance([&](const Step& step) {
    if (is_time_to_stop()) return true;
    if (is_of(step, of)) add(step);
    return false;
  });
  close();
  history.is_whole = !was_interrupted_ && !has_left_out && earliest == 0;
  execution_.go_to(now);
  return history;
}

}  // namespace warpscope::exec
