#include "vgpu/exec/execution/execution.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/execution/copy_size.h"
#include "vgpu/exec/execution/memory_undo.h"
#include "vgpu/exec/execution/views.h"
#include "vgpu/exec/launch_result.h"
#include "vgpu/exec/machine/grid_workspace.h"
#include "vgpu/exec/scheduling/in_order.h"

namespace warpscope::exec {
namespace {

// Steps between two copies of the launch's state. With more than so many copies, or of large ones
// with more than so many bytes, each second one is dropped, and the distance doubles.
constexpr std::uint64_t kFirstDistance = 1 << 12, kMostCopyBytes = std::uint64_t{512} << 20;
constexpr std::uint64_t kMostCopies = 32, kFewestCopies = 3;

LaunchOptions with_observers(const LaunchOptions& given, std::vector<LaunchObserver*> observers) {
  if (given.checks || !given.observers.empty() || given.trace != nullptr)
    throw std::runtime_error("A launch that is run step by step is not checked or observed.");
  if (given.l1_bytes != 0)
    throw std::runtime_error("A launch that is run step by step has no model of the L1 caches.");
  LaunchOptions options = given;
  options.observers = std::move(observers);
  options.worker_threads = 1;
  return options;
}

bool names(const ptx::Operand& operand, std::string_view prefix) {
  return operand.kind == ptx::Operand::Kind::symbol && operand.name.starts_with(prefix);
}

const char* obstacle_of(const ptx::Instruction& instruction) {
  if (meaning_of(instruction).flow != Flow::call) return nullptr;
  const auto calls = [&](std::string_view prefix) {
    return std::any_of(instruction.operands.begin(), instruction.operands.end(),
                       [&](const ptx::Operand& operand) { return names(operand, prefix); });
  };
  if (calls("malloc") || calls("free"))
    return "It is not possible to go back: the kernel calls malloc or free.";
  if (calls("__cudaCDP2") || calls("cudaLaunchDevice") || calls("cudaGetParameterBuffer"))
    return "It is not possible to go back: the kernel launches kernels.";
  return nullptr;
}

const char* find_obstacle(const Kernel& kernel) {
  for (const LoweredFunction& function : kernel.functions) {
    for (const ptx::Instruction& instruction : function.function->body) {
      if (const char* found = obstacle_of(instruction)) return found;
    }
  }
  return nullptr;
}

}  // namespace

Until any_step() {
  return [](const Step&) { return true; };
}

Until step_of(std::uint64_t block, std::uint32_t warp) {
  return [=](const Step& step) { return step.block == block && step.warp == warp; };
}

Until at_instruction(std::uint32_t number) {
  return [=](const Step& step) { return step.instruction == number; };
}

Until at_any_of(std::vector<std::uint32_t> numbers) {
  return [numbers = std::move(numbers)](const Step& step) {
    return std::find(numbers.begin(), numbers.end(), step.instruction) != numbers.end();
  };
}

Until at_end() {
  return [](const Step&) { return false; };
}

// The machine's thread runs while the other one waits for `has_stopped_`; otherwise it waits itself
// for `may_run_`, or does not exist.
class Execution::Runner : public LaunchObserver {
 public:
  Runner(const Program& program, std::string_view name, const LaunchConfiguration& configuration,
         memory::DeviceMemory& memory, const LaunchOptions& options)
      : undo_(options.most_undo_bytes),
        options_(with_observers(options, {&undo_, this})),
        parameters_(configuration.parameters.begin(), configuration.parameters.end()),
        configuration_(configuration),
        kernel_(program.kernel(name, {KernelUse::stepped})),
        launch_{program, kernel_, configuration_, options_, memory},
        obstacle_(find_obstacle(kernel_)) {
    configuration_.parameters = parameters_;
    launch_.local_bytes = local_bytes_of(kernel_, options_);
    workspace_.emplace(launch_);
    worker_.emplace(launch_);
    blocks_.emplace(launch_, *worker_, 0);
    start(any_step());
  }
  ~Runner() override { abandon(); }
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  std::unique_ptr<BlockObserver> observe_blocks(const BlockShape& /*shape*/) override {
    return std::make_unique<Steps>(*this);
  }

  std::optional<Step> step() const {
    if (standing_.warp == nullptr) return std::nullopt;
    return here_;
  }

  std::optional<Step> advance(const Until& until) {
    if (standing_.warp == nullptr) return std::nullopt;
    until_ = &until;
    may_run_.give();
    return wait();
  }

  std::optional<Step> go_to(std::uint64_t number) {
    if (standing_.warp != nullptr && number == here_.number) return here_;
    const Until there = [number](const Step& step) { return step.number == number; };
    if (number >= number_) return advance(there);
    if (obstacle_ != nullptr) throw std::runtime_error(obstacle_);
    if (failure_) throw std::runtime_error("It is not possible to go back after a failed launch.");
    if (number < earliest())
      throw std::runtime_error("It is not possible to go back beyond step " +
                               std::to_string(earliest()) +
                               ": the launch has overwritten more memory than is kept.");
    abandon();
    go_back_to_copy_before(number);
    return start(there);
  }

