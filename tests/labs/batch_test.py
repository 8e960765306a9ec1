"""Tests of batch.py and declared_names.py: names, and what is made of the compiler's texts. What comes of all of it is compared with files that
are compiled alone in labs_batches_test.cpp."""

import pathlib
import unittest

import batch
from declared_names import declared_names


def exercise(text: str, number: int = 0) -> batch.Exercise:
    return batch.Exercise(pathlib.Path("nowhere"), text, number)


class DeclaredNames(unittest.TestCase):
    def test_functions_kernels_and_constants(self):
        text = """#include "exercise.h"
constexpr int kWidth = 64, kHeight = 16;
__constant__ float weights[4];
__global__ void __launch_bounds__(256, 2) filter(const float* in, int count) { int inside = count; }
static __device__ float4 four(float x) { return {x, x, x, x}; }
template <typename T, int kSize = 4>
__device__ T sum(const T (&values)[kSize]);
unsigned long long mine(int a, int b = 3) { return a; }
"""
        self.assertEqual(declared_names(text), {"kWidth", "kHeight", "weights", "filter", "four", "sum", "mine"})

    def test_types_their_enumerators_and_what_is_declared_with_them(self):
        text = """struct Pair { int key; float value; };
enum class Side { left, right };
enum Colour { red, green = 5 };
struct __align__(16) Row { float x[4]; } first_row;
using Number = unsigned;
class Later;
template <int N> struct Tile { __device__ int size() const { return N; } };
Pair make_pair_of(int key) { return {key, 0}; }
"""
        self.assertEqual(declared_names(text), {"Pair", "Side", "Colour", "red", "green", "Row", "first_row", "Number", "Later", "Tile",
                                                "make_pair_of"})

    def test_what_is_inside_of_unnamed_namespaces_and_names_of_others(self):
        text = """namespace { int hidden; void help() {} }
namespace mine { int inside; }
extern "C" { void plain_c() {} }
extern "C" void other_c() {}
using namespace std;
static_assert(sizeof(int) == 4);
"""
        self.assertEqual(declared_names(text), {"hidden", "help", "mine", "plain_c", "other_c"})

    def test_shared_arrays_whose_size_a_launch_says(self):
        text = "__global__ void k() { extern __shared__ __align__(128) Stage buffer[]; __shared__ int own[4]; }"
        self.assertEqual(declared_names(text), {"k", "buffer"})

    def test_comments_strings_and_macros_declare_nothing(self):
        text = """// int a;
/* int b; */
#define CHECK(call) \\
  check(call, "int c;")
const char* text = "int d; {";
constexpr int kMany = 1'000'000;
"""
        self.assertEqual(declared_names(text), {"text", "kMany"})


class Source(unittest.TestCase):
    def test_each_keeps_its_lines_and_macros_end_with_it(self):
        source = batch.batch_source([exercise('#include "exercise.h"\n#define N 4\nvoid f() {}\n', 0),
                                     exercise('#include "exercise.h"\nvoid f() {}\n', 1)])
        self.assertEqual(source.splitlines(), [
            '#include "exercise.h"', "#define f f_zf00", '#line 1 "exercise.cu"', '#include "exercise.h"', "#define N 4", "void f() {}", "",
            "#undef N", "#undef f", "#define f f_zf01", '#line 1 "exercise.cu"', '#include "exercise.h"', "void f() {}", "", "#undef f"])

    def test_batches_are_even_and_of_files_with_the_same_headers(self):
        same = [exercise(f"#include <vector>\nint a{number};") for number in range(18)]
        other = exercise("#include <numeric>\nint b;")
        self.assertEqual([len(each) for each in batch.batches_of([*same, other])], [9, 9])

    def test_who_is_spoken_of_is_seen(self):
        both = [exercise("int a;\n", 0), exercise("int a;\n", 1)]
        self.assertEqual(batch.spoken_of("", both), [])
        self.assertEqual(batch.spoken_of('_zf01/exercise.cu(3): warning #177-D: variable "b" was declared', both), both[1:])
        self.assertEqual(batch.spoken_of('exercise.cu(3): warning #177-D: function "<unnamed>::Piece_zf00::count" was declared', both), both[:1])
        apart = batch.batch_source(both, is_told_apart=True)
        self.assertIn('#line 1 "_zf01/exercise.cu"\n', apart)


