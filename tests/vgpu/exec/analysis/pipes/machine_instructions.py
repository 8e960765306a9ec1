#!/usr/bin/env python3
"""Prints the machine instructions that ptxas makes of single PTX instructions for sm_90: ptxas_sm_90.tsv, which
pipes_test.cpp reads. Needs ptxas and nvdisasm (of CUDA 13.0 and 13.5 when the file was made):

    python3 machine_instructions.py ptxas nvdisasm < ptxas_sm_90.tsv > renewed.tsv

The first column of its input are the PTX instructions. %r1-%r4 have .b32, %rd1-%rd3 .b64 (%rd3 an address),
%f1-%f3 .f32, %fd1-%fd3 .f64, %h1-%h3 .b16 values that nobody knows, and %p1 is a predicate; a result is in %r9,
%rd9, %f9, %fd9, %h9 or %p9. Each lane has its own. What a kernel needs to load and store them is taken away, and moves are.
"""

import collections
import pathlib
import re
import subprocess
import sys
import tempfile

HEAD = """.version 9.0
.target sm_90
.address_size 64
.const .align 16 .b8 table[4096];
.shared .align 16 .b8 tile[4096];
.global .surfref surface;
.global .texref texture;
"""
LOADS = [("u32", "%r1"), ("u32", "%r2"), ("u32", "%r3"), ("u32", "%r4"), ("u32", "%r5"), ("u64", "%rd1"), ("u64", "%rd2"),
         ("u64", "%rd3"), ("f32", "%f1"), ("f32", "%f2"), ("f32", "%f3"), ("f64", "%fd1"), ("f64", "%fd2"),
         ("f64", "%fd3"), ("b16", "%h1"), ("b16", "%h2"), ("b16", "%h3")]
# By the result's register: how it is stored, and a kernel that only moves something there.
RESULTS = {
    "r": ("st.volatile.global.u32 [%rd15], %r9;", "mov.b32 %r9, %r1;"),
    "rd": ("st.volatile.global.u64 [%rd15], %rd9;", "mov.b64 %rd9, %rd1;"),
    "f": ("st.volatile.global.f32 [%rd15], %f9;", "mov.b32 %f9, %f1;"),
    "fd": ("st.volatile.global.f64 [%rd15], %fd9;", "mov.b64 %fd9, %fd1;"),
    "h": ("st.volatile.global.b16 [%rd15], %h9;", "mov.b16 %h9, %h1;"),
    "p": ("selp.u32 %r9, 5, 9, %p9; st.volatile.global.u32 [%rd15], %r9;", "mov.pred %p9, %p1;"),
    "": ("", ""),
}
INSTRUCTION = re.compile(r"\s*(?:/\*[0-9a-f]+\*/)?\s*(?:\{\s*)?(?:@!?U?P\w+\s+)?([A-Z][A-Z0-9_]*)((?:\.\w+)*)\s*(.*?);")
MOVES = re.compile(r"(U?MOV\b|IMAD\.MOV|CS2R R\d+, SRZ|HFMA2(\.MMA)? R\d+, -RZ, RZ,|R2UR)")
INSTEAD = {".IADD", ".SHL", ".SHL.U32", ".U32"}  # IMAD as a sum or a shift: ptxas spreads these over two pipelines
UNCOUNTED = {"NOP", "S2UR", "ULDC"}


def result_of(text):
    found = re.search(r"%(rd|fd|r|f|h|p)9\b", text)
    return found.group(1) if found else ""


def kernel(name, body, result):
    loads = "".join(f"ld.volatile.global.{kind} {register}, [%rd14+{16 * i}];\n" for i, (kind, register) in enumerate(LOADS))
    return f""".visible .entry {name}(.param .u64 in, .param .u64 out) {{
.reg .pred %p<16>; .reg .b16 %h<16>; .reg .b32 %r<16>, %f<16>; .reg .b64 %rd<24>, %fd<16>; .reg .f32 %g<16>;
ld.param.u64 %rd14, [in]; ld.param.u64 %rd15, [out]; mov.u32 %r15, %tid.x; mad.wide.u32 %rd14, %r15, 512, %rd14;
{loads}setp.ne.u32 %p1, %r5, 5;
{body}
{RESULTS[result][0]}
ret;
}}
"""


def disassemble(ptxas, nvdisasm, module):
    """By kernel: how often it has each machine instruction."""
    with tempfile.TemporaryDirectory() as folder:
        source, binary = pathlib.Path(folder, "k.ptx"), pathlib.Path(folder, "k.cubin")
        source.write_text(module)
        subprocess.run([ptxas, "-arch=sm_90", "-O3", source, "-o", binary], check=True)
        text = subprocess.run([nvdisasm, "-c", binary], check=True, capture_output=True, text=True).stdout
    kernels, now = {}, None
    for line in text.splitlines():
        section = re.match(r"\s*\.section\s+\.text\.(\w+)", line)
        if section:
            now = kernels.setdefault(section.group(1), collections.Counter())
            continue
        found = INSTRUCTION.match(line)
        if not found or now is None:
            continue
        opcode, modifiers, operands = found.groups()
        if opcode in UNCOUNTED or MOVES.match(f"{opcode}{modifiers} {operands}"):
            continue
        if opcode == "MUFU":
            opcode += modifiers.replace(".FTZ", "")
        elif opcode == "IMAD" and modifiers in INSTEAD:
            opcode += modifiers
        now[opcode] += 1
    return kernels


def main():
    instructions = [line.split("\t")[0].strip() for line in sys.stdin if line.strip() and not line.startswith("#")]
    names = list(RESULTS)
    module = HEAD
    for i, name in enumerate(names):
        module += kernel(f"plain{i}", RESULTS[name][1], name)
    for i, text in enumerate(instructions):
        module += kernel(f"k{i}", text, result_of(text))
    kernels = disassemble(sys.argv[1], sys.argv[2], module)
    print("# Made by machine_instructions.py. PTX, and what ptxas 13.0 makes of it for sm_90.")
    for i, text in enumerate(instructions):
        rest = kernels[f"k{i}"] - kernels[f"plain{names.index(result_of(text))}"]
        print(f"{text}\t{' '.join(sorted(set(rest)))}")


if __name__ == "__main__":
    main()
