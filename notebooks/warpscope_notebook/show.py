"""What a run record becomes in a notebook: HTML, and the same as plain text."""

import html

STYLE = """<style>
.warpscope table{border-collapse:collapse;margin:.4em 0}
.warpscope td,.warpscope th{padding:.15em .7em;text-align:left;vertical-align:top;border-bottom:1px solid #8884}
.warpscope .number{text-align:right;white-space:nowrap}
.warpscope .good{color:#00856b}.warpscope .bad{color:#c62828}.warpscope .quiet{opacity:.7}
.warpscope pre{margin:.1em 0;white-space:pre-wrap}
.warpscope svg{margin:.5em 1em .5em 0;max-width:100%}.warpscope svg text{font:12px system-ui,sans-serif;fill:currentColor}
.warpscope svg .title{font-weight:600}.warpscope svg .grid{stroke:#8886}
</style>"""


def escaped(text):
    return html.escape(str(text))


def size_text(value):
    """1 of a grid (1, 1, 1), "16 × 8" of (16, 8, 1)."""
    parts = [value["x"], value["y"], value["z"]]
    while len(parts) > 1 and parts[-1] == 1:
        parts.pop()
    return " × ".join(str(part) for part in parts)


def time_text(seconds):
    """Three digits with a unit: 2.17 µs."""
    for unit, scale in (("s", 1), ("ms", 1e3), ("µs", 1e6), ("ns", 1e9)):
        if seconds * scale >= 1 or unit == "ns":
            return f"{seconds * scale:.3g} {unit}"
    return "0 ns"


def number_text(value):
    return str(int(value)) if float(value).is_integer() else f"{value:g}"


class Finding:
    """One finding of a record, with the line of source that it is about."""

    def __init__(self, finding, record):
        self.id = finding["id"]
        self.severity = finding["severity"]
        self.title, self.cause, self.hint = finding["title"], finding["cause"], finding.get("hint", "")
        where = finding.get("where")
        self.file = where["file"] if where else ""
        self.line = where["line"] if where else 0
        self.source = ""
        for source in record.get("sources", []):
            lines = source["text"].split("\n")
            if source["path"] == self.file and 0 < self.line <= len(lines):
                self.source = lines[self.line - 1].rstrip()

    @property
    def place(self):
        return f"{self.file}:{self.line}" if self.line else ""

    def text(self):
        text = f"{self.severity} {self.place}: {self.title} [{self.id}]\n    {self.cause}\n"
        if self.source:
            text += f"    {self.line} | {self.source}\n"
        return text + (f"    Hint: {self.hint}\n" if self.hint else "")

    def html(self):
        line = f"<pre><span class='quiet'>{self.line} |</span> {escaped(self.source)}</pre>" if self.source else ""
        hint = f"<br>Hint: {escaped(self.hint)}" if self.hint else ""
        kind = "bad" if self.severity == "error" else "quiet"
        place = f" at {escaped(self.place)}" if self.place else ""
        return (
            f"<li><b class='{kind}'>{escaped(self.title)}</b>{place} <span class='quiet'>[{escaped(self.id)}]</span>{line}"
            f"{escaped(self.cause)}{hint}</li>"
        )


def findings_of(record):
    return [Finding(finding, record) for finding in record.get("findings", [])]


COLUMNS = ("launch", "kernel", "grid", "block", "time", "load sectors", "store sectors", "bank conflicts")
MOST_LAUNCHES = 50


