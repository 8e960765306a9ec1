#include "vgpu/exec/instructions/texture.h"

#include <cmath>

#include "vgpu/exec/access/observers.h"
#include "vgpu/exec/machine/block.h"
#include "vgpu/exec/textures/sampling.h"

namespace warpscope::exec::texture {
namespace {

/// What tex and tld4 state.
struct TextureForm {
  std::uint8_t dimensions = 1;
  bool is_layered = false;
  bool is_index = false;   ///< integer coordinates
  bool is_gather = false;  ///< tld4
  std::uint8_t component = 0;
  Slot third_coordinate = kNoSlot;
  Slot results[4] = {kNoSlot, kNoSlot, kNoSlot, kNoSlot};
};

const Operation* fail(WarpContext& c, const Operation* op, std::uint32_t lane, std::uint64_t handle,
                      const char* sentence) {
  raise(c, op, Fault::Kind::out_of_bounds, 1U << lane, sentence, handle);
  c.block->fault->space = ptx::Space::special;  // no address of global memory
  return nullptr;
}

struct BoundTexture {
  const Texture* texture = nullptr;
  const std::byte* pixels = nullptr;
  std::uint64_t bytes = 0;
};

/// The texture of a handle with its bytes; the reason when there is none.
const char* bind(const WarpContext& c, std::uint64_t handle, const TextureForm& form,
                 BoundTexture& bound) {
  const TextureTable* table = c.block->options->textures;
  bound.texture = table == nullptr ? nullptr : table->texture(handle);
  if (bound.texture == nullptr) {
    return "A texture is read through a handle that is no texture object, or one that was "
           "destroyed.";
  }
  const Image& image = bound.texture->image;
  const bool is_fetch = form.is_index && image.is_linear_memory;
  if (!is_fetch && (image.dimensions != form.dimensions || image.is_layered != form.is_layered)) {
    return "A texture is read with another number of dimensions than it has.";
  }
  if (form.is_index && !image.is_linear_memory) {
    return "A texture that is not linear memory is read by an index.";
  }
  const auto bytes = image.span_bytes();
  if (bytes == std::uint64_t{0}) return nullptr;
  bound.pixels = bytes ? c.block->memory->translate(image.address, *bytes) : nullptr;
  bound.bytes = bytes.value_or(0);
  return bound.pixels == nullptr ? "A texture is read whose memory was freed." : nullptr;
}

LaneSamples read(const BoundTexture& bound, const TextureForm& form, WarpContext& c,
                 const Operation* op, TouchedElements* touched) {
  if (form.is_index) {
    return fetch(*bound.texture, bound.pixels, c.at<std::int32_t>(op->b), touched);
  }
  LaneCoordinates coordinates;
  const std::array<Slot, 3> slots{op->b, op->c, form.third_coordinate};
  std::size_t next = 0;
  if (form.is_layered) coordinates.layer = c.at<std::int32_t>(slots.at(next++));
  for (std::size_t axis = 0; axis < form.dimensions; ++axis) {
    coordinates.at.at(axis) = c.at<float>(slots.at(next++));
  }
  return form.is_gather ? gather(*bound.texture, bound.pixels, coordinates, form.component, touched)
                        : sample(*bound.texture, bound.pixels, coordinates, touched);
}

/// Tells observers what a fetch has read.
bool tell(WarpContext& c, const Operation* op, const BoundTexture& bound,
          const TouchedElements& touched) {
  const Image& image = bound.texture->image;
  const memory::Allocation* allocation =
      bound.bytes == 0 ? nullptr : c.block->memory->find(image.address);
  const ImageAccess access{
      .operation = *op,
      .site = op->site,
      .elements = touched.elements(),
      .size_bytes = image.format.bytes(),
      .is_load = true,
      .is_store = false,
      .allocation = allocation,
      .image_offset = allocation == nullptr ? 0 : image.address - allocation->address,
      .image_bytes = bound.bytes};
  return ImageObservers::tell(c, access);
}

/// The element that a lane asks for along the only axis, of coordinates that are not normalized.
std::int64_t asked_for(WarpContext& c, const Operation* op, const TextureForm& form,
                       std::uint32_t lane) {
  if (form.is_index) return c.at<std::int32_t>(op->b)[lane];
  constexpr double kFar = 1LL << 40;  // behind all elements that there may be
  const double x = std::floor(c.at<float>(op->b)[lane]);
  return x > -kFar && x < kFar ? static_cast<std::int64_t>(x) : static_cast<std::int64_t>(kFar);
}

/// Tells observers of lanes that ask for elements which linear memory does not have: it has no
/// address modes (CUDA Runtime API, cudaTextureDesc). Who names the border, whose colour is what
/// such lanes get, wants them.
void tell_outside(WarpContext& c, const Operation* op, const TextureForm& form,
                  const Texture& texture, std::uint32_t mask) {
  const Image& image = texture.image;
  if (!image.is_linear_memory || texture.sampler.has_normalized_coordinates ||
      texture.sampler.address[0] == Sampler::AddressMode::border)
    return;
  OutsideFetch fetch{.who = {c.warp_index, 0},
                     .instruction = op->instruction,
                     .index = 0,
                     .elements = image.width};
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::int64_t index = asked_for(c, op, form, lane);
    if (index >= 0 && index < std::int64_t{image.width}) continue;
    if (fetch.who.lanes == 0) fetch.index = index;
    fetch.who.lanes |= 1U << lane;
  }
  if (fetch.who.lanes != 0) c.block->observers.tell(fetch);
}

// a: the handle, b and c: the first coordinates.
const Operation* fetch_lanes(WarpContext& c, const Operation* op) {
  const auto form = op->form<TextureForm>();
  const std::uint64_t* handles = c.at<std::uint64_t>(op->a);
  // All are read before one is written: a result may go where a coordinate came from.
  LaneSamples samples;
  for (std::uint32_t rest = c.active; rest != 0;) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    BoundTexture bound;
    const char* trouble = bind(c, handles[lane], form, bound);
    if (trouble != nullptr) return fail(c, op, lane, handles[lane], trouble);
    const std::uint32_t mask = lanes_of(handles, lane, rest);
    rest &= ~mask;
    if (c.block->observers.any()) tell_outside(c, op, form, *bound.texture, mask);
    TouchedElements touched(bound.texture->image.address, mask);
    const LaneSamples read_now = read(bound, form, c, op, &touched);
    if (!tell(c, op, bound, touched)) return nullptr;
    if (mask == c.active) {
      samples = read_now;
      break;
    }
    for (std::size_t k = 0; k < samples.size(); ++k) {
      for (std::uint32_t i = 0; i < kWarpSize; ++i) {
        if ((mask >> i & 1U) != 0) samples[k][i] = read_now[k][i];
      }
    }
  }
  for (std::size_t k = 0; k < samples.size(); ++k) {
    if (form.results[k] == kNoSlot) continue;
    auto* d = c.at<std::uint32_t>(form.results[k]);
    for (std::uint32_t i = 0; i < kWarpSize; ++i) {
      d[i] = (c.active >> i & 1U) != 0 ? samples[k][i] : d[i];
    }
  }
  return op + 1;
}

