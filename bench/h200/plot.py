"""Draws what run.sh measured: plot.py RESULTS FOLDER

Reads RESULTS/dma_bandwidth.csv and RESULTS/primitives.csv, writes FOLDER/h200_read_curve.svg (bandwidth by the number of DMA
warps) and FOLDER/h200_primitives.svg (the best of ours and of the libraries beside the target)."""

import csv
import math
import pathlib
import sys
from xml.sax.saxutils import escape

from best import LIBRARIES, TARGETS, best

INK, SOFT, GRID = "#1f1f1d", "#5f5e58", "#e4e3de"
ENGINES = {"vector4": "#4a3aa7", "vector16": "#1baf7a", "cudadma16": "#c2408a", "cp_async": "#eb6834", "bulk": "#2a78d6"}
NAMES = {"cudadma16": "CudaDMA"}
OURS, LIBRARY = "#2a78d6", "#b9b7ae"
ONE_STAGE_APART = 0.05  # one stage is drawn when it is this much slower somewhere


def read(path: pathlib.Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def fraction(row: dict[str, str]) -> float:
    return float(row["fraction_of_4.8TB_s"])


class Drawing:
    """Lines, rectangles and words of an SVG; lengths in pixels from the upper left corner."""

    def __init__(self, width: int, height: int, description: str) -> None:
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'font-family="Helvetica, Arial, sans-serif" role="img" aria-label="{escape(description)}">',
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>']

    def line(self, points: list[tuple[float, float]], colour: str, width: float = 1, dashes: str = "") -> None:
        at = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        self.parts.append(f'<polyline points="{at}" fill="none" stroke="{colour}" stroke-width="{width}"{dashed}/>')

    def dot(self, x: float, y: float, colour: str) -> None:
        self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>')

    def box(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        self.parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{colour}"/>')

    def words(self, x: float, y: float, text: str, colour: str = SOFT, anchor: str = "start", size: int = 12) -> None:
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}" text-anchor="{anchor}">'
                          f"{escape(text)}</text>")

    def write(self, path: pathlib.Path) -> None:
        path.write_text("\n".join([*self.parts, "</svg>"]) + "\n", encoding="utf-8")


def chosen_curves(rows: list[dict[str, str]]) -> list[tuple[str, int, dict[int, float]]]:
    """Of each engine the variant and number of stages with the fastest point, and one stage where that is clearly slower."""
    curves: dict[str, dict[tuple[str, int], dict[int, float]]] = {engine: {} for engine in ENGINES}
    for row in rows:
        if row["benchmark"] == "read" and row["engine"] in curves:
            key = (row["variant"], int(row["stages"]))
            curves[row["engine"]].setdefault(key, {})[int(row["dma_warps"])] = fraction(row)
    chosen = []
    for engine, of_engine in curves.items():
        if not of_engine:
            continue
        variant, stages = max(of_engine, key=lambda key: max(of_engine[key].values()))
        chosen.append((engine, stages, of_engine[variant, stages]))
        single = of_engine.get((variant, 1), of_engine[variant, stages])
        if any(of_engine[variant, stages][w] - single[w] > ONE_STAGE_APART for w in single):
            chosen.append((engine, 1, single))
    return chosen


def apart(heights: list[float], least: float) -> list[float]:
    """The heights, moved down where two are closer than `least`."""
    moved = dict.fromkeys(range(len(heights)), 0.0)
    last = -least
    for i in sorted(moved, key=lambda i: heights[i]):
        last = moved[i] = max(heights[i], last + least)
    return [moved[i] for i in range(len(heights))]


