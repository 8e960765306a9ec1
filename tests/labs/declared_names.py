"""The names that a CUDA file declares at namespace scope: what is needed of the language for the labs' files, and no more.

A name that is not found, or one too many, shows when the file is compiled with others (batch.py): the compiler refuses what stands twice, or
what is called by another name.
"""

from __future__ import annotations

import re

MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)
# Comments, strings and lines of the preprocessor.
NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|(?<!\d)\'(?:\\.|[^\'\\\n])*\'|^[ \t]*#(?:\\\n|[^\n])*', re.DOTALL | re.MULTILINE)
TOKEN = re.compile(r"[A-Za-z_]\w*|\d[\w.']*|::|->|\S")
EXTERN_SHARED = re.compile(r"\bextern\s+__shared__\s[^;]*?(\w+)\s*(?:\[[^\]]*\])+\s*;")
NO_NAMES = set("""alignas auto bool char class const constexpr consteval constinit double enum explicit extern float inline int long namespace
operator short signed static struct template typedef typename union unsigned using void volatile asm decltype concept requires noexcept
thread_local mutable friend public private protected virtual override final static_assert main
__global__ __device__ __host__ __shared__ __constant__ __managed__ __forceinline__ __noinline__ __restrict__ __grid_constant__""".split())
WITH_ARGUMENTS = {"alignas", "decltype", "noexcept", "requires", "__attribute__", "__launch_bounds__", "__align__", "__maxnreg__",
                  "__cluster_dims__", "__block_size__"}
CLOSING = {"(": ")", "[": "]", "{": "}"}
TYPES = ("struct", "class", "union", "enum")


def end_of_group(tokens: list[str], at: int) -> int:
    """The place behind the bracket that closes the one at this place."""
    depth = 0
    for place in range(at, len(tokens)):
        depth += (tokens[place] in CLOSING) - (tokens[place] in CLOSING.values())
        if depth == 0:
            return place + 1
    return len(tokens)


def end_of_angles(tokens: list[str], at: int) -> int:
    """The place behind the '>' that closes the '<' at this place."""
    depth, place = 0, at
    while place < len(tokens):
        if tokens[place] in CLOSING:
            place = end_of_group(tokens, place)
            continue
        depth += (tokens[place] == "<") - (tokens[place] == ">")
        place += 1
        if depth == 0:
            break
    return place


def is_name(token: str) -> bool:
    return (token[0].isalpha() or token[0] == "_") and token not in NO_NAMES


def without_arguments(words: list[str]) -> list[str]:
    """The words without attributes that have arguments."""
    kept, place = [], 0
    while place < len(words):
        if words[place] in WITH_ARGUMENTS and words[place + 1:place + 2] == ["("]:
            place = end_of_group(words, place + 1)
        else:
            kept.append(words[place])
            place += 1
    return kept


def outside_of_groups(words: list[str]) -> list[str]:
    """The words without what is in brackets, of which the opening ones are left."""
    kept, place = [], 0
    while place < len(words):
        kept.append(words[place])
        place = end_of_group(words, place) if words[place] in CLOSING else place + 1
    return kept


def declarators(words: list[str]) -> set[str]:
    """The last name before what follows each declarator: parameters, an initializer, bounds, a comma or the end."""
    names: set[str] = set()
    last, is_found, place = "", False, 0
    while place < len(words):
        word = words[place]
        if word == "<" and not is_found:
            place = end_of_angles(words, place)
        elif word in CLOSING or word in ("=", ":", ";", ","):
            if last and not is_found:
                names.add(last)
            is_found, last = word != ",", ""
            place = end_of_group(words, place) if word in CLOSING else place + 1
        else:
            last = word if is_name(word) else last
            place += 1
    return names


def declared_by(declaration: list[str]) -> set[str]:
    """The names that a declaration, up to its semicolon or its function's body, gives: of a type that it defines, its unscoped enumerators,
    and declarators."""
    words = without_arguments(declaration)
    while words and words[0] == "template":
        words = words[end_of_angles(words, 1):]
    if not words or words[0] in ("static_assert", "friend") or words[:2] == ["using", "namespace"]:
        return set()
    if words[0] in ("using", "concept"):
        return {words[1]} if words[2:3] == ["="] else set()
    kind = next((place for place, word in enumerate(words) if word in TYPES), None)
    if kind is None or ("{" not in words and words[kind + 2:kind + 3] != [";"]):
        return declarators(words)
    is_scoped = words[kind] == "enum" and words[kind + 1] in ("struct", "class")
    name = words[kind + 1 + is_scoped]
    names = {name} if is_name(name) else set()
    if "{" not in words:
        return names
    begin = words.index("{")
    end = end_of_group(words, begin)
    if words[kind] == "enum" and not is_scoped:
        inside = words[begin:end]
        names.update(each for before, each in zip(inside, inside[1:]) if before in ("{", ",") and is_name(each))
    return names | declarators(["auto", *words[end:]])


def declared_names(text: str) -> set[str]:
    """Of a file: also its named namespaces, of what is in them nothing else, and the shared arrays whose size a launch says, since those have
    one type for each name in a whole source. Macros are not among them."""
    code = NO_CODE.sub(" ", text)
    names = set(EXTERN_SHARED.findall(code))
    tokens = TOKEN.findall(code)
    place, begin = 0, 0
    while place < len(tokens):
        token, statement = tokens[place], tokens[begin:place]
        is_namespace = statement[:1] == ["namespace"]
        if token == "{" and (statement == ["namespace"] or statement == ["extern"]):
            place = begin = place + 1  # what is inside has the scope around it
        elif token == "{":
            end = end_of_group(tokens, place)
            outside = outside_of_groups(statement)
            is_function = "(" in outside and "=" not in outside
            if is_namespace:
                names.update(each for each in statement[1:] if is_name(each))
            elif is_function:
                names |= declared_by([*statement, ";"])
            place = end
            begin = end if is_namespace or is_function else begin
        elif token == ";":
            names |= declared_by([*statement, ";"])
            place = begin = place + 1
        elif token == "}":
            place = begin = place + 1
        else:
            place = end_of_group(tokens, place) if token in ("(", "[") else place + 1
    return names - set(MACRO.findall(text))
