#include "runner/build/stages.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <regex>
#include <sstream>
#include <utility>
#include <vector>

namespace warpscope::runner {
namespace {

/// What nvcc printed: the variables that it sets, and its commands.
struct DryRun {
  std::vector<std::pair<std::string, std::string>> variables;
  std::vector<std::string> commands;
};

/// A variable's name at the begin of "NAME=value"; empty when the line is a command.
std::string_view name_in(std::string_view line) {
  const auto equals = line.find('=');
  if (equals == std::string_view::npos || equals == 0) return {};
  const auto name = line.substr(0, equals);
  const bool is_name = std::ranges::all_of(name, [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
  return is_name ? name : std::string_view();
}

DryRun read(std::string_view text) {
  constexpr std::string_view kMark = "#$ ";
  DryRun result;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(kMark)) continue;
    line.erase(0, kMark.size());
    if (const auto name = name_in(line); !name.empty()) {
      result.variables.emplace_back(name, line.substr(name.size() + 1));
    } else {
      result.commands.push_back(line);
    }
  }
  return result;
}

/// Variables that commands name, in quotes for a shell.
std::string assignments(const DryRun& dry_run) {
  std::string text;
  for (const auto& [name, value] : dry_run.variables) {
    if (value.find('\'') != std::string::npos) return {};
    // The others are parts of commands that nvcc has put in already.
    if (name == "CICC_PATH" || name == "NVVMIR_LIBRARY_DIR" || name == "LD_LIBRARY_PATH")
      text += fmt::format("{0}='{1}'; export {0}\n", name, value);
    if (name == "_HERE_") text += fmt::format("PATH='{}':\"$PATH\"; export PATH\n", value);
  }
  return text;
}

std::string program_of(const std::string& command) {
  auto word = command.substr(0, command.find(' '));
  std::erase(word, '"');
  return word.substr(word.rfind('/') + 1);
}

/// The word in quotes behind an option.
std::string value_of(const std::string& command, const std::string& option) {
  const auto at = command.find(option + " \"");
  if (at == std::string::npos) return {};
  const auto begin = at + option.size() + 2;
  return command.substr(begin, command.find('"', begin) - begin);
}

std::string with(std::string text, const std::string& from, const std::string& to) {
  if (const auto at = text.find(from); at != std::string::npos) text.replace(at, from.size(), to);
  return text;
}

/// The stages of one file, known by their programs.
struct Stages {
  std::string host_text, front, device_text, device, check, image, object;
  std::string variables;  ///< assignments for a shell
  std::string id_file, host_file, stub_file, image_file, folder;