def draw_read_curve(rows: list[dict[str, str]], path: pathlib.Path) -> None:
    left, right, top, bottom, width, height = 64, 560, 40, 440, 780, 500
    drawing = Drawing(width, height, "Bandwidth of reading by the number of DMA warps per multiprocessor")
    at_x = lambda warps: left + (warps - 1) * (right - left) / 7
    at_y = lambda part: bottom - part * (bottom - top)
    drawing.words(left, 20, "Reading 2 GiB, one block per multiprocessor: fraction of 4.8 TB/s", INK, size=14)
    for tenth in range(0, 10, 2):
        drawing.line([(left, at_y(tenth / 10)), (right, at_y(tenth / 10))], GRID)
        drawing.words(left - 8, at_y(tenth / 10) + 4, f"{tenth * 10} %", anchor="end")
    drawing.words(left - 8, at_y(1) + 4, "100 %", anchor="end")
    for warps in range(1, 9):
        drawing.words(at_x(warps), bottom + 20, str(warps), anchor="middle")
    drawing.words((left + right) / 2, bottom + 42, "DMA warps per multiprocessor", anchor="middle")
    plain = next(fraction(row) for row in rows if row["benchmark"] == "read" and row["variant"] == "plain_float4")
    labels = [(at_y(1), "data sheet, 4.8 TB/s", INK), (at_y(plain), f"plain kernel, {100 * plain:.1f} %", SOFT)]
    drawing.line([(left, at_y(1)), (right, at_y(1))], INK, 1.5)
    drawing.line([(left, at_y(plain)), (right, at_y(plain))], SOFT, 1.5, "2 3")
    for engine, stages, curve in chosen_curves(rows):
        points = [(at_x(warps), at_y(part)) for warps, part in sorted(curve.items())]
        drawing.line(points, ENGINES[engine], 2, "7 4" if stages == 1 else "")
        for x, y in points:
            drawing.dot(x, y, ENGINES[engine])
        last = curve[max(curve)]
        name = NAMES.get(engine, engine)
        labels.append((at_y(last), f"{name}, {stages} stage{'s' if stages > 1 else ''}, {100 * last:.1f} %", ENGINES[engine]))
    for (y, text, colour), shown in zip(labels, apart([y for y, _, _ in labels], 16)):
        drawing.line([(right + 6, y), (right + 22, shown)], colour)
        drawing.words(right + 26, shown + 4, text, INK)
    drawing.write(path)


def size_of(row: dict[str, str]) -> str:
    """The sides of a square matrix, or the bytes that a benchmark moves."""
    if row["benchmark"].startswith("transpose"):
        side = math.isqrt(int(row["elements"]))
        return f"{side} x {side}"
    return f"{int(row['bytes']) / 2**30:.0f} GiB"


def draw_primitives(rows: list[dict[str, str]], path: pathlib.Path) -> None:
    groups: dict[tuple[str, str], list[dict[str, str]]] = {}
    for row in rows:
        if not row["benchmark"].startswith("copy"):
            groups.setdefault((row["benchmark"], row["elements"]), []).append(row)
    left, right, top, pitch, width = 214, 690, 74, 32, 780
    bottom = top + pitch * len(groups)
    drawing = Drawing(width, bottom + 30, "The best of ours and of the libraries as fractions of 4.8 TB/s, with targets")
    at_x = lambda part: left + part * (right - left)
    drawing.words(16, 20, "Primitives on an H200, by the bytes moved: fraction of 4.8 TB/s", INK, size=14)
    drawing.box(16, 34, 12, 12, OURS)
    drawing.words(34, 44, "best of ours")
    drawing.box(130, 34, 12, 12, LIBRARY)
    drawing.words(148, 44, "best library (CUB, Thrust, cuBLAS)")
    drawing.line([(384, 33), (384, 47)], INK, 2)
    drawing.words(392, 44, "target")
    for fifth in range(6):
        drawing.line([(at_x(fifth / 5), top - 6), (at_x(fifth / 5), bottom)], GRID)
        drawing.words(at_x(fifth / 5), bottom + 18, f"{fifth * 20} %", anchor="middle")
    for place, ((name, _), group) in enumerate(groups.items()):
        y = top + pitch * place
        is_library = [row["variant"].startswith(LIBRARIES) for row in group]
        ours = best([row for row, library in zip(group, is_library) if not library])
        theirs = best([row for row, library in zip(group, is_library) if library])
        drawing.words(left - 8, y + 16, f"{name}, {size_of(group[0])}", INK, "end")
        for row, offset, colour in ((ours, 1, OURS), (theirs, 13, LIBRARY)):
            if row is not None:
                drawing.box(left, y + offset, at_x(fraction(row)) - left, 10, colour)
                drawing.words(at_x(1) + 8, y + offset + 9, f"{100 * fraction(row):.1f} %", INK if row is ours else SOFT, size=11)
        target = next(value for start, value in TARGETS.items() if name.startswith(start))
        drawing.line([(at_x(target), y - 2), (at_x(target), y + 26)], INK, 2)
    drawing.write(path)


def main() -> int:
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    results, folder = map(pathlib.Path, sys.argv[1:])
    draw_read_curve(read(results / "dma_bandwidth.csv"), folder / "h200_read_curve.svg")
    draw_primitives(read(results / "primitives.csv"), folder / "h200_primitives.svg")
    return 0


if __name__ == "__main__":
    sys.exit(main())
