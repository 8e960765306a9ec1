#include "vgpu/exec/machine/device_printf.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <utility>

#include "vgpu/exec/machine/block.h"

namespace warpscope::exec {
namespace {

constexpr std::size_t kLongestString = 1 << 16;
// What one call prints is cut off behind this.
constexpr std::size_t kLongestText = 1 << 20;
constexpr std::string_view kFlags = "-+ #0";
constexpr std::string_view kLengths = "hlLqjzt";
constexpr std::string_view kDigits = "0123456789";
/// Conversions that take an argument.
constexpr std::string_view kTypes = "cdiouxXpeEfFgGaAsn";
// A field that is wider is not what anybody wants to read.
constexpr int kWidest = 4096;

/// Takes the characters away that `text` begins with and that are in `set`.
void drop(std::string_view& text, std::string_view set) {
  text.remove_prefix(std::min(text.find_first_not_of(set), text.size()));
}

/// Whether a conversion is one that takes arguments, but not of those that printf in a kernel has
/// (CUDA Programming Guide, formatted output): %[flags][width][.precision][size]type, where only
/// the width may be a `*`, sizes are h, l and ll, and %n is missing. What is no conversion at all
/// is printed as it stands.
bool is_unknown(std::string_view conversion) {
  const char type = conversion.back();
  if (conversion.size() < 2 || kTypes.find(type) == std::string_view::npos) return false;
  std::string_view rest = conversion.substr(1, conversion.size() - 2);
  drop(rest, kFlags);
  if (rest.starts_with('*')) {
    rest.remove_prefix(1);
  } else {
    drop(rest, kDigits);
  }
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    drop(rest, kDigits);
  }
  const bool has_known_size = rest.empty() || rest == "h" || rest == "l" || rest == "ll";
  return type == 'n' || !has_known_size;
}

class Formatter {
 public:
  Formatter(const WarpContext& c, std::uint32_t lane, std::uint64_t arguments)
      : c_(c), lane_(lane), next_(arguments) {}

  bool run(std::string_view format) {
    while (!format.empty() && result.text.size() < kLongestText) {
      if (format.front() != '%') {
        const std::size_t plain = std::min(format.find('%'), format.size());
        result.text += format.substr(0, plain);
        format.remove_prefix(plain);
        continue;
      }
      const std::size_t length = conversion_length(format);
      if (!convert(format.substr(0, length))) return false;
      note_unknown(format.substr(0, length));
      format.remove_prefix(length);
    }
    return true;
  }

  Printed result;

 private:
  static std::size_t conversion_length(std::string_view format) {
    std::size_t end = 1;
    while (end < format.size() &&
           (kFlags.find(format[end]) != std::string_view::npos || format[end] == '*' ||
            format[end] == '.' || (format[end] >= '0' && format[end] <= '9') ||
            kLengths.find(format[end]) != std::string_view::npos))
      ++end;
    return std::min(end + 1, format.size());
  }