class Names(unittest.TestCase):
    def plain(self) -> batch.Plain:
        return batch.Plain([exercise("__global__ void add_kernel() {} void add() {} struct Pair { int a; };", 3)])

    def test_mangled_names_have_their_lengths_again(self):
        plain = self.plain()
        self.assertEqual(plain.names("_Z15add_kernel_zf03PKf9Pair_zf03"), "_Z10add_kernelPKf4Pair")
        self.assertEqual(plain.names("_ZZ8add_zf03vE4mine"), "_ZZ3addvE4mine")
        self.assertEqual(plain.names("_Z4sendILi28add_zf03E"), "_Z4sendILi23addE")  # 8 and the name, behind a 2
        self.assertEqual(plain.names("add_zf03 add_other _zf99 12add"), "add add_other _zf99 12add")

    def test_only_strings_of_the_host_s_code_change(self):
        text = '\tcall\t_Z8add_zf03v\n\t.string\t"_Z8add_zf03v"\n\t.file 1 "exercise.cu"\n'
        self.assertEqual(self.plain().assembly(text), '\tcall\t_Z8add_zf03v\n\t.string\t"_Z3addv"\n\t.file 1 "exercise.cu"\n')

    def test_a_program_registers_its_own_kernels(self):
        stub = ("static void __nv_cudaEntityRegisterCallback(void **);\n"
                "static void __nv_cudaEntityRegisterCallback( void **__T1) {  __nv_dummy_param_ref(__T1); "
                "__cudaRegisterEntry(__T1, ((void ( *)(int))a_zf12), _Z6a_zf12i, (-1)); __cudaRegisterEntry(__T1, ((void ( *)())b), _Z1bv, (-1)); }\n")
        made = batch.registers_own(stub)
        self.assertIn("if (warpscope_program == 12) { __cudaRegisterEntry(__T1, ((void ( *)(int))a_zf12), _Z6a_zf12i, (-1)); }", made)
        self.assertNotIn("{ __cudaRegisterEntry(__T1, ((void ( *)())b)", made)


PTX = """.version 9.0
.target sm_90
\t// .globl\t_Z6a_zf00Pi
.extern .func  (.param .b32 func_retval0) vprintf
(
\t.param .b64 vprintf_param_0
)
;
.global .align 1 .b8 $str[3] = {104, 105};
.global .align 4 .u32 unused;
.visible .entry _Z6a_zf00Pi(
\t.param .u64 _Z6a_zf00Pi_param_0
)
{
\t.loc\t1 3 9
.reg .pred p;
\tmov.u64 \t%rd1, $str;
\tcall.uni (retval0), vprintf, (param0);
\tret;
}
.func  (.param .b32 func_retval0) _Z6h_zf01i(
\t.param .b32 _Z6h_zf01i_param_0
)
{
\tret;
}
.visible .entry _Z6a_zf01Pi(
\t.param .u64 _Z6a_zf01Pi_param_0
)
{
\t.loc\t3 7 1
\t.loc\t4 9 1, function_name $L__info_string0, inlined_at 2 8 3
\tcall.uni (retval0), _Z6h_zf01i, (param0);
\tret;
}
\t.file\t1 "/work-folder/exercise.cu"
\t.file\t2 "/include/ring.h"
\t.file\t3 "/include/check.h"
\t.file\t4 "/include/other.h"
\t.section\t.debug_str
\t{
$L__info_string0:
.b8 95,90,54,97,95,122
.b8 102,48,48,80,105,0

$L__info_string1:
.b8 95,90,54,97,95,122,102,48,48,80,105,0
}
"""


class Ptx(unittest.TestCase):
    def test_has_what_the_exercise_needs_and_nothing_of_others(self):
        first, second = exercise("void a(int*) {} int h(int) { return 0; }", 0), exercise("void a(int*) {}", 1)
        plain = batch.Plain([first, second])
        made = batch.own_ptx(PTX, first, plain)
        for there in (".visible .entry _Z1aPi(", "_Z1aPi_param_0", "vprintf_param_0", "$str[3]", ".reg .pred p;", '1 "/work-folder/exercise.cu"',
                      "{\n\n}\n"):
            self.assertIn(there, made)
        for missing in ("_zf", "unused", "_Z1hi", '\t2 "'):
            self.assertNotIn(missing, made)
        other = batch.own_ptx(PTX, second, plain)
        self.assertIn("_Z1hi", other)
        self.assertNotIn("vprintf", other)
        self.assertIn("\t.loc\t1 7 1\n\t.loc\t2 9 1, function_name $L__info_string0, inlined_at 3 8 3\n", other)
        self.assertIn("$L__info_string0:\n.b8 95,90,49,97,80,105,0\n\n}", other)
        self.assertIn('}\n\t.file\t1 "/include/check.h"\n\t.file\t2 "/include/other.h"\n\t.file\t3 "/include/ring.h"\n', other)

    def test_a_name_in_a_string_of_the_device_leaves_the_exercise_out(self):
        first = exercise("void a(int*) {}", 0)
        text = PTX.replace("$str[3] = {104, 105}", f"$str[7] = {{{', '.join(str(ord(each)) for each in 'a_zf00')}}}")
        self.assertIsNone(batch.own_ptx(text, first, batch.Plain([first])))


class MadeAtTheSameTime(unittest.TestCase):
    def test_each_exercise_has_its_own_ptx_and_machine_code(self):
        stages = object.__new__(batch.Stages)
        stages.ptx, stages.machine_code = pathlib.Path("/batch/6.ptx"), pathlib.Path("/batch/8.cubin")
        self.assertEqual(stages.own('ptxas "/batch/6.ptx" -o "/batch/8.cubin"', pathlib.Path("/batch/_zf00")),
                         'ptxas "/batch/_zf00/own.ptx" -o "/batch/_zf00/own.cubin"')
        stages.machine_code = None
        self.assertEqual(stages.own('fatbinary "/batch/6.ptx"', pathlib.Path("/batch/_zf01")), 'fatbinary "/batch/_zf01/own.ptx"')


if __name__ == "__main__":
    unittest.main()