  /// Sets variables, and the id that both sides read.
  std::string begin() const {
    return fmt::format("{}printf %s {} >'{}'\n", variables, kModuleId, id_file);
  }
};

std::optional<Stages> known_stages(std::string_view dry_run) {
  const auto plan = read(dry_run);
  constexpr std::array<std::string_view, 8> kPrograms{"gcc",   "cudafe++",  "gcc", "cicc",
                                                      "ptxas", "fatbinary", "rm",  "gcc"};
  if (!std::ranges::equal(plan.commands, kPrograms, {}, program_of)) return std::nullopt;
  const auto& commands = plan.commands;
  Stages stages{commands[0], commands[1],       commands[2], commands[3], commands[4], commands[5],
                commands[7], assignments(plan), {},          {},          {},          {},
                {}};
  constexpr std::string_view kMakesId = "--gen_module_id_file ";
  const auto at = stages.front.find(kMakesId);
  stages.id_file = value_of(stages.front, "--module_id_file_name");
  stages.host_file = value_of(stages.front, "--gen_c_file_name");
  stages.folder = stages.id_file.substr(0, stages.id_file.rfind('/'));
  stages.stub_file = value_of(stages.device, "--stub_file_name");
  stages.image_file =
      value_of(with(stages.image, "--embedded-fatbin=", "--embedded-fatbin "), "--embedded-fatbin");
  const bool is_complete = at != std::string::npos && !stages.folder.empty() &&
                           !stages.host_file.empty() && !stages.stub_file.empty() &&
                           !stages.image_file.empty() && !stages.variables.empty();
  if (!is_complete) return std::nullopt;
  stages.front.erase(at, kMakesId.size());
  // Where ptxas makes machine code, the image has it, so it comes before.
  if (stages.check.find(" -o ") != std::string::npos)
    stages.device += " && " + std::exchange(stages.check, ":");
  return stages;
}

/// In the place of what fatbinary writes for the host compiler, which need not wait for it then:
/// the assembler takes in the file that fatbinary makes.
std::string image_later(const std::string& file) {
  return fmt::format(R"(#include "fatbinary_section.h"
asm(".section .nv_fatbin, \"a\"\n.align 8\nfatbinData:\n.incbin \"{}\"\n.text\n");
extern "C" {{
extern const unsigned long long fatbinData[1];
static const __fatBinC_Wrapper_t __fatDeviceText __attribute__((aligned(8)))
__attribute__((section(".nvFatBinSegment"))) = {{0x466243b1, 1, fatbinData, 0}};
}}
)",
                     file);
}

/// The last line of what cicc writes for the host's side.
constexpr const char* kLastOfStubs = "#pragma GCC diagnostic pop";

/// The host compiler's stage up to its assembler's text, and from there on.
struct HostCompiler {
  std::string to_text, to_object;
};
std::optional<HostCompiler> in_two(const Stages& stages) {
  const std::regex output(R"re( -o "([^"]*)" *$)re");
  std::smatch found;
  const auto to_text = with(stages.object, " -c -x c++ ", " -S -x c++ ");
  if (to_text == stages.object || !std::regex_search(to_text, found, output)) return std::nullopt;
  const auto text = stages.folder + "/object.s";
  return HostCompiler{found.prefix().str() + " -o \"" + text + "\"",
                      fmt::format("gcc -c -m64 '{}' -o '{}'", text, found[1].str())};
}

/// The first of the two; with precompiled headers where the text that it compiles begins with
/// theirs.
std::string text_with(const Stages& stages, const std::string& to_text,
                      const PrecompiledText& headers) {
  if (headers.bytes == 0) return to_text;
  // A file of the same name, which the linker may have to name; what it includes stays where it is.
  const auto rest_folder = stages.folder + "/rest";
  const auto rest = rest_folder + stages.host_file.substr(stages.host_file.rfind('/'));
  const auto quoted_file = "\"" + stages.host_file + "\"";
  const auto of_rest = with(to_text, quoted_file,
                            fmt::format("-iquote \"{}\" -include \"{}\" \"{}\"", stages.folder,
                                        headers.text.string(), rest));
  return fmt::format(
      "if head -c {0} '{1}' | cmp -s - '{2}'; then "
      "mkdir '{4}' && tail -c +{3} '{1}' >'{5}' && {6}; else {7}; fi",
      headers.bytes, stages.host_file, headers.text.string(), headers.bytes + 1, rest_folder, rest,
      of_rest, to_text);
}

// Names with two underscores are the library's own, so no exercise has them.
constexpr std::string_view kQuestion = "__builtin_constant_p(__n) && __n ==";
constexpr std::string_view kWithoutQuestion = "false && __n ==";

constexpr std::string_view kHeaderFirst = R"( -include "cuda_runtime.h" )";
/// Where the text behind what the compiler does by itself begins.
constexpr std::string_view kBuiltIn = "# 0 \"<built-in>\"";
constexpr std::string_view kBackFromHeaders = "# 0 \"<command-line>\" 2";

/// A preprocessor's stage with other arguments in the place of the header, which prints to
/// `output`. Nothing where the header is not there.
struct PreprocessorStage {
  std::string command, source, output;
};
std::optional<PreprocessorStage> with_other_header(const std::string& stage,
                                                   const std::string& arguments) {
  const std::regex files(R"re("([^"]*)" -o "([^"]*)" *$)re");
  std::smatch found;
  const auto command = with(stage, std::string(kHeaderFirst), " " + arguments + " ");
  if (command == stage || !std::regex_search(command, found, files)) return std::nullopt;
  return PreprocessorStage{found.prefix().str() + "\"" + found[1].str() + "\"", found[1].str(),
                           found[2].str()};
}

/// The same text as the stage makes, without reading the header.
std::string text_behind(const std::string& stage, const PrecompiledText& headers,
                        const Preprocessed& side) {
  if (headers.preprocessed.empty()) return stage;
  const auto macros = (headers.preprocessed / side.macros).string();
  const auto changed =
      with_other_header(stage, fmt::format("{} -imacros \"{}\"", headers.option, macros));
  if (!changed) return stage;
  return fmt::format(
      "{command} -o \"{output}.rest\" && {{ sed '/^{built_in}$/,$d' '{output}.rest' && "
      "cat '{text}' && sed '1,/^# 1 \"{source}\"$/d; {questions}' '{output}.rest'; }} "
      ">'{output}'",
      fmt::arg("command", changed->command), fmt::arg("output", changed->output),
      fmt::arg("built_in", kBuiltIn), fmt::arg("source", changed->source),
      fmt::arg("questions", command_without_questions()),
      fmt::arg("text", (headers.preprocessed / side.text).string()));
}

/// The last command for linking, without the object that the device linker would have made, and
/// with the option `$linker`. Nothing where the command is another one.
std::optional<std::string> link_command(std::string_view dry_run) {
  const auto plan = read(dry_run);
  if (plan.commands.empty()) return std::nullopt;
  const auto command = plan.commands.back();
  constexpr std::string_view kProgram = "g++ ";
  const std::regex device_object(R"re("[^"]*_dlink\.o" )re");
  std::smatch found;
  if (!command.starts_with(kProgram) || !std::regex_search(command, found, device_object)) {
    return std::nullopt;
  }
  const auto rest = found.prefix().str().substr(kProgram.size()) + found.suffix().str();
  return std::string(kProgram) + "$linker " + rest;
}

}  // namespace

std::string without_questions(std::string text) {
  for (auto at = text.find(kQuestion); at != std::string::npos; at = text.find(kQuestion, at))
    text.replace(at, kQuestion.size(), kWithoutQuestion);
  return text;
}

std::string command_without_questions() {
  std::string replacement;
  for (const char each : kWithoutQuestion) {
    if (each == '&') replacement += '\\';  // alone it stands for what was found
    replacement += each;
  }
  return fmt::format("s/{}/{}/g", kQuestion, replacement);
}

std::optional<std::string> stages_side_by_side(const DryRuns& dry_runs,
                                               const PrecompiledText& headers) {
  const auto stages = known_stages(dry_runs.compile);
  const auto link = link_command(dry_runs.link);
  if (!stages || !link) return std::nullopt;
  const auto host_compiler = in_two(*stages);
  if (!host_compiler) return std::nullopt;
  const auto image = stages->folder + "/image.fatbin";
  const auto embedded = "--embedded-fatbin=\"" + stages->image_file + "\"";
  return fmt::format(
      "{begin}"
      "cat >'{image_file}' <<'END'\n{image_later}END\n"
      "device() {{ {device_text} && {device} && {image} && {{ {check}; }} >'{folder}/check.log' "
      "2>&1; }}\n"
      "device_side() {{ device; ended=$?; : >'{folder}/device.ended'; return $ended; }}\n"
      // cicc writes the stubs, which the host's side includes, long before it has finished. To look
      // is cheap for as long as there is no file: no other program is started.
      "has_stubs() {{ [ -e '{folder}/device.ended' ] || "
      "{{ [ -s '{stub}' ] && [ \"$(tail -n 1 '{stub}')\" = '{last_of_stubs}' ]; }}; }}\n"
      "host() {{ {host_text} && {front}; }}\n"
      "text() {{ {text}; }}\n"
      "object() {{ {object}; }}\n"
      "failed() {{ cat '{folder}'/*.log; exit 1; }}\n"
      "device_side >'{folder}/device.log' 2>&1 & side=$!\n"
      "host >'{folder}/host.log' 2>&1; ended=$?\n"
      "if [ $ended = 0 ]; then\n"
      "until has_stubs; do sleep 0.02; done\n"
      "cp '{stub}' '{stub}.used'; text >'{folder}/object.log' 2>&1; ended=$?\n"
      "fi\n"
      "wait $side && [ $ended = 0 ] && cmp -s '{stub}' '{stub}.used' || failed\n"
      "object >>'{folder}/object.log' 2>&1 || failed\n"
      "cat '{folder}/host.log' '{folder}/device.log' '{folder}/check.log' '{folder}/object.log'\n"
      "linker=; if command -v ld.gold >/dev/null; then linker=-fuse-ld=gold; fi\n"
      "{link} >'{folder}/link.log' 2>&1 && [ ! -s '{folder}/link.log' ] || exit {link_failed}\n",
      fmt::arg("begin", stages->begin()), fmt::arg("folder", stages->folder),
      fmt::arg("stub", stages->stub_file), fmt::arg("image_file", stages->image_file),
      fmt::arg("image_later", image_later(image)),
      fmt::arg("device_text", text_behind(stages->device_text, headers, kPreprocessedDevice)),
      fmt::arg("device", stages->device), fmt::arg("last_of_stubs", kLastOfStubs),
      fmt::arg("image", with(stages->image, embedded, "--create=\"" + image + "\"")),
      fmt::arg("host_text", text_behind(stages->host_text, headers, kPreprocessedHost)),
      fmt::arg("front", stages->front), fmt::arg("check", stages->check),
      fmt::arg("text", text_with(*stages, host_compiler->to_text, headers)),
      fmt::arg("object", host_compiler->to_object), fmt::arg("link", *link),
      fmt::arg("link_failed", kLinkFailed));
}

std::optional<std::string> host_side(std::string_view dry_run, const std::string& result,
                                     const PrecompiledText& headers) {
  const auto stages = known_stages(dry_run);
  if (!stages) return std::nullopt;
  return fmt::format("{}{} && {} && mv '{}' '{}'\n", stages->begin(),
                     text_behind(stages->host_text, headers, kPreprocessedHost), stages->front,
                     stages->host_file, result);
}

std::optional<std::string> preprocess(std::string_view dry_run, const PrecompiledText& headers) {
  const auto stages = known_stages(dry_run);
  if (!stages) return std::nullopt;
  const auto header = headers.option + std::string(kHeaderFirst);
  std::string script = stages->begin() + ":";
  const std::array sides{std::pair(stages->host_text, kPreprocessedHost),
                         std::pair(stages->device_text, kPreprocessedDevice)};
  for (const auto& [stage, files] : sides) {
    const auto text = with_other_header(stage, header);
    const auto macros = with_other_header(stage, "-dD " + header);
    if (!text || !macros) return std::nullopt;
    script += fmt::format(" && {} >'{}' && {} >'{}'", text->command,
                          (headers.preprocessed / files.text).string(), macros->command,
                          (headers.preprocessed / files.macros).string());
  }
  return script + "\n";
}

std::string macros_in(std::string_view text) {
  constexpr std::array<std::string_view, 6> kWanted{
      "# ", "#define ", "#undef ", "#pragma push_macro", "#pragma pop_macro", "#pragma GCC poison"};
  std::string all, known;  // up to where the preprocessor was back from a header for the last time
  bool is_in_header = false;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    if (line == kBackFromHeaders) known = all;
    is_in_header = is_in_header || line.ends_with("/cuda_runtime.h\" 1");
    const bool is_wanted = std::ranges::any_of(
        kWanted, [&](std::string_view begin) { return line.starts_with(begin); });
    if (!is_in_header || !is_wanted) continue;
    // 1 and 2 behind a place enter and leave a file, which the reader of this text does not do.
    const auto flag = line.rfind("\" ") + 2;
    if (line.front() == '#' && line[1] == ' ' && flag < line.size() &&
        (line[flag] == '1' || line[flag] == '2')) {
      line.erase(flag, 2);
    }
    all += line + '\n';
  }
  return known;
}

std::string text_before_file(std::string_view text) {
  const auto begin = text.find(kBuiltIn);
  return begin == std::string_view::npos ? std::string() : std::string(text.substr(begin));
}

std::optional<std::string> precompile(std::string_view dry_run, const std::string& header) {
  const auto stages = known_stages(dry_run);
  if (!stages) return std::nullopt;
  // The precompiled header has its place in the object's stead.
  const std::regex source(R"re( -c -x c\+\+ )re"), output(R"re( -o "[^"]*" *$)re");
  auto command = std::regex_replace(stages->object, source, " -x c++-header ");
  if (command == stages->object) return std::nullopt;
  command = with(command, stages->host_file, header);
  return stages->begin() + std::regex_replace(command, output, " -o \"" + header + ".gch\"") + "\n";
}

}  // namespace warpscope::runner
