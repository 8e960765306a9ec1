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
  bool must_print = false, may_print = true;
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
  std::vector<fs::path> pages;
  for (const auto& path : chosen) {
    auto page = fs::path(options.out) / path.filename().replace_extension(".html");
    try {
      write_file(page, presentation::deck_page(markdown::parse_deck(read_file(path)),
                                               path.parent_path() / "kept"));
    } catch (const std::exception& error) {
      throw std::runtime_error(fmt::format("{}: {}", path.string(), error.what()));
    }
    fmt::print("{}\n", page.string());
    pages.push_back(std::move(page));
  }
  if (!options.must_print && !options.may_print) return 0;
  if (!options.must_print && !runner::has_browser()) {
    fmt::print(stderr, "No PDF: that takes chromium or Chrome, which is not installed.\n");
    return 0;
  }
  for (const auto& page : pages) {
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
  auto* must_print = command->add_flag("--pdf", options->must_print,
                                       "fail where there is no chromium that prints PDFs");
  command->add_flag("!--no-pdf", options->may_print, "HTML pages alone")->excludes(must_print);
  command->callback([options, &action] {
    action = [options](const std::stop_token& cancel) { return write_decks(*options, cancel); };
  });
}

}  // namespace warpscope::cli
