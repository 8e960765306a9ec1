// Texture and surface objects as kernels use them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>

#include "vgpu/memory/device_memory.h"

namespace warpscope::exec {

/// What an element of an image holds: one, two or four components of 8, 16 or 32 bits.
struct ElementFormat {
  enum class Kind : std::uint8_t { signed_integer, unsigned_integer, floating };
  Kind kind = Kind::floating;
  std::uint8_t component_bytes = 4;
  std::uint8_t components = 1;
  std::uint32_t bytes() const { return std::uint32_t{component_bytes} * components; }
};

/// Elements in device memory.
struct Image {
  std::uint64_t address = 0;
  ElementFormat format;
  std::uint32_t width = 0, height = 1, depth = 1;  ///< elements; depth: slices or layers
  std::uint64_t row_pitch = 0, slice_pitch = 0;    ///< bytes
  std::uint8_t dimensions = 1;                     ///< 1, 2 or 3, layers not counted
  bool is_layered = false;
  bool is_linear_memory = false;  ///< addressed by an integer, 0 outside

  /// From the first to behind the last byte; nothing when 64 bits do not hold it.
  std::optional<std::uint64_t> span_bytes() const;
};

/// How a texture's coordinates find elements, Programming Guide, "Texture Fetching".
struct Sampler {
  enum class AddressMode : std::uint8_t { wrap, clamp, mirror, border };
  std::array<AddressMode, 3> address{};
  bool is_linear = false;  ///< filters; only elements that are read as floats
  bool has_normalized_coordinates = false;
  bool reads_normalized_float = false;  ///< integers are read as 0 to 1 or -1 to 1
  std::array<float, 4> border{};
};

struct Texture {
  Image image;
  Sampler sampler;
};

/// The objects of one program, by the handles that kernels have. Not changed while a launch runs.
class TextureTable {
 public:
  TextureTable() = default;
  /// Handles of two devices differ.
  explicit TextureTable(std::uint32_t device)
      : next_handle_(kFirstHandle + (std::uint64_t{device} << 32)) {}
  std::uint64_t add(const Texture& texture);
  std::uint64_t add(const Image& surface);
  bool remove_texture(std::uint64_t handle) { return textures_.erase(handle) == 1; }
  bool remove_surface(std::uint64_t handle) { return surfaces_.erase(handle) == 1; }
  const Texture* texture(std::uint64_t handle) const;
  const Image* surface(std::uint64_t handle) const;
  std::size_t size() const { return textures_.size() + surfaces_.size(); }

 private:
  /// No device address and no small number, so that neither is taken for a handle.
  static constexpr std::uint64_t kFirstHandle = 0x7E00'0000'0000'0001;
  std::uint64_t next_handle_ = kFirstHandle;
  std::map<std::uint64_t, Texture> textures_;
  std::map<std::uint64_t, Image> surfaces_;
};

}  // namespace warpscope::exec