enum class Query : std::uint8_t { width, height, depth, normalized_coordinates };

template <bool kSurface>
const Operation* query_lanes(WarpContext& c, const Operation* op) {
  const TextureTable* table = c.block->options->textures;
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uint64_t handle = c.at<std::uint64_t>(op->a)[lane];
    const Texture* texture = table == nullptr || kSurface ? nullptr : table->texture(handle);
    const Image* image = texture == nullptr ? nullptr : &texture->image;
    if (kSurface && table != nullptr) image = table->surface(handle);
    if (image == nullptr) {
      return fail(c, op, lane, handle, "A query names no texture or surface object.");
    }
    std::uint32_t value = 0;
    switch (op->form<Query>()) {
      case Query::width:
        value = image->width;
        break;
      case Query::height:
        value = image->dimensions >= 2 ? image->height : 0;
        break;
      case Query::depth:
        value = image->dimensions == 3 ? image->depth : 0;
        break;
      case Query::normalized_coordinates:
        value = texture != nullptr && texture->sampler.has_normalized_coordinates ? 1 : 0;
        break;
    }
    c.at<std::uint32_t>(op->d)[lane] = value;
  }
  return op + 1;
}

// The predicate of {a, b, c, d}|p: whether the texels are there, which they are in all textures but
// sparse ones.
const Operation* set_resident(WarpContext& c, const Operation* op) {
  c.predicate(op->d) |= c.active;
  return op + 1;
}

void emit_resident(Builder& builder) {
  const ptx::Operand& results = builder.operand(0);
  if (results.kind != ptx::Operand::Kind::pair) return;
  bool ignored = false;
  const Slot resident = builder.predicate(results.elements[1], ignored);
  builder.emit(set_resident).d = resident;
}

void emit_fetch(Builder& builder, TextureForm form, ptx::Type coordinate) {
  const bool has_predicate = builder.operand(0).kind == ptx::Operand::Kind::pair;
  const ptx::Operand& results = has_predicate ? builder.operand(0).elements[0] : builder.operand(0);
  if (results.kind != ptx::Operand::Kind::vector || results.elements.size() != 4) {
    builder.unsupported("a result that is not a vector of four");
  }
  for (std::size_t k = 0; k < 4; ++k) {
    if (results.elements[k].kind == ptx::Operand::Kind::sink) continue;
    const Sized sized = builder.any_destination(results.elements[k]);
    if (sized.lane_bytes != 4) builder.unsupported("a result that is not 32 bits wide");
    form.results[k] = sized.slot;
  }
  const Place place =
      place_of(builder, builder.operand(1), {form.dimensions, form.is_layered}, coordinate);
  const std::uint32_t site = builder.add_site(AccessSite::Kind::image);
  Operation& op = builder.emit(fetch_lanes);
  op.site = site;
  op.a = place.handle;
  op.b = place.at[0];
  op.c = place.at[1];
  form.third_coordinate = place.at[2];
  op.set_form(form);
  emit_resident(builder);
}

