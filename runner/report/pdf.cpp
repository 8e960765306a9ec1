#include "runner/report/pdf.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <string>

#include "runner/process/run_to_end.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

/// Whichever of these PATH leads to first; empty when to none.
fs::path find_browser() {
  constexpr std::array kNames{"chromium", "chromium-browser", "google-chrome",
                              "google-chrome-stable"};
  const char* variable = std::getenv("PATH");
  std::istringstream folders(variable != nullptr ? variable : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    for (const char* name : kNames) {
      fs::path program = fs::path(folder) / name;
      if (::access(program.c_str(), X_OK) == 0 && !fs::is_directory(program)) return program;
    }
  }
  return {};
}

}  // namespace

bool has_browser() { return !find_browser().empty(); }

void print_pdf(const fs::path& html, const fs::path& pdf, const std::stop_token& cancel) {
  const auto browser = find_browser();
  if (browser.empty())
    throw std::runtime_error(
        "For a PDF install chromium, or open the HTML page in any browser and print it: it prints "
        "one slide to a page.");
  SpawnOptions options;
  options.arguments = {browser.string(), "--headless", "--disable-gpu", "--no-pdf-header-footer",
                       "--print-to-pdf=" + pdf.string()};
  // Chromium's own sandbox refuses root; the page is ours and can reach nothing.
  if (::geteuid() == 0) options.arguments.emplace_back("--no-sandbox");
  options.arguments.push_back("file://" + fs::absolute(html).string());
  for (char** entry = environ; *entry != nullptr; ++entry) options.environment.emplace_back(*entry);
  std::error_code ignored;
  fs::remove(pdf, ignored);
  const auto finished = run_to_end(
      [&](int output_fd) {
        options.descriptors = {{output_fd, STDOUT_FILENO}, {output_fd, STDERR_FILENO}};
        return ChildProcess::spawn(options);
      },
      std::chrono::seconds(120), 64U << 10, cancel);
  if (!finished.is_success() || !fs::exists(pdf))
    throw std::runtime_error(
        fmt::format("{} did not print {}:\n{}", browser.string(), html.string(), finished.output));
}

}  // namespace warpscope::runner
