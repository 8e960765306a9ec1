// suld, sust and sured, PTX ISA manual section 9.7.10: bytes of an image at byte columns.

#include <cstring>

#include "vgpu/exec/access/observers.h"
#include "vgpu/exec/instructions/atomic_operators.h"
#include "vgpu/exec/instructions/texture.h"
#include "vgpu/exec/machine/block.h"
#include "vgpu/exec/textures/texture.h"

namespace warpscope::exec::texture {
namespace {

enum class Access : std::uint8_t { load, store, reduce };

/// What happens outside the image.
enum class Outside : std::uint8_t { trap, clamp, zero };

/// What an access states.
struct SurfaceForm {
  std::uint8_t dimensions = 1;
  bool is_layered = false;
  Outside outside = Outside::trap;
  std::uint8_t element_bytes = 4, elements = 1;
  std::uint8_t register_bytes = 4;
  std::uint8_t reduction = 0;  ///< sured: index in kReductions
  Slot third_coordinate = kNoSlot;
  Slot registers[4] = {kNoSlot, kNoSlot, kNoSlot, kNoSlot};  ///< by element
  std::uint32_t bytes() const { return std::uint32_t{element_bytes} * elements; }
};

const Operation* fail(WarpContext& c, const Operation* op, std::uint32_t lane, bool is_store,
                      std::uint64_t handle, const char* sentence) {
  const auto form = op->form<SurfaceForm>();
  raise(c, op, Fault::Kind::out_of_bounds, 1U << lane, sentence, handle, form.bytes(), is_store);
  c.block->fault->space = ptx::Space::special;  // no address of global memory
  return nullptr;
}

struct BoundSurface {
  const Image* image = nullptr;
  std::byte* pixels = nullptr;
};

const char* bind(const WarpContext& c, std::uint64_t handle, const SurfaceForm& form,
                 BoundSurface& bound) {
  const TextureTable* table = c.block->options->textures;
  bound.image = table == nullptr ? nullptr : table->surface(handle);
  if (bound.image == nullptr) {
    return "A surface is used through a handle that is no surface object, or one that was "
           "destroyed.";
  }
  const Image& image = *bound.image;
  if (image.dimensions != form.dimensions || image.is_layered != form.is_layered) {
    return "A surface is used with another number of dimensions than it has.";
  }
  const auto bytes = image.span_bytes();
  bound.pixels = bytes ? c.block->memory->translate(image.address, *bytes) : nullptr;
  return bound.pixels == nullptr ? "A surface is used whose memory was freed." : nullptr;
}

/// Brings an index into [0, count) or says that it is outside.
bool settle(std::int64_t& index, std::int64_t count, Outside outside) {
  if (index >= 0 && index < count) return true;
  if (outside != Outside::clamp) return false;
  index = index < 0 ? 0 : count - 1;
  return true;
}

/// The bytes of a lane; nullptr outside. The column counts bytes and names a whole access.
std::byte* locate(WarpContext& c, const Operation* op, const SurfaceForm& form,
                  const BoundSurface& bound, std::uint32_t lane, bool& is_misaligned) {
  const auto coordinate = [&](Slot slot) {
    return std::int64_t{static_cast<std::int32_t>(c.at<std::uint32_t>(slot)[lane])};
  };
  const Image& image = *bound.image;
  const Slot slots[3] = {op->b, op->c, form.third_coordinate};
  std::size_t next = 0;
  std::int64_t slice = form.is_layered ? coordinate(slots[next++]) : 0;
  const std::int64_t column = coordinate(slots[next++]);
  std::int64_t row = form.dimensions >= 2 ? coordinate(slots[next++]) : 0;
  if (form.dimensions == 3) slice = coordinate(slots[next++]);
  is_misaligned = (column & (form.bytes() - 1)) != 0;
  const std::int64_t columns =
      std::int64_t{image.width} * image.format.bytes() / static_cast<std::int64_t>(form.bytes());
  std::int64_t access = column >> std::countr_zero(form.bytes());
  if (!settle(access, columns, form.outside) || !settle(row, image.height, form.outside) ||
      !settle(slice, image.depth, form.outside)) {
    return nullptr;
  }
  return bound.pixels + static_cast<std::uint64_t>(slice) * image.slice_pitch +
         static_cast<std::uint64_t>(row) * image.row_pitch +
         static_cast<std::uint64_t>(access) * form.bytes();
}

/// Moves one lane's elements between the image and the registers; zeros come from nowhere.
void move_lane(WarpContext& c, const SurfaceForm& form, std::byte* there, std::uint32_t lane,
               bool is_store) {
  for (std::uint32_t k = 0; k < form.elements; ++k) {
    if (form.registers[k] == kNoSlot) continue;
    std::byte* here = c.at<std::byte>(form.registers[k]) + std::size_t{lane} * form.register_bytes;
    std::byte* element = there == nullptr ? nullptr : there + std::size_t{k} * form.element_bytes;
    if (is_store) {
      if (element != nullptr) std::memcpy(element, here, form.element_bytes);
      continue;
    }
    std::memset(here, 0, form.register_bytes);
    if (element != nullptr) std::memcpy(here, element, form.element_bytes);
  }
}

/// there = operator(there, here).
using Update = void (*)(std::byte* there, const std::byte* here);
template <typename Operator, typename T>
void update(std::byte* there, const std::byte* here) {
  T old{}, operand{};
  std::memcpy(&old, there, sizeof old);
  std::memcpy(&operand, here, sizeof operand);
  const T result = Operator::apply(old, operand, T{});
  std::memcpy(there, &result, sizeof result);
}

/// What sured has.
struct Reduction {
  std::string_view name;
  ptx::Type type;
  Update update;
};
constexpr Reduction kReductions[] = {
    {"add", ptx::Type::u32, update<atomics::Add, std::uint32_t>},
    {"add", ptx::Type::s32, update<atomics::Add, std::uint32_t>},
    {"add", ptx::Type::u64, update<atomics::Add, std::uint64_t>},
    {"min", ptx::Type::u32, update<atomics::Min, std::uint32_t>},
    {"min", ptx::Type::s32, update<atomics::Min, std::int32_t>},
    {"min", ptx::Type::u64, update<atomics::Min, std::uint64_t>},
    {"min", ptx::Type::s64, update<atomics::Min, std::int64_t>},
    {"max", ptx::Type::u32, update<atomics::Max, std::uint32_t>},
    {"max", ptx::Type::s32, update<atomics::Max, std::int32_t>},
    {"max", ptx::Type::u64, update<atomics::Max, std::uint64_t>},
    {"max", ptx::Type::s64, update<atomics::Max, std::int64_t>},
    {"and", ptx::Type::b32, update<atomics::And, std::uint32_t>},
    {"or", ptx::Type::b32, update<atomics::Or, std::uint32_t>},
};

/// The lane's element and its operand; nothing happens outside.
void reduce_lane(WarpContext& c, const SurfaceForm& form, std::byte* there, std::uint32_t lane) {
  if (there == nullptr) return;
  const std::byte* here =
      c.at<std::byte>(form.registers[0]) + std::size_t{lane} * form.register_bytes;
  kReductions[form.reduction].update(there, here);
}

/// Finds the bytes of the lanes in `mask`, which have one surface, and tells observers of them.
template <Access kAccess>
bool resolve(WarpContext& c, const Operation* op, const SurfaceForm& form, std::uint64_t handle,
             std::uint32_t mask, std::array<std::byte*, kWarpSize>& places) {
  constexpr bool kStore = kAccess != Access::load;
  BoundSurface bound;
  const auto lane_of = [](std::uint32_t lanes) {
    return static_cast<std::uint32_t>(std::countr_zero(lanes));
  };
  const auto fails = [&](std::uint32_t lane, const char* why) {
    fail(c, op, lane, kStore, handle, why);
    return false;
  };
  if (const char* trouble = bind(c, handle, form, bound)) return fails(lane_of(mask), trouble);
  ImageElements elements{};
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const std::uint32_t lane = lane_of(rest);
    bool is_misaligned = false;
    places.at(lane) = locate(c, op, form, bound, lane, is_misaligned);
    if (is_misaligned)
      return fails(lane,
                   "A surface is used at a byte column that is not a multiple of the access.");
    if (places.at(lane) == nullptr && form.outside == Outside::trap)
      return fails(lane, "A surface is used outside its bounds.");
    if (places.at(lane) == nullptr) continue;
    elements.lanes |= 1U << lane;
    elements.addresses[lane] =
        bound.image->address + static_cast<std::uint64_t>(places.at(lane) - bound.pixels);
  }
  const ImageAccess access{.operation = *op,
                           .site = op->site,
                           .elements = {&elements, 1},
                           .size_bytes = form.bytes(),
                           .is_load = kAccess != Access::store,
                           .is_store = kStore,
                           .allocation = c.block->memory->find(bound.image->address),
                           .image_offset = 0,
                           .image_bytes = 0};
  return ImageObservers::tell(c, access);
}

// a: the handle, b and c: the first coordinates.
template <Access kAccess>
const Operation* access_lanes(WarpContext& c, const Operation* op) {
  const auto form = op->form<SurfaceForm>();
  const std::uint64_t* handles = c.at<std::uint64_t>(op->a);
  std::array<std::byte*, kWarpSize> places{};
  for (std::uint32_t rest = c.active; rest != 0;) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uint32_t mask = lanes_of(handles, lane, rest);
    if (!resolve<kAccess>(c, op, form, handles[lane], mask, places)) return nullptr;
    rest &= ~mask;
  }
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    if constexpr (kAccess == Access::reduce) {
      reduce_lane(c, form, places.at(lane), lane);
    } else {
      move_lane(c, form, places.at(lane), lane, kAccess == Access::store);
    }
  }
  return op + 1;
}