def launch_rows(record):
    """Of the first launches: grid, block, time and counters (as in the record)."""
    rows = []
    for launch in record.get("launches", [])[:MOST_LAUNCHES]:
        counters = launch.get("counters", {})
        rows.append(
            (
                str(launch["id"]),
                launch["kernel"].split("(")[0],
                size_text(launch["grid"]),
                size_text(launch["block"]),
                time_text(launch.get("duration_s") or 0),
                number_text(counters.get("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 0)),
                number_text(counters.get("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", 0)),
                number_text(counters.get("l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", 0)),
            )
        )
    return rows


def table_html(columns, rows, first_number):
    def cells(tag, row):
        return "".join(
            f"<{tag}{' class=number' if i >= first_number else ''}>{escaped(cell)}</{tag}>" for i, cell in enumerate(row)
        )

    lines = [f"<tr>{cells('th', columns)}</tr>"] + [f"<tr>{cells('td', row)}</tr>" for row in rows]
    return "<table>" + "".join(lines) + "</table>"


def table_text(columns, rows):
    widths = [max(len(row[i]) for row in [columns, *rows]) for i in range(len(columns))]
    return "".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() + "\n" for row in [columns, *rows]
    )


def timeline_svg(record):
    """A picture of when launches and copies ran, a row for each stream; empty where nothing has a time."""
    bars = []
    for launch in record.get("launches", []):
        if launch.get("duration_s"):
            bars.append((launch["stream"], launch["start_s"], launch["duration_s"], launch["kernel"].split("(")[0], "#2a7ab8"))
    for copy in record.get("transfers", []):
        if copy.get("duration_s"):
            bars.append((copy["stream"], copy["start_s"], copy["duration_s"], copy["kind"].replace("_", " "), "#c98a2b"))
    if not bars:
        return ""
    bars = bars[:500]
    streams = sorted({bar[0] for bar in bars})
    begin = min(bar[1] for bar in bars)
    span = max(max(bar[1] + bar[2] for bar in bars) - begin, 1e-12)
    left, width, row, top = 90, 560, 26, 24
    height = top + row * len(streams) + 20
    parts = [
        f"<svg viewBox='0 0 {left + width + 20} {height}' width='{left + width + 20}' height='{height}' role='img' "
        f"aria-label='timeline'><text class='title' x='{left}' y='14'>time (modelled)</text>"
    ]
    for i, stream in enumerate(streams):
        y = top + row * i
        parts.append(f"<text text-anchor='end' x='{left - 8}' y='{y + 15}'>stream {stream}</text>")
        for _, start, duration, name, color in (bar for bar in bars if bar[0] == stream):
            x = left + width * (start - begin) / span
            w = max(width * duration / span, 1)
            parts.append(
                f"<rect x='{x:.1f}' y='{y}' width='{w:.1f}' height='{row - 6}' fill='{color}'>"
                f"<title>{escaped(name)}, {time_text(duration)}</title></rect>"
            )
            if w > 8 * len(name):
                parts.append(f"<text x='{x + 4:.1f}' y='{y + 15}' style='fill:#fff'>{escaped(name)}</text>")
    parts.append(f"<line class='grid' x1='{left}' x2='{left + width}' y1='{height - 18}' y2='{height - 18}'/>")
    for part in range(5):
        x = left + width * part / 4
        parts.append(f"<text text-anchor='middle' x='{x:.0f}' y='{height - 4}'>{time_text(span * part / 4)}</text>")
    return "".join(parts) + "</svg>"


def pictures_of(report):
    """The curves of `warpscope report --html`, which has each as an SVG with a heading before it."""
    pictures, rest = [], report
    while "<svg" in rest:
        begin = rest.index("<svg")
        end = rest.find("</svg>", begin)
        if end < 0:
            break
        pictures.append(rest[begin : end + len("</svg>")])
        rest = rest[end:]
    return "".join(pictures)


class RunView:
    """What a cell shows of a program's run."""

    def __init__(self, record, pictures=""):
        self.record = record
        self.findings = findings_of(record)
        self.pictures = pictures or timeline_svg(record)

    def heading(self):
        device = self.record["device"]
        counters, times = (device[part].replace("_", " ") for part in ("counters", "times"))
        return f"{device['name']}; counters: {counters}, times: {times}"

    def left_out(self):
        """Launches that the table does not have."""
        return max(len(self.record.get("launches", [])) - MOST_LAUNCHES, 0)

    def text_parts(self):
        rows = launch_rows(self.record)
        parts = [self.heading() + "\n"]
        if rows:
            parts.append(table_text(COLUMNS, rows))
        if self.left_out() > 0:
            parts.append(f"and {self.left_out()} launches more")
        parts += [finding.text() for finding in self.findings]
        return parts

    def html_parts(self):
        rows = launch_rows(self.record)
        parts = [f"<p class='quiet'>{escaped(self.heading())}</p>"]
        if self.findings:
            parts.append("<ul>" + "".join(finding.html() for finding in self.findings) + "</ul>")
        if rows:
            parts.append(table_html(COLUMNS, rows, 4))
        if self.left_out() > 0:
            parts.append(f"<p class='quiet'>and {self.left_out()} launches more</p>")
        return parts + [self.pictures]

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {
            "text/plain": "\n".join(self.text_parts()),
            "text/html": STYLE + "<div class='warpscope'>" + "".join(self.html_parts()) + "</div>",
        }


class LabView(RunView):
    """The same of a lab that was graded: outcome and points first."""

    def __init__(self, lab, record, pictures=""):
        super().__init__(record, pictures)
        self.lab = lab
        self.score = record.get("score")

    @property
    def points(self):
        """None where nothing was graded."""
        return self.score["points"] if self.score else None

    @property
    def max_points(self):
        return self.score["max_points"] if self.score else None

    @property
    def fraction(self):
        """0 to 1; None where nothing was graded."""
        if not self.score or not self.score["max_points"]:
            return None
        return min(max(self.score["points"] / self.score["max_points"], 0.0), 1.0)

    def outcome(self):
        outcome = self.record["outcome"]
        text = outcome["kind"].replace("_", " ")
        return f"{text}: {outcome['message']}" if outcome["message"] else text

    def score_text(self):
        if not self.score:
            return "Not graded"
        return f"{number_text(self.points)} of {number_text(self.max_points)} points"

    def text_parts(self):
        parts = [f"{self.lab}: {self.score_text()}. {self.outcome()}\n"]
        if self.record["outcome"]["compiler_output"]:
            parts.append(self.record["outcome"]["compiler_output"])
        for check in self.score["checks"] if self.score else []:
            reason = f" ({check['reason']})" if check["reason"] else ""
            points = f"{number_text(check['points'])}/{number_text(check['max_points'])}"
            parts.append(f"  {points:>7}  {check['title']}{reason}")
        return parts + [finding.text() for finding in self.findings]

    def html_parts(self):
        parts = [f"<p><b>{escaped(self.lab)}: {escaped(self.score_text())}.</b> {escaped(self.outcome())}</p>"]
        if self.record["outcome"]["compiler_output"]:
            parts.append(f"<pre>{escaped(self.record['outcome']['compiler_output'])}</pre>")
        if self.score:
            rows = []
            for check in self.score["checks"]:
                kind = "good" if check["points"] >= check["max_points"] else "bad"
                points = f"{number_text(check['points'])} / {number_text(check['max_points'])}"
                reason = f"<br><span class='quiet'>{escaped(check['reason'])}</span>" if check["reason"] else ""
                rows.append(f"<tr><td class='number {kind}'>{points}</td><td>{escaped(check['title'])}{reason}</td></tr>")
            parts.append("<table>" + "".join(rows) + "</table>")
        if self.findings:
            parts.append("<ul>" + "".join(finding.html() for finding in self.findings) + "</ul>")
        return parts + [self.pictures]

