// A parsed PTX module: what the text says, with names resolved, before any lowering.
//
// All string_views point into Module::text or into names kept with it; they are valid as long as
// that pointer is held. Names are unique in their function: a label or variable of a nested scope
// whose name was taken before got '#' and a number behind it, e.g. "param0#2".
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "vgpu/ptx/types.h"

namespace warpscope::ptx {

/// A place in the source that nvcc compiled, from `.loc`. `file` indexes Module::files;
/// line 0 means that the PTX carries no location (no -lineinfo).
struct SourceLocation {
  std::uint32_t file = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  bool operator==(const SourceLocation&) const = default;
};

/// One operand of an instruction.
struct Operand {
  enum class Kind : std::uint8_t {
    reg,       ///< a virtual register: `index` into Function::registers; `negated` for !%p
    special,   ///< %tid.x and the like: `name` without '%', e.g. "tid.x"
    integer,   ///< an integer literal: `bits` (two's complement)
    floating,  ///< a float literal: `bits` holds the IEEE double (0d, 1.5) or, if `single`, float
               ///< (0f)
    symbol,    ///< a variable or function name, with byte offset in `bits`
    address,   ///< [base+offset]: elements[0] is reg, symbol or integer; offset in `bits`;
               ///< further elements as in [texture, {x, y}]
    vector,    ///< {a, b, c, d}: `elements`
    pair,      ///< d|p as in shfl and setp, or {a, b, c, d}|p as in tex: `elements`, two
    label,     ///< a branch target: `name`; resolved through Function::labels
    sink,      ///< the bit bucket '_'
  };
  Kind kind = Kind::integer;
  bool negated = false;     ///< '!' before a predicate, '-' before a register
  bool single = false;      ///< floating: `bits` is a 32-bit float
  std::uint32_t index = 0;  ///< reg
  std::uint64_t bits = 0;   ///< integer, floating, symbol offset, address offset
  std::string_view name;    ///< special, symbol, label; reg: its part in a video instruction ("b0")
  std::vector<Operand> elements;
};

/// The guard predicate `@p` or `@!p`.
struct Guard {
  std::uint32_t index = 0;  ///< into Function::registers
  bool negated = false;
};

/// One PTX instruction. `ld.global.nc.v4.f32 {...}, [%rd1+16]` has opcode "ld" and modifiers
/// {"global","nc","v4","f32"}; modifiers with "::" stay one ("shared::cta", "cg::L2::128B" as
/// written).
struct Instruction {
  std::string_view opcode;
  std::vector<std::string_view> modifiers;
  std::optional<Guard> guard;
  /// In the order of the text. For call always (returns) and (arguments) as vectors around the
  /// callee, and for an indirect call the label of its prototype as the fourth.
  std::vector<Operand> operands;
  SourceLocation location;                 ///< innermost `.loc`
  std::vector<SourceLocation> inlined_at;  ///< from the innermost call site outwards
  std::uint32_t ptx_line = 0;              ///< 1-based line in the PTX text
  /// `.pragma "used_bytes_mask M"` before a vector load: the bytes that the program uses. ptxas
  /// narrows or splits such a load, so it decides how many requests the hardware counts.
  std::optional<std::uint32_t> used_bytes_mask;
};

/// Who else may use a name of module scope, PTX ISA manual section 11.6.
enum class Linkage : std::uint8_t {
  internal,  ///< no directive: its own module only
  visible,   ///< `.visible`
  weak,      ///< `.weak`: gives way to `.visible`
  common,    ///< `.common`: shared by all that declare it, as large as the largest
  external,  ///< `.extern`: another module's
};

/// A declared variable in any addressable space, or a kernel parameter.
struct Variable {
  std::string_view name;
  Space space = Space::global;
  Type type = Type::b8;
  std::uint32_t alignment = 1;
  std::uint64_t size_bytes = 0;  ///< 0 for `.extern .shared s[]`
  bool is_extern = false;
  bool is_managed = false;  ///< .attribute(.managed): the host sees it at the same address
  Linkage linkage = Linkage::internal;  ///< at module scope
  std::vector<std::uint8_t> initial;  ///< initial bytes; shorter than size_bytes means zeros follow
  /// Places in `initial` that hold the address of another symbol.
  struct Relocation {
    std::uint64_t offset = 0;
    std::string_view symbol;
    std::int64_t addend = 0;
    bool generic = false;
  };
  std::vector<Relocation> relocations;
};

struct Register {
  std::string_view name;     ///< family name; "%r" for `.reg .b32 %r<6>`
  std::uint32_t number = 0;  ///< 3 for %r3; with is_numbered
  bool is_numbered = false;
  Type type = Type::b32;
  std::string full_name() const;  ///< "%r3"
};

struct Function {
  std::string_view name;  ///< mangled
  bool is_entry = false;
  Linkage linkage = Linkage::internal;
  bool is_declaration = false;  ///< no body (vprintf, malloc, __assertfail, extern)
  std::vector<Variable> returns;
  std::vector<Variable> parameters;
  std::vector<Register> registers;
  std::vector<Variable> variables;  ///< .local, .shared, .param, .const declared inside the body
  std::vector<Instruction> body;
  std::unordered_map<std::string_view, std::uint32_t>
      labels;  ///< to an index in body (may be == size)
  /// `.branchtargets` tables by their label.
  std::unordered_map<std::string_view, std::vector<std::string_view>> branch_targets;
  /// `.maxntid`, `.reqntid`, `.minnctapersm`, `.maxnreg`, as given; absent when not.
  std::unordered_map<std::string_view, std::vector<std::uint32_t>> directives;
};

/// One PTX file.
struct Module {
  std::shared_ptr<const std::string> text;
  std::uint32_t version_major = 0, version_minor = 0;  ///< `.version`
  std::string_view target;                             ///< "sm_90"
  bool is_debug = false;                               ///< `.target sm_90, debug`: nvcc -G
  std::uint32_t address_size = 64;
  std::vector<std::string_view> files;  ///< `.file` table by number; index 0 is empty
  std::vector<Variable> variables;      ///< module scope: .global, .const, .shared
  std::vector<Function> functions;      ///< definitions and declarations
};

/// Thrown when PTX text cannot be read. what() names line and cause in one sentence.
class ParseError : public std::exception {
 public:
  ParseError(std::uint32_t line, std::string message);
  const char* what() const noexcept override { return message_.c_str(); }
  std::uint32_t line() const noexcept { return line_; }

 private:
  std::uint32_t line_;
  std::string message_;
};

/// Reads PTX text. Never aborts; hostile text ends in ParseError. Unknown opcodes are kept as they
/// are: whether one can be executed is decided when a kernel that has it is launched.
Module parse(std::string text);

}  // namespace warpscope::ptx
