#include "runner/build/missing_functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/demangle.h"
#include "base/files.h"
#include "base/spelling.h"
#include "runner/build/object_symbols.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kUnnamed = "(anonymous namespace)::";

bool is_part_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// "add_one" of "app::add_one(float*, int)".
std::string base_name(std::string text) {
  for (auto at = text.find(kUnnamed); at != std::string::npos; at = text.find(kUnnamed)) {
    text.erase(at, kUnnamed.size());
  }
  text = text.substr(0, text.find('('));
  if (const auto at = text.find_last_of(": "); at != std::string::npos) text.erase(0, at + 1);
  return text;
}

/// Spaces in a row, and ends of lines, as one space.
std::string in_one_row(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool is_space = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!is_space) {
      result += c;
    } else if (!result.empty() && result.back() != ' ') {
      result += ' ';
    }
  }
  return result;
}

/// The declaration of a function in a header's text, without its semicolon; empty when there is
/// none.
std::string declaration_in(std::string_view text, std::string_view name) {
  for (auto at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const auto after = at + name.size();
    const bool is_name =
        (at == 0 || !is_part_of_name(text[at - 1])) && after < text.size() && text[after] == '(';
    const auto begin = text.rfind('\n', at) + 1;  // npos + 1 is 0
    const auto end = text.find(';', at);
    const auto line = text.substr(begin, at - begin);
    if (is_name && end != std::string_view::npos && line.find("//") == std::string_view::npos) {
      return in_one_row(text.substr(begin, end - begin));
    }
  }
  return {};
}

struct Declaration {
  std::string text, header;
};

/// How the lab's headers declare a function.
Declaration find_declaration(const DriverParts& parts, const std::string& signature) {
  const auto folder = parts.include_folders.back();
  std::vector<fs::path> headers;
  for (const auto& file : fs::directory_iterator(folder)) headers.push_back(file.path());
  std::ranges::sort(headers);
  for (const auto& header : headers) {
    auto text = declaration_in(read_file(header), base_name(signature));
    if (!text.empty()) return {std::move(text), header.filename().string()};
  }
  return {signature, "the lab"};
}

/// Kernels are functions of the object too, but no driver calls them.
bool is_kernel(const ObjectSymbols& object, const std::string& symbol) {
  const auto is_its_stub = [&](const std::string& other) {
    return other.find("__device_stub_" + symbol) != std::string::npos;
  };
  return std::ranges::any_of(object.defined, is_its_stub) ||
         std::ranges::any_of(object.local_functions, is_its_stub);
}

/// What may be meant to be the function: a sentence, and the name that it has in the file.
struct Guess {
  std::string sentence, name;
};

Guess guess(const ObjectSymbols& exercise, const std::string& signature) {
  const auto name = base_name(signature);
  for (const auto& symbol : exercise.defined) {
    const auto own = demangled(symbol);
    if (base_name(own) != name || is_kernel(exercise, symbol)) continue;
    if (own.find('(') == std::string::npos) {
      return {fmt::format(" The file defines {} as a C function: leave out extern \"C\".", own),
              name};
    }
    return {fmt::format(" The file defines {}, but the lab calls {}.", own, signature), name};
  }
  for (const auto& symbol : exercise.local_functions) {
    const auto own = demangled(symbol);
    if (base_name(own) != name || is_kernel(exercise, symbol)) continue;
    return {
        fmt::format(" The file keeps its {} to itself: leave out static, or the unnamed namespace "
                    "around it.",
                    name),
        name};
  }
  std::vector<std::string> names;
  for (const auto& symbol : exercise.defined) {
    const bool is_function = demangled(symbol).find('(') != std::string::npos;
    if (is_function && !is_kernel(exercise, symbol)) names.push_back(base_name(demangled(symbol)));
  }
  const std::vector<std::string_view> known(names.begin(), names.end());
  const auto nearest = nearest_word(name, known);
  if (nearest.empty()) return {};
  return {fmt::format(" The file has a function {}: is it meant?", nearest), std::string(nearest)};
}

}  // namespace

std::vector<MissingFunction> missing_functions(const DriverParts& parts,
                                               const fs::path& exercise_object,
                                               const std::string& linker_output) {
  const auto exercise = object_symbols(exercise_object);
  ObjectSymbols driver;
  for (const auto& object : parts.objects) {
    driver.defined.merge(object_symbols(object).defined);
    driver.undefined.merge(object_symbols(object).undefined);
  }
  std::vector<MissingFunction> missing;
  for (const auto& symbol : driver.undefined) {
    const auto signature = demangled(symbol);
    const bool is_refused = linker_output.find(signature) != std::string::npos ||
                            linker_output.find(symbol) != std::string::npos;
    const bool is_there = driver.defined.contains(symbol) || exercise.defined.contains(symbol);
    if (is_there || !is_refused || !symbol.starts_with("_Z")) continue;
    const auto [declaration, header] = find_declaration(parts, signature);
    auto meant = guess(exercise, signature);
    missing.push_back({symbol, declaration,
                       fmt::format("The lab calls {}, as {} declares it, and the file does not "
                                   "define it.{}",
                                   declaration, header, meant.sentence),
                       std::move(meant.name)});
  }
  return missing;
}

std::string own_main(const DriverParts& parts, const fs::path& exercise_object) {
  const std::string main = "main";
  if (!object_symbols(exercise_object).defined.contains(main)) return {};
  for (const auto& object : parts.objects) {
    if (!object_symbols(object).defined.contains(main)) continue;
    return "The file defines main, but the lab has a main, which calls your functions: leave yours "
           "out.\n";
  }
  return {};
}

std::string stand_ins(const std::vector<MissingFunction>& functions) {
  std::string text =
      "namespace warpscope::driver { [[noreturn]] void missing_function(const char*); }\n";
  for (std::size_t i = 0; i < functions.size(); ++i) {
    text += fmt::format(
        "void stand_in_{0}() __asm__(\"{1}\");\n"
        "void stand_in_{0}() {{ warpscope::driver::missing_function(R\"name({2})name\"); }}\n",
        i, functions[i].symbol, functions[i].declaration);
  }
  return text;
}

}  // namespace warpscope::runner