  std::uint64_t earliest() const {
    for (const Copy& copy : copies_)
      if (undo_.can_go_back_to(copy.part)) return copy.step;
    return number_;
  }

  const char* obstacle() const { return obstacle_; }
  const Kernel& kernel() const { return kernel_; }
  const Program& program() const { return launch_.program; }
  const Worker& worker() const { return *worker_; }
  const Standing& standing() const { return standing_; }
  std::uint64_t number() const { return number_; }
  std::span<const std::unique_ptr<BlockRunner>> residents() const { return blocks_->residents(); }

  WarpStorage* find(std::uint64_t block, std::uint32_t warp) const {
    for (const auto& resident : residents()) {
      if (view_number(*resident) != block) continue;
      for (const auto& each : resident->warps())
        if (each->context.warp_index == warp && !each->is_finished()) return each.get();
    }
    return nullptr;
  }

  LaunchResult result() {
    if (standing_.warp != nullptr)
      throw std::runtime_error("The launch has not ended: it has no result yet.");
    if (failure_) std::rethrow_exception(failure_);
    LaunchResult result = result_of(launch_, *worker_);
    result.fault = blocks_->fault();
    return result;
  }

 private:
  class Steps : public ObserverOf<Steps, InstructionBegin> {
   public:
    explicit Steps(Runner& runner) : runner_(runner) {}
    Answer on(const InstructionBegin& next) {
      return runner_.may_execute(*next.warp, *next.operation) ? Answer::taken : Answer::end_launch;
    }

   private:
    Runner& runner_;
  };

  // What one thread tells another one. A semaphore of the standard library yields again and again
  // before it sleeps; on a busy machine each of that is a time slice of somebody else, at each
  // step.
  class Signal {
   public:
    void give() {
      const std::lock_guard lock(mutex_);
      is_given_ = true;
      changed_.notify_one();
    }
    void await() {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return is_given_; });
      is_given_ = false;
    }

   private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_given_ = false;
  };

  // What the launch was like before a turn of a block.
  struct Copy {
    std::uint64_t step = 0;
    std::size_t part = 0;  // of the undone memory that begins here
    InOrder::State blocks;
    WorkerState worker;
  };

  // The machine's thread. False: the launch is abandoned.
  bool may_execute(const WarpContext& warp, const Operation& operation) {
    const Dim3& grid = configuration_.grid;
    const Dim3& at = warp.block->block_index;
    here_ = {number_, (std::uint64_t{at.z} * grid.y + at.y) * grid.x + at.x, warp.warp_index,
             warp.path_mask, operation.instruction};
    if ((*until_)(here_)) {
      standing_ = {&warp, &operation};
      has_stopped_.give();
      may_run_.await();
      standing_ = {};
      if (is_abandoned_) return false;
    }
    ++number_;
    return true;
  }

  std::uint64_t view_number(const BlockRunner& runner) const {
    const Dim3& grid = configuration_.grid;
    const Dim3& at = runner.context().block_index;
    return (std::uint64_t{at.z} * grid.y + at.y) * grid.x + at.x;
  }

  std::optional<Step> start(const Until& until) {
    until_ = &until;
    thread_ = std::thread([this] { run(); });
    return wait();
  }

  std::optional<Step> wait() {
    has_stopped_.await();
    if (standing_.warp != nullptr) return here_;
    thread_.join();
    if (failure_) std::rethrow_exception(failure_);
    return std::nullopt;
  }

  void abandon() {
    if (standing_.warp == nullptr) return;
    is_abandoned_ = true;
    may_run_.give();
    has_stopped_.await();
    thread_.join();
    is_abandoned_ = false;
  }

  // The machine's thread.
  void run() {
    try {
      do {
        if (copies_.empty() || number_ >= copies_.back().step + distance_ ||
            (number_ > copies_.back().step && undo_.is_last_part_large()))
          keep_copy();
      } while (blocks_->turn());
    } catch (...) {
      failure_ = std::current_exception();
    }
    has_stopped_.give();
  }

  void keep_copy() {
    if (obstacle_ != nullptr) return;
    if (!copies_.empty()) undo_.begin_part();
    copies_.push_back({number_, undo_.parts() - 1, blocks_->save(), worker_->save()});
    save_targets();
    const std::uint64_t fit =
        kMostCopyBytes / std::max<std::uint64_t>(1, bytes_of(copies_.back().blocks));
    if (copies_.size() <= std::clamp(fit, kFewestCopies, kMostCopies)) return;
    distance_ *= 2;
    std::erase_if(copies_, [this](const Copy& copy) { return !undo_.can_go_back_to(copy.part); });
    for (std::size_t k = 1; k + 1 < copies_.size(); ++k) {
      undo_.join_with_previous(copies_[k].part);
      for (std::size_t behind = k + 1; behind < copies_.size(); ++behind) --copies_[behind].part;
      copies_.erase(copies_.begin() + static_cast<std::ptrdiff_t>(k));
    }
  }

  // What bulk copies that are under way will overwrite.
  void save_targets() {
    for (const auto& resident : residents()) {
      resident->context().async.for_each_to_global(
          [this](const BulkCopy& copy) { undo_.save(copy.to, copy.size_bytes); });
    }
  }

  void go_back_to_copy_before(std::uint64_t number) {
    while (copies_.back().step > number) copies_.pop_back();
    const Copy& copy = copies_.back();
    undo_.go_back_to(copy.part);
    worker_->restore(copy.worker);
    blocks_->restore(copy.blocks);
    number_ = copy.step;
    save_targets();
  }

  MemoryUndo undo_;
  LaunchOptions options_;
  std::vector<std::byte> parameters_;
  LaunchConfiguration configuration_;
  const Kernel& kernel_;
  LaunchContext launch_;
  const char* obstacle_;
  std::optional<GridWorkspace> workspace_;
  std::optional<Worker> worker_;
  std::optional<InOrder> blocks_;
  std::vector<Copy> copies_;
  std::uint64_t distance_ = kFirstDistance;

  std::thread thread_;
  Signal may_run_, has_stopped_;
  const Until* until_ = nullptr;
  bool is_abandoned_ = false;
  std::exception_ptr failure_;
  Standing standing_;
  Step here_;
  std::uint64_t number_ = 0;  // of instructions that have been executed
};

