// A figure as a deck writes it: a fenced block "figure KIND" with lines "key = value".
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "presentation/figures/drawing.h"
#include "presentation/figures/kinds.h"

namespace warpscope::figures {

/// Why a figure cannot be drawn, in a sentence.
class FigureError : public std::runtime_error {
 public:
  FigureError(std::size_t line, const std::string& sentence)
      : std::runtime_error(sentence), line_(line) {}
  /// Of the block's text, from 1; 0 for the line with its kind.
  std::size_t line() const { return line_; }

 private:
  std::size_t line_;
};

/// A number that the reader may change.
struct Slider {
  std::string key;
  std::int64_t lowest = 0, highest = 0;
  std::vector<std::int64_t> choices;  ///< the only values; empty: all from lowest to highest
};

/// A word that the reader may choose.
struct Choice {
  std::string key;
  std::vector<std::string> values;  ///< two or more
};

class Figure {
 public:
  /// `kind` is what follows "figure". Strict: throws FigureError for an unknown kind or key, a
  /// value out of range, a key given twice, and a number that nothing depends on. Every end of
  /// every slider and every choice has been tried. Kept runs are read from
  /// `kept_folder`/LAB.json, profiles from arch/profiles beside the folder of the decks.
  Figure(std::string_view kind, std::string_view text,
         const std::filesystem::path& kept_folder = {});

  /// What such a figure needs of kept runs, with each of its choices; none for other kinds. Throws
  /// FigureError as the constructor does.
  static std::vector<KeptWish> wishes(std::string_view kind, std::string_view text);

  const std::vector<Slider>& sliders() const { return sliders_; }
  std::int64_t number(std::string_view key) const { return values_.number(key); }
  /// Of a slider, within its range.
  void set(const std::string& key, std::int64_t value) { values_.numbers[key] = value; }
  const std::vector<Choice>& choices() const { return choices_; }
  const std::string& text(std::string_view key) const { return values_.text(key); }
  /// Of a choice, one of its values.
  void choose(const std::string& key, const std::string& value) { values_.texts[key] = value; }
  /// Throws std::runtime_error with a sentence when sliders stand where there is no figure.
  Drawing draw() const { return kind_->draw(values_); }

 private:
  struct WithoutRuns {};
  Figure(std::string_view kind, std::string_view text, WithoutRuns);
  void add_choice(std::string_view value, std::size_t line);
  void check_texts() const;
  void load_runs(const std::filesystem::path& kept_folder);
  void load_profile(const std::filesystem::path& kept_folder);
  void read(std::string_view key, std::string_view value, std::size_t line);
  void add_slider(std::string_view value, std::size_t line);
  void check_use() const;
  void try_ends();

  const Kind* kind_ = nullptr;
  Values values_;
  std::vector<Slider> sliders_;
  std::vector<std::size_t> slider_lines_;
  std::vector<Choice> choices_;
  std::vector<std::size_t> choice_lines_;
  std::shared_ptr<const record::KeptRuns> runs_;           ///< values_.kept
  std::shared_ptr<const arch::Profile> profile_;           ///< values_.profile
  std::map<std::string, std::size_t, std::less<>> given_;  ///< keys and their lines
};

}  // namespace warpscope::figures
