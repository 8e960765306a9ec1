#include "vgpu/exec/textures/texture.h"

namespace warpscope::exec {
namespace {

template <typename Map>
auto* find_in(Map& map, std::uint64_t handle) {
  const auto found = map.find(handle);
  return found == map.end() ? nullptr : &found->second;
}

}  // namespace

std::optional<std::uint64_t> Image::span_bytes() const {
  if (width == 0 || height == 0 || depth == 0) return 0;
  std::uint64_t rows = 0;
  std::uint64_t slices = 0;
  std::uint64_t bytes = std::uint64_t{width} * format.bytes();
  if (__builtin_mul_overflow(std::uint64_t{height - 1}, row_pitch, &rows) ||
      __builtin_mul_overflow(std::uint64_t{depth - 1}, slice_pitch, &slices) ||
      __builtin_add_overflow(bytes, rows, &bytes) ||
      __builtin_add_overflow(bytes, slices, &bytes)) {
    return std::nullopt;
  }
  return bytes;
}

std::uint64_t TextureTable::add(const Texture& texture) {
  textures_.emplace(next_handle_, texture);
  return next_handle_++;
}

std::uint64_t TextureTable::add(const Image& surface) {
  surfaces_.emplace(next_handle_, surface);
  return next_handle_++;
}

const Texture* TextureTable::texture(std::uint64_t handle) const {
  return find_in(textures_, handle);
}

const Image* TextureTable::surface(std::uint64_t handle) const {
  return find_in(surfaces_, handle);
}

}  // namespace warpscope::exec
