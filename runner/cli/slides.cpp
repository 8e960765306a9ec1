// warpscope slides
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "base/files.h"
#include "base/spelling.h"
#include "presentation/html/deck_page.h"
#include "presentation/markdown/deck.h"
#include "runner/cli/commands.h"
#include "runner/installation/installation.h"
#include "runner/report/pdf.h"

namespace warpscope::cli {
namespace {

namespace fs = std::filesystem;

struct SlidesOptions {
  std::string lab;
  std::string out = ".";
  bool is_pdf = false;
};

/// All decks in alphabetical order, or the one of that name.
std::vector<fs::path> decks(const fs::path& folder, const std::string& name) {
  std::vector<fs::path> all;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".md") all.push_back(entry.path());
  }
  std::ranges::sort(all);
  if (name.empty()) return all;
  std::vector<std::string> names;
  for (const auto& deck : all) {
    if (deck.stem() == name) return {deck};
    names.push_back(deck.stem().string());
  }
  const std::vector<std::string_view> known(names.begin(), names.end());
  const auto meant = did_you_mean(name, known);
  throw UsageError(fmt::format("There is no deck \"{}\"{} There are {}.", name,
                               meant.empty() ? "." : meant, list_of_words(known, "and")));
}

int write_decks(const SlidesOptions& options, const std::stop_token& cancel) {
  const auto installation = runner::Installation::discover();
  const auto chosen = decks(installation.root / "slides", options.lab);
  fs::create_directories(options.out);
  for (const auto& path : chosen) {
    auto page = fs::path(options.out) / path.filename().replace_extension(".html");
    try {
      write_file(page, presentation::deck_page(markdown::parse_deck(read_file(path)),
                                               path.parent_path() / "kept"));
    } catch (const std::exception& error) {
      throw std::runtime_error(fmt::format("{}: {}", path.string(), error.what()));
    }
    fmt::print("{}\n", page.string());
    if (!options.is_pdf) continue;
    auto pdf = page;
    pdf.replace_extension(".pdf");
    runner::print_pdf(page, pdf, cancel);
    fmt::print("{}\n", pdf.string());
  }
  return 0;
}

}  // namespace

void add_slides(CLI::App& app, Action& action) {
  const auto options = std::make_shared<SlidesOptions>();
  auto* command = app.add_subcommand("slides", "Write decks as HTML pages, and as PDF");
  command->add_option("LAB", options->lab, "the lab whose deck it is; all decks unless given");
  command->add_option("--out", options->out,
                      "the folder to write into; the current one unless given");
  command->add_flag("--pdf", options->is_pdf, "also as PDF, printed by chromium");
  command->callback([options, &action] {
    action = [options](const std::stop_token& cancel) { return write_decks(*options, cancel); };
  });
}

}  // namespace warpscope::cli
