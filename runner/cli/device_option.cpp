#include "runner/cli/device_option.h"

#include "runner/run/open_device.h"

namespace warpscope::cli {

void add_device_option(CLI::App& command, std::string& profile) {
  command
      .add_option_function<std::string>(
          "--device",
          [&profile, usual = profile](const std::string& device) {
            try {
              profile = runner::profile_of_device(device, usual);
            } catch (const std::runtime_error& error) {
              std::string sentence = error.what();
              sentence.pop_back();  // what prints it ends it with a point
              throw CLI::ValidationError("--device", sentence);
            }
          },
          "virtual:PROFILE; cuda:0, a real GPU of this machine, whose times are measured; or auto, "
          "the real one where there is one")
      ->type_name("DEVICE")
      ->excludes(command.get_option("--profile"));
}

}  // namespace warpscope::cli
