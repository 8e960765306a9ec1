// Instruction forms and the kernels that run them: kernel kN loads each thread's source values,
// executes the form once and stores the result.
#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <vector>

namespace warpscope::golden {

/// A line of forms.csv: "text|destination|source,source|hash", kinds as inputs() takes them.
struct Form {
  std::string text;  ///< operands $d, $a, $b, $c, $e are appended unless it has some
  std::string destination;
  std::vector<std::string> sources;
  std::uint64_t hash = 0;  ///< of the results on the hardware
};

inline std::vector<Form> read_forms(std::istream& stream) {
  std::vector<Form> forms;
  for (std::string line; std::getline(stream, line);) {
    if (line.empty() || line[0] == '#') continue;
    // The text may have bars itself.
    const std::size_t third = line.rfind('|'), second = line.rfind('|', third - 1),
                      first = line.rfind('|', second - 1);
    Form form;
    form.text = line.substr(0, first);
    form.destination = line.substr(first + 1, second - first - 1);
    std::string source;
    for (const char letter : line.substr(second + 1, third - second - 1) + ',') {
      if (letter != ',') {
        source += letter;
        continue;
      }
      form.sources.push_back(source);
      source.clear();
    }
    form.hash = std::stoull(line.substr(third + 1), nullptr, 16);
    forms.push_back(form);
  }
  return forms;
}

/// FNV-1a over the low bytes of the results.
inline std::uint64_t hash_results(const std::vector<std::uint64_t>& results, char kind) {
  const int bytes = kind == 'p' ? 1 : kind == 'h' ? 2 : kind == 'r' || kind == 'f' ? 4 : 8;
  std::uint64_t hash = 0xcbf29ce484222325ull;
  for (const std::uint64_t result : results) {
    for (int i = 0; i < bytes; ++i)
      hash = (hash ^ (result >> (8 * i) & 0xff)) * 0x100000001b3ull;
  }
  return hash;
}

inline std::string register_type(char kind) {
  switch (kind) {
    case 'p':
      return "pred";
    case 'h':
      return "b16";
    case 'r':
      return "b32";
    case 'f':
      return "f32";
    case 'g':
      return "f64";
    default:
      return "b64";
  }
}

inline std::string form_module_head() {
  return ".version 9.0\n.target sm_90\n.address_size 64\n";
}

inline std::string form_kernel(std::size_t index, const Form& form) {
  static constexpr char kNames[] = {'a', 'b', 'c', 'e'};
  std::string body = ".visible .entry k" + std::to_string(index) +
                     "(.param .u64 in0, .param .u64 in1, .param .u64 in2, .param .u64 in3, "
                     ".param .u64 out) {\n.reg .pred %p<16>; .reg .b32 %r<16>; .reg .b64 %rd<16>;\n"
                     "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x;\n"
                     "mad.lo.u32 %r1, %r2, %r3, %r1; mul.wide.u32 %rd1, %r1, 8;\n";
  const auto address = [&](const std::string& parameter) {
    body += "ld.param.u64 %rd8, [" + parameter + "]; add.u64 %rd9, %rd8, %rd1;\n";
  };
  for (std::size_t i = 0; i < form.sources.size(); ++i) {
    const char kind = form.sources[i][0];
    const std::string name = std::string("%x") + kNames[i];
    body += ".reg ." + register_type(kind) + " " + name + ";\n";
    address("in" + std::to_string(i));
    body += kind == 'p' ? "ld.global.u32 %r9, [%rd9]; setp.ne.u32 " + name + ", %r9, 0;\n"
                        : "ld.global." + register_type(kind) + " " + name + ", [%rd9];\n";
  }
  const char kind = form.destination[0];
  body += ".reg ." + register_type(kind) + " %xd;\n";
  address("out");
  std::string text = form.text;
  if (text.find('$') == std::string::npos) {
    text += " $d";
    for (std::size_t i = 0; i < form.sources.size(); ++i) text += std::string(", $") + kNames[i];
  }
  for (std::size_t at = text.find('$'); at != std::string::npos; at = text.find('$'))
    text.replace(at, 1, "%x");
  body += text + (text.back() == '}' ? "\n" : ";\n");
  body += kind == 'p' ? "selp.u32 %r9, 1, 0, %xd; st.global.u32 [%rd9], %r9;\n"
                      : "st.global." + register_type(kind) + " [%rd9], %xd;\n";
  return body + "ret;\n}\n";
}

}  // namespace warpscope::golden
