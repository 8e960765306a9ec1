// warpscope-device-avx2 and -avx512: the process that is the virtual GPU of one run. The runner
// starts it through warpscope-device.
#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <iostream>
#include <string>

#include "arch/profile.h"
#include "base/freed_memory.h"
#include "record/record.h"
#include "vgpu/server/device_process.h"

namespace {

using warpscope::UniqueFd;

constexpr int kUsageError = 2;

/// An inherited descriptor, not passed on; throws when it is not open.
UniqueFd inherited(int fd, const char* option) {
  if (fd < 0 || fcntl(fd, F_SETFD, FD_CLOEXEC) != 0) {
    throw std::runtime_error(std::string(option) + " names descriptor " + std::to_string(fd) +
                             ", which is not open");
  }
  return UniqueFd(fd);
}

}  // namespace

int main(int argc, char** argv) {
  warpscope::keep_freed_memory();
  CLI::App app("The virtual GPU of one run; started by warpscope, not by hand.");
  int client_fd = -1, control_fd = -1, inputs_fd = -1, returned_fd = -1;
  app.add_option("--client-fd", client_fd, "socket to the program")->required();
  app.add_option("--control-fd", control_fd,
                 "socket to the runner, whose first command has the device's options")
      ->required();
  app.add_option("--inputs-fd", inputs_fd, "file with inputs that the runner has exchanged");
  app.add_option("--returned-fd", returned_fd, "file for what the program gets of the device then");
  int vector_bits = 0;
  app.add_option("--vector-bits", vector_bits,
                 "256 or 512; warpscope-device reads it, the widest there is when not given")
      ->check(CLI::IsMember({256, 512}));
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    std::cerr << "warpscope-device: " << error.what() << ".\n";
    return kUsageError;
  }
  try {
    warpscope::device::Connections connections;
    connections.client = inherited(client_fd, "--client-fd");
    connections.control = inherited(control_fd, "--control-fd");
    if (inputs_fd >= 0) connections.inputs = inherited(inputs_fd, "--inputs-fd");
    if (returned_fd >= 0) connections.returned = inherited(returned_fd, "--returned-fd");
    std::signal(SIGPIPE, SIG_IGN);
    warpscope::device::serve(std::move(connections));
    return 0;
  } catch (const warpscope::arch::ProfileError& error) {
    std::cerr << "warpscope-device: " << error.what() << "\n";
    return kUsageError;
  } catch (const warpscope::record::RecordError& error) {
    std::cerr << "warpscope-device: " << error.what() << "\n";
    return kUsageError;
  } catch (const std::exception& error) {
    std::cerr << "warpscope-device: " << error.what() << ".\n";
    return kUsageError;
  }
}
