"""Makes one source of several programs: python3 batch.py OUT.cu PROGRAM.cu …

Most of what nvcc does with a small program is reading headers, so a dozen in one source cost little more than one. Each keeps its file
and its lines, in a namespace of its own; the name of the program to run is the first argument.
"""

import pathlib
import re
import sys

INCLUDE = re.compile(r"^#include (<[^>]+>)", re.MULTILINE)
MACRO = re.compile(r"^#define (\w+)", re.MULTILINE)


def batch_source(programs: list[pathlib.Path]) -> str:
    texts = [path.read_text(encoding="utf-8") for path in programs]
    headers = sorted({header for text in texts for header in INCLUDE.findall(text)} | {"<cstdio>", "<cstring>"})
    parts = [f"#include {header}" for header in headers]
    for number, (path, text) in enumerate(zip(programs, texts)):
        parts += [f"namespace p{number} {{", "#define main run", f'#include "{path.resolve()}"', "#undef main"]
        parts += [f"#undef {macro}" for macro in MACRO.findall(text)]
        parts.append("}")
    parts.append("int main(int, char** arguments) {")
    for number, path in enumerate(programs):
        name = f"{path.parent.name}/{path.stem}"
        parts.append(f'  if (std::strcmp(arguments[1], "{name}") == 0) return p{number}::run();')
    parts += ['  std::fprintf(stderr, "There is no program %s here.\\n", arguments[1]);', "  return 99;", "}", ""]
    return "\n".join(parts)


if __name__ == "__main__":
    pathlib.Path(sys.argv[1]).write_text(batch_source([pathlib.Path(name) for name in sys.argv[2:]]), encoding="utf-8")