Execution::Execution(const Program& program, std::string_view kernel,
                     const LaunchConfiguration& configuration, memory::DeviceMemory& memory,
                     const LaunchOptions& options)
    : runner_(std::make_unique<Runner>(program, kernel, configuration, memory, options)) {}

Execution::~Execution() = default;

std::optional<Step> Execution::step() const { return runner_->step(); }
std::optional<Step> Execution::advance(const Until& until) { return runner_->advance(until); }
std::optional<Step> Execution::go_to(std::uint64_t number) { return runner_->go_to(number); }
const char* Execution::why_not_back() const { return runner_->obstacle(); }
std::uint64_t Execution::earliest() const { return runner_->earliest(); }
LaunchResult Execution::result() { return runner_->result(); }

std::vector<std::uint32_t> Execution::instructions_of_line(std::string_view file,
                                                           std::uint32_t line) const {
  const Kernel& kernel = runner_->kernel();
  const auto is_there = [&](const SourceLine& where) {
    if (line == 0 || where.line != line || !where.file.ends_with(file)) return false;
    return where.file.size() == file.size() ||
           where.file[where.file.size() - file.size() - 1] == '/';
  };
  std::set<std::uint32_t> first;
  for (const BasicBlock& block : kernel.blocks) first.insert(block.first);
  std::vector<std::uint32_t> result;
  bool was_there = false;
  const LoweredFunction& last = kernel.functions.back();
  const auto end = last.first_instruction + static_cast<std::uint32_t>(last.function->body.size());
  for (std::uint32_t number = 0; number < end; ++number) {
    const bool is_here = is_there(place_of(runner_->program(), kernel, number).where);
    if (is_here && (!was_there || first.contains(number))) result.push_back(number);
    was_there = is_here;
  }
  return result;
}

CodePlace Execution::place(std::uint32_t instruction) const {
  return place_of(runner_->program(), runner_->kernel(), instruction);
}

std::vector<RegisterUse> Execution::register_uses(std::string_view function) const {
  for (const LoweredFunction& each : runner_->kernel().functions)
    if (each.function->name == function) return uses_of(runner_->program(), *each.function);
  return {};
}

Inspection Execution::inspect() const {
  Inspection result;
  result.step = runner_->number();
  for (const auto& resident : runner_->residents())
    result.blocks.push_back(view_of(*resident, runner_->standing()));
  result.output = runner_->worker().output;
  return result;
}

std::vector<RegisterView> Execution::registers(std::uint64_t block, std::uint32_t warp,
                                               const LaneGroup& group) const {
  const WarpStorage* found = runner_->find(block, warp);
  if (found == nullptr || group.frame < 0) return {};
  const auto& frames = found->context.frames;
  const auto index = static_cast<std::size_t>(group.frame);
  if (index >= frames.size() || !frames[index]->in_use) return {};
  return registers_of(*frames[index]);
}

std::span<const std::byte> Execution::local_memory(std::uint64_t block, std::uint32_t warp,
                                                   std::uint32_t lane) const {
  const WarpStorage* found = runner_->find(block, warp);
  if (found == nullptr || lane >= kWarpSize) return {};
  const std::uint64_t bytes = found->context.block->local_bytes;
  return {found->context.local + lane * bytes, bytes};
}

}  // namespace warpscope::exec