Outside take_outside(Builder& builder) {
  if (builder.take("clamp")) return Outside::clamp;
  if (builder.take("zero")) return Outside::zero;
  builder.take("trap");
  return Outside::trap;
}

std::uint8_t reduction_of(Builder& builder, std::string_view name, ptx::Type type) {
  for (std::size_t k = 0; k < std::size(kReductions); ++k)
    if (kReductions[k].name == name && kReductions[k].type == type)
      return static_cast<std::uint8_t>(k);
  builder.unsupported("this type");
}

std::string_view take_operator(Builder& builder) {
  for (const std::string_view name : {"add", "min", "max", "and", "or"})
    if (builder.take(name)) return name;
  builder.unsupported("this operation");
}

void build_access(Builder& builder, Access access) {
  const bool is_store = access != Access::load, is_reduction = access == Access::reduce;
  if (!builder.take("b")) builder.unsupported("a formatted access");
  const std::string_view reduction = is_reduction ? take_operator(builder) : "";
  const Geometry geometry = take_geometry(builder);
  if (is_reduction && geometry.is_layered) builder.unsupported("a layered surface");
  builder.take_all({"ca", "cg", "cs", "cv", "wb", "wt"});
  SurfaceForm form;
  form.dimensions = geometry.dimensions;
  form.is_layered = geometry.is_layered;
  if (!is_reduction && builder.take("v2")) form.elements = 2;
  if (!is_reduction && form.elements == 1 && builder.take("v4")) form.elements = 4;
  const ptx::Type type = builder.need_type();
  form.element_bytes = static_cast<std::uint8_t>(ptx::size_bytes(type));
  form.outside = take_outside(builder);
  const ptx::Operand& values = builder.operand(is_store ? 1 : 0);
  const std::span<const ptx::Operand> elements =
      values.kind == ptx::Operand::Kind::vector ? std::span<const ptx::Operand>(values.elements)
                                                : std::span<const ptx::Operand>(&values, 1);
  if (elements.size() != form.elements) builder.unsupported("a vector operand of another length");
  std::uint32_t register_bytes = 0;
  for (std::size_t k = 0; k < elements.size(); ++k) {
    if (!is_store && elements[k].kind == ptx::Operand::Kind::sink) continue;
    const Sized sized =
        is_store ? builder.any_source(elements[k], type) : builder.any_destination(elements[k]);
    if (register_bytes != 0 && sized.lane_bytes != register_bytes)
      builder.unsupported("elements of different sizes");
    register_bytes = sized.lane_bytes;
    form.registers[k] = sized.slot;
  }
  form.register_bytes = static_cast<std::uint8_t>(register_bytes);
  if (is_reduction) form.reduction = reduction_of(builder, reduction, type);
  if (register_bytes != 0 && register_bytes < form.element_bytes)
    builder.unsupported("a register that is smaller than the element");
  const Place place =
      place_of(builder, builder.operand(is_store ? 0 : 1), geometry, ptx::Type::b32);
  form.third_coordinate = place.at[2];
  const std::uint32_t site =
      builder.add_site(is_reduction ? AccessSite::Kind::image_reduction : AccessSite::Kind::image);
  builder.kernel().sites[site].element_bytes = static_cast<std::uint8_t>(form.bytes());
  Operation& op = builder.emit(is_reduction ? access_lanes<Access::reduce>
                               : is_store   ? access_lanes<Access::store>
                                            : access_lanes<Access::load>);
  op.site = site;
  op.a = place.handle;
  op.b = place.at[0];
  op.c = place.at[1];
  op.set_form(form);
}

}  // namespace

void build_suld(Builder& builder) { build_access(builder, Access::load); }
void build_sust(Builder& builder) { build_access(builder, Access::store); }
void build_sured(Builder& builder) { build_access(builder, Access::reduce); }

}  // namespace warpscope::exec::texture