ptx::Type take_result_type(Builder& builder) {
  const ptx::Type type = builder.need_type();
  if (type != ptx::Type::f32 && type != ptx::Type::u32 && type != ptx::Type::s32) {
    builder.unsupported("this type of result");
  }
  return type;
}

void build_query(Builder& builder, Handler handler, bool is_surface) {
  Query query = Query::width;
  if (builder.take("height")) {
    query = Query::height;
  } else if (builder.take("depth")) {
    query = Query::depth;
  } else if (!is_surface && builder.take("normalized_coords")) {
    query = Query::normalized_coordinates;
  } else if (!builder.take("width")) {
    builder.unsupported("this query");
  }
  const ptx::Type type = builder.need_type();
  if (type != ptx::Type::b32) builder.unsupported("this type of result");
  const Slot to = builder.destination(0, type);
  const Slot handle = handle_of(builder, builder.operand(1));
  Operation& op = builder.emit(handler);
  op.d = to;
  op.a = handle;
  op.set_form(query);
}

}  // namespace

std::uint32_t lanes_of(const std::uint64_t* handles, std::uint32_t lane, std::uint32_t mask) {
  std::uint32_t same = 0;
  for (std::uint32_t i = 0; i < kWarpSize; ++i) {
    same |= static_cast<std::uint32_t>(handles[i] == handles[lane]) << i;
  }
  return same & mask;
}

Geometry take_geometry(Builder& builder) {
  if (builder.take("1d")) return {1, false};
  if (builder.take("2d")) return {2, false};
  if (builder.take("3d")) return {3, false};
  if (builder.take("a1d")) return {1, true};
  if (builder.take("a2d")) return {2, true};
  builder.unsupported("this geometry");
}

Slot handle_of(Builder& builder, const ptx::Operand& operand) {
  if (operand.kind != ptx::Operand::Kind::address || operand.elements.empty() ||
      operand.elements[0].kind != ptx::Operand::Kind::reg || operand.bits != 0) {
    builder.unsupported("a texture or surface that is not an object (a reference)");
  }
  return builder.source(operand.elements[0], ptx::Type::b64);
}

Place place_of(Builder& builder, const ptx::Operand& operand, const Geometry& geometry,
               ptx::Type coordinate) {
  Place place;
  place.handle = handle_of(builder, operand);
  if (operand.elements.size() != 2) builder.unsupported("a sampler of its own");
  const ptx::Operand& list = operand.elements[1];
  const std::span<const ptx::Operand> elements = list.kind == ptx::Operand::Kind::vector
                                                     ? std::span<const ptx::Operand>(list.elements)
                                                     : std::span<const ptx::Operand>(&list, 1);
  // Three coordinates come as four, of which the last one means nothing.
  if (elements.size() < geometry.coordinates()) builder.unsupported("so few coordinates");
  for (std::uint32_t k = 0; k < geometry.coordinates(); ++k) {
    const bool is_layer = geometry.is_layered && k == 0;
    place.at[k] = builder.source(elements[k], is_layer ? ptx::Type::b32 : coordinate);
  }
  return place;
}

void build_tex(Builder& builder) {
  const bool has_level = builder.take("level");
  const bool has_gradient = !has_level && builder.take("grad");
  builder.take("base");
  const Geometry geometry = take_geometry(builder);
  if (!builder.take("v4")) builder.unsupported("a result that is not .v4");
  take_result_type(builder);
  const ptx::Type coordinate = builder.need_type();
  if (coordinate != ptx::Type::f32 && coordinate != ptx::Type::s32) {
    builder.unsupported("this type of coordinates");
  }
  TextureForm form{geometry.dimensions, geometry.is_layered, coordinate == ptx::Type::s32};
  if (form.is_index && geometry.coordinates() != 1) {
    builder.unsupported("integer coordinates in more than one dimension");
  }
  // There are no mipmaps: the only level is taken, whatever level or gradient is asked for.
  const std::size_t operands = 2 + (has_level ? 1U : 0U) + (has_gradient ? 2U : 0U);
  if (builder.operand_count() != operands) builder.unsupported("an offset or depth comparison");
  emit_fetch(builder, form, coordinate);
}

void build_tld4(Builder& builder) {
  TextureForm form;
  form.is_gather = true;
  if (builder.take("g")) form.component = 1;
  if (form.component == 0 && builder.take("b")) form.component = 2;
  if (form.component == 0 && builder.take("a")) form.component = 3;
  builder.take("r");
  const Geometry geometry = take_geometry(builder);
  if (geometry.dimensions != 2) builder.unsupported("this geometry");
  form.dimensions = geometry.dimensions;
  form.is_layered = geometry.is_layered;
  if (!builder.take("v4")) builder.unsupported("a result that is not .v4");
  take_result_type(builder);
  if (builder.need_type() != ptx::Type::f32) builder.unsupported("this type of coordinates");
  if (builder.operand_count() != 2) builder.unsupported("an offset or depth comparison");
  emit_fetch(builder, form, ptx::Type::f32);
}

void build_txq(Builder& builder) { build_query(builder, query_lanes<false>, false); }
void build_suq(Builder& builder) { build_query(builder, query_lanes<true>, true); }

}  // namespace warpscope::exec::texture