  template <typename T>
  bool take(T& value) {
    next_ = (next_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    if (!read_generic(c_, lane_, next_, std::as_writable_bytes(std::span(&value, 1)))) return false;
    note_read(next_, sizeof(T));
    next_ += sizeof(T);
    ++result.arguments;
    return true;
  }

  void note_read(std::uint64_t address, std::size_t bytes) {
    if (c_.block->observers.any() && bytes != 0)
      result.reads.push_back({address, static_cast<std::uint32_t>(bytes)});
  }

  void note_unknown(std::string_view conversion) {
    if (c_.block->observers.any() && result.unknown_conversion.empty() && is_unknown(conversion))
      result.unknown_conversion = conversion;
  }

  // A text that somebody has written, and a zero behind it that nobody has, are two things.
  void note_string(std::uint64_t address, std::size_t letters) {
    note_read(address, letters);
    if (letters < kLongestString) note_read(address + letters, 1);
  }

  // Flags, width and precision with each '*' replaced by its argument.
  bool take_stars(std::string_view conversion, std::string& specification) {
    specification = "%";
    bool has_number = false;  // the width, or behind the point the precision
    const std::string_view inside = conversion.substr(1, conversion.size() - 2);
    for (std::size_t i = 0; i < inside.size(); ++i) {
      const char character = inside[i];
      if (kLengths.find(character) != std::string_view::npos) continue;
      if (character == '.') has_number = false;
      if (character != '*' && (character < '1' || character > '9')) {
        specification += character;
        continue;
      }
      std::int32_t number = 0;
      if (character == '*') {
        if (!take(number)) return false;
      } else {
        for (; i < inside.size() && inside[i] >= '0' && inside[i] <= '9'; ++i)
          number = std::min(number * 10 + (inside[i] - '0'), kWidest);
        --i;
      }
      // Side by side, two numbers would become a larger one.
      if (!std::exchange(has_number, true))
        specification += std::to_string(std::clamp(number, -kWidest, kWidest));
    }
    return true;
  }

  template <typename T>
  void print(const std::string& specification, T value) {
    std::array<char, 512> buffer{};
    const int length = std::snprintf(buffer.data(), buffer.size(), specification.c_str(), value);
    if (length < 0) return;
    if (static_cast<std::size_t>(length) < buffer.size()) {
      result.text.append(buffer.data(), static_cast<std::size_t>(length));
      return;
    }
    if (length > static_cast<int>(kLongestString)) return;
    std::string large(static_cast<std::size_t>(length) + 1, '\0');
    std::snprintf(large.data(), large.size(), specification.c_str(), value);
    large.pop_back();
    result.text += large;
  }

  bool convert(std::string_view conversion) {
    const char kind = conversion.back();
    if (conversion == "%%" || (kind == '%' && conversion.size() > 1)) {
      result.text += '%';
      return true;
    }
    std::string specification;
    if (!take_stars(conversion, specification)) return false;
    switch (kind) {
      case 'd':
      case 'i':
      case 'u':
      case 'o':
      case 'x':
      case 'X':
        return convert_integer(conversion, specification, kind);
      case 'c':
        return convert_character(specification);
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
      case 'a':
      case 'A': {
        double value = 0;
        if (!take(value)) return false;
        print(specification + kind, value);
        return true;
      }
      case 's': {
        std::uint64_t address = 0;
        if (!take(address)) return false;
        const auto text = address == 0 ? std::string("(null)") : read_string(c_, lane_, address);
        if (!text) return false;
        if (address != 0) note_string(address, text->size());
        print(specification + 's', text->c_str());
        return true;
      }
      case 'p': {
        std::uint64_t address = 0;
        if (!take(address)) return false;
        if (address == 0) {
          print(specification + 's', "(nil)");
        } else {
          print(specification + "#lx", static_cast<unsigned long>(address));
        }
        return true;
      }
      default:
        result.text += conversion;  // not a conversion
        return true;
    }
  }

  bool convert_character(const std::string& specification) {
    std::int32_t value = 0;
    if (!take(value)) return false;
    print(specification + 'c', value);
    return true;
  }

  bool convert_integer(std::string_view conversion, const std::string& specification, char kind) {
    const auto lengths = std::count(conversion.begin(), conversion.end(), 'h');
    const bool is_long = conversion.find_first_of("lqjzt") != std::string_view::npos;
    std::int64_t value = 0;
    if (is_long) {
      if (!take(value)) return false;
    } else {
      std::int32_t narrow = 0;
      if (!take(narrow)) return false;
      const bool is_signed = kind == 'd' || kind == 'i';
      value = is_signed ? narrow : static_cast<std::int64_t>(static_cast<std::uint32_t>(narrow));
      if (lengths == 1)
        value = is_signed ? static_cast<std::int16_t>(narrow) : static_cast<std::uint16_t>(narrow);
      if (lengths >= 2)
        value = is_signed ? static_cast<std::int8_t>(narrow) : static_cast<std::uint8_t>(narrow);
    }
    print(specification + "ll" + kind, static_cast<long long>(value));
    return true;
  }

  const WarpContext& c_;
  std::uint32_t lane_;
  std::uint64_t next_;
};

}  // namespace

namespace {

// Where the lane's generic address lies in the host's memory; nullptr when it is not all there.
std::byte* generic_place(const WarpContext& c, std::uint32_t lane, std::uint64_t address,
                         std::size_t size_bytes) {
  BlockContext& block = *c.block;
  if (address - memory::kLocalWindowBase < memory::kWindowBytes) {
    const std::uint64_t offset = address - memory::kLocalWindowBase;
    if (offset > block.local_bytes || block.local_bytes - offset < size_bytes) return nullptr;
    return c.local + lane * block.local_bytes + offset;
  }
  if (address - memory::kSharedWindowBase < memory::kWindowBytes) {
    const std::uint64_t offset = address - memory::kSharedWindowBase;
    if (offset > block.shared.size() || block.shared.size() - offset < size_bytes) return nullptr;
    return block.shared.data() + offset;
  }
  return block.memory->translate(address, size_bytes);
}

}  // namespace

bool read_generic(const WarpContext& c, std::uint32_t lane, std::uint64_t address,
                  std::span<std::byte> bytes) {
  const std::byte* from = generic_place(c, lane, address, bytes.size());
  if (from == nullptr) return false;
  std::memcpy(bytes.data(), from, bytes.size());
  return true;
}

bool write_generic(WarpContext& c, std::uint32_t lane, std::uint64_t address,
                   std::span<const std::byte> bytes) {
  std::byte* to = generic_place(c, lane, address, bytes.size());
  if (to == nullptr) return false;
  const std::uint64_t offset = address - memory::kLocalWindowBase;
  if (offset < memory::kWindowBytes)
    c.local_written = std::max<std::uint64_t>(c.local_written, offset + bytes.size());
  std::memcpy(to, bytes.data(), bytes.size());
  return true;
}

std::optional<std::string> read_string(const WarpContext& c, std::uint32_t lane,
                                       std::uint64_t address) {
  std::string text;
  while (text.size() < kLongestString) {
    char character = 0;
    if (!read_generic(c, lane, address + text.size(),
                      std::as_writable_bytes(std::span(&character, 1))))
      return std::nullopt;
    if (character == 0) return text;
    text += character;
  }
  return text;
}

std::optional<Printed> device_printf(const WarpContext& c, std::uint32_t lane, std::uint64_t format,
                                     std::uint64_t arguments) {
  const auto text = read_string(c, lane, format);
  if (!text) return std::nullopt;
  Formatter formatter(c, lane, arguments);
  if (!formatter.run(*text)) return std::nullopt;
  return std::move(formatter.result);
}

}  // namespace warpscope::exec
