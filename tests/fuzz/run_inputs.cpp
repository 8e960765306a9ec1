#include "tests/fuzz/run_inputs.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/pipes.h"

namespace warpscope::fuzz {
namespace {

/// What the child tells the parent.
struct Message {
  enum class Kind : std::uint32_t { begins, threw, is_done };
  Kind kind = Kind::begins;
  std::uint32_t index = 0;       ///< of the input
  std::array<char, 248> text{};  ///< of the exception
};
static_assert(sizeof(Message) <= PIPE_BUF, "so that a message is written whole or not at all");

void send(int pipe, Message::Kind kind, std::size_t index, std::string_view text = {}) {
  Message message{kind, static_cast<std::uint32_t>(index), {}};
  std::copy_n(text.begin(), std::min(text.size(), message.text.size() - 1), message.text.begin());
  // The parent reads until this process has ended, so only its end can make this fail.
  [[maybe_unused]] const auto written = write(pipe, &message, sizeof message);
}

/// What the child does. It ends by exit(), so that the leak sanitizer has its say.
[[noreturn]] void feed_all(std::span<const Input> inputs, std::size_t first, Feed feed, int pipe) {
  for (std::size_t i = first; i < inputs.size(); ++i) {
    send(pipe, Message::Kind::begins, i);
    try {
      feed(inputs[i].span());
    } catch (const std::exception& error) {
      send(pipe, Message::Kind::threw, i, error.what());
    } catch (...) {
      send(pipe, Message::Kind::threw, i, "something that is no std::exception");
    }
  }
  send(pipe, Message::Kind::is_done, inputs.size());
  std::exit(0);
}

std::string description(int status) {
  if (!WIFSIGNALED(status))
    return "it ended the process with exit code " + std::to_string(WEXITSTATUS(status));
  return "it ended the process by signal " + std::to_string(WTERMSIG(status)) + " (" +
         strsignal(WTERMSIG(status)) + ")";
}

/// A process that is fed with inputs, from one on. Its end is awaited in any case.
class Child {
 public:
  Child(std::span<const Input> inputs, std::size_t first, Feed feed) {
    Pipe pipe = make_pipe();
    from_child_ = std::move(pipe.read_end);
    std::fflush(nullptr);  // what is buffered here would be written by the child again
    process_ = fork();
    if (process_ < 0)
      throw std::system_error(errno, std::generic_category(), "Cannot start a process");
    if (process_ == 0) feed_all(inputs, first, feed, pipe.write_end.get());
  }
  ~Child() {
    kill();
    wait();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  enum class Received { message, end, nothing };
  /// The next message; `end` when the process has ended, `nothing` when none comes in this time.
  Received receive(Message& message, std::chrono::milliseconds longest) {
    pollfd waited{from_child_.get(), POLLIN, 0};
    int ready = 0;
    do {
      ready = poll(&waited, 1, static_cast<int>(longest.count()));
    } while (ready < 0 && errno == EINTR);
    if (ready == 0) return Received::nothing;
    return read(from_child_.get(), &message, sizeof message) == sizeof message ? Received::message
                                                                               : Received::end;
  }

  void kill() {
    if (process_ > 0) ::kill(process_, SIGKILL);
  }
  /// The status of waitpid(), of its first call.
  int wait() {
    if (process_ > 0) {
      while (waitpid(process_, &status_, 0) < 0 && errno == EINTR) {
      }
      process_ = -1;
    }
    return status_;
  }

 private:
  UniqueFd from_child_;
  pid_t process_ = -1;
  int status_ = 0;
};

/// Feeds one process with the inputs from `first` on. The input with which to begin the next one.
std::size_t run_child(std::span<const Input> inputs, std::size_t first, Feed feed,
                      std::chrono::milliseconds longest, std::vector<Failure>& failures) {
  Child child(inputs, first, feed);
  std::size_t current = first;
  bool is_done = false;
  while (true) {
    Message message;
    const auto received = child.receive(message, longest);
    if (received == Child::Received::message) {
      current = message.index;
      is_done = message.kind == Message::Kind::is_done;
      if (message.kind == Message::Kind::threw)
        failures.push_back({inputs[current].name, std::string("it threw: ") + message.text.data()});
      continue;
    }
    if (received == Child::Received::nothing) {
      child.kill();
      child.wait();
      const std::string seconds = std::to_string(longest.count() / 1000.0);
      failures.push_back({is_done ? "the end" : inputs[current].name,
                          "it took more than " + seconds.substr(0, seconds.find('.') + 2) + " s"});
      return current + 1;
    }
    const int status = child.wait();
    if (!is_done) {
      failures.push_back({inputs[current].name, description(status)});
    } else if (status != 0) {
      failures.push_back({"one of the inputs " + inputs[first].name + " to " + inputs.back().name,
                          description(status) + " when all were done"});
    }
    return current + 1;
  }
}

}  // namespace

std::vector<Failure> run_inputs(std::span<const Input> inputs, Feed feed,
                                std::chrono::milliseconds longest) {
  std::vector<Failure> failures;
  for (std::size_t next = 0; next < inputs.size();)
    next = run_child(inputs, next, feed, longest, failures);
  return failures;
}

}  // namespace warpscope::fuzz
