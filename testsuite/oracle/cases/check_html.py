# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The pages of `sfmerge check --html`."""

import itertools
import json
import os
import re
import shutil
import stat
import subprocess

import check_reports
import disk
import html_strict
from unseen import escaped, is_unseen

ODD = [b"a<b>&c.o", b"quote\"'.o", b"bad-\xff\xfe.o", b"bell-\x07\x1b[31m.o",
       b"</td><script>alert(1)</script>.o", b"turn-\xe2\x80\xae\xc2\x9b\xe2\x80\x8b.o",
       b"none-\xef\xbf\xbf\xf0\x9f\xbf\xbe.o", b"&amp;&#x3c;.o",
       b"new\nline.o", "gr\u00fc\u00df-\u65e5\u672c.o".encode()]
PAGE = 250
NUMBERS = itertools.count()


def fresh(bench):
    """A path where nothing is."""
    return bench.run.path(f"html-{next(NUMBERS)}")


def written(bench, folder, report, *options):
    """The status, and the pages of the report about FOLDER by name."""
    done = subprocess.run(
        [bench.run.tool, "check", "-r", "-q", *options, "--html=" + report,
         "."], cwd=folder, check=False, timeout=60, capture_output=True,
        env=dict(os.environ, SOURCE_DATE_EPOCH="86400"))
    pages = {}
    if os.path.isdir(report):
        for name in sorted(os.listdir(report)):
            path = os.path.join(report, name)
            pages[name] = disk.read(path) if os.path.exists(path) else b""
    return done.returncode, pages, done.stdout + done.stderr


def parsed(pages, problems):
    """The PAGES as html_strict reads them."""
    found = {}
    for name, data in pages.items():
        found[name] = html_strict.Page(data)
        problems += [f"{name}: {text}" for text in found[name].problems[:5]]
        problems += [f"{name}: a link to {link}"
                     for link in found[name].links if link not in pages]
    return found


def printable(name):
    """NAME as sfmerge shows it in HTML."""
    return "".join(
        escaped(c) if 0xDC80 <= ord(c) < 0xDD00 or is_unseen(ord(c)) else c
        for c in name.decode("utf-8", "surrogateescape"))


def numbers(bench, folder):
    """The numbers are those of the JSON."""
    report, problems = fresh(bench), []
    status, pages, _ = written(bench, folder, report)
    loud, out, _ = check_reports.checked(bench, folder, "--json", "--for=all")
    said = json.loads(out)
    page = parsed(pages, problems).get("index.html")
    if page is None or status != loud:
        return problems + [f"status {status}, not {loud}: {list(pages)}"]
    summary = said["summary"]
    tiles = [text.split("  ")[0].split(" ")[0] for text in page.tiles
             if not text.startswith("./")]
    wanted = [str(summary[name]) for name in (
        "files", "valid", "not_valid", "without", "unreadable", "foreign",
        "compressed") if summary[name]]
    wanted += [f"{summary[part] * 1000 // summary[whole] / 10:g}"
               for part, whole in (("functions_covered", "functions"),
                                   ("covered", "bytes"))]
    if tiles[:len(wanted)] != wanted:
        problems.append(f"tiles {page.tiles}, not {summary}")
    if b"1970-01-02 00:00 UTC, sfmerge " not in pages["index.html"] or (
            f"sfmerge check -r -q --html={report} ." not in page.made):
        problems.append(f"neither date nor command line: {page.made}")
    rows = {row[0]: row[1:] for row in page.rows if row}
    return (problems + consumers(rows, said) + gaps(page, said)
            + largest(page, said))


def sized(size):
    """SIZE as text has it."""
    return f"{size:,} byte{'s' * (size != 1)}" if size < 10000 else (
        f"{size / 1024:.{int(size < 10188)}f} KB")


def largest(page, said):
    """What is wrong with the lists of files, and with the map."""
    problems = []
    coverage = {e["file"]: e["coverage"] for e in said["files"]
                if "coverage" in e}
    having = {e["file"] for e in said["files"]
              if check_reports.has_sframe([e])}
    for head, wanted in (
            (["Without rows", "File", "Code with rows"],
             {p: c["bytes"] - c["covered"] for p, c in coverage.items()
              if p in having and c["bytes"] > c["covered"]}),
            (["Code", "File"],
             {e["file"]: coverage.get(e["file"], {}).get("bytes", 0)
              for e in said["files"] if e["kind"]
              and not check_reports.has_sframe([e])})):
        at = page.rows.index(head) + 1 if head in page.rows else 0
        found = [tuple(row[:2]) for row in page.rows[at:at + len(wanted)]]
        if not at or sorted(found) != sorted(
                (sized(n), p) for p, n in wanted.items()):
            problems.append(f"{head}: {found}, not {wanted}")
    wanted = {f"{path}: {c['covered'] * 1000 // c['bytes'] / 10:g} % of "
              + sized(c["bytes"]) for path, c in coverage.items()}
    if set(page.titles) != wanted:
        problems.append(f"the map: {page.titles}, not {wanted}")
    return problems


def consumers(rows, said):
    """What is wrong with the table of consumers."""
    problems, worst = [], {}
    order = ["not applicable", "usable", "usable with loss", "unusable"]
    for name, entries in check_reports.grouped(said).items():
        for entry in entries:
            if not check_reports.has_sframe([entry]):
                continue
            for verdict in entry["consumers"]:
                key = (verdict["name"], name)
                grade = order.index(verdict["verdict"])
                worst[key] = max(worst.get(key, 0), grade)
    for consumer in {name for name, _ in worst}:
        grades = [grade for (name, _), grade in worst.items()
                  if name == consumer]
        wanted = [str(grades.count(n)) for n in (1, 2, 3)]
        if any(grades) != (consumer in rows) or (
                any(grades) and rows[consumer][:3] != wanted):
            problems.append(f"{consumer}: {rows.get(consumer)}, not {wanted}")
        if grades.count(3) and not re.match(
                r"[\d,]+: \w", rows.get(consumer, [""])[-1]):
            problems.append(f"{consumer}: no reason: {rows.get(consumer)}")
    return problems if worst else ["no verdict"]


def gaps(page, said):
    """What is wrong with the functions without rows."""
    wanted = [gap["uncovered"] for entry in said["files"]
              if check_reports.has_sframe([entry])
              for gap in entry.get("coverage", {}).get("uncovered", ())]
    wanted = [sized(n) for n in sorted(wanted, reverse=True)]
    first = next((i for i, row in enumerate(page.rows)
                  if row[:2] == ["Bytes", "Function"]), None)
    if first is None:
        return [f"no functions, not {len(wanted)}"] if wanted else []
    found = [row[0] for row in page.rows[first + 1:] if len(row) == 3]
    return [] if found == wanted[:50] else [f"{found}, not {wanted}"]


def names(bench, folder):
    """Files with odd names, in their table and as directories."""
    place, problems = fresh(bench).encode(), []
    os.makedirs(place)
    data = spoiled_object(folder)
    for name in ODD:
        os.makedirs(os.path.join(place, b"in-" + name.replace(b"/", b"|")))
        for path in (name.replace(b"/", b"|"),
                     os.path.join(b"in-" + name.replace(b"/", b"|"), b"x.o")):
            disk.write(os.path.join(place, path), data)
    _, pages, _ = written(bench, place, fresh(bench))
    page = parsed(pages, problems)["index.html"]
    for name in ODD:
        name = name.replace(b"/", b"|")
        for wanted in ("./" + printable(name), "./in-" + printable(name)):
            if wanted not in page.names:
                problems.append(f"{wanted!r} is not in it")
    shutil.rmtree(place)
    return problems


def spoiled_object(folder):
    """The bytes of an object in FOLDER, cut so that it cannot be read."""
    data = disk.read(os.path.join(folder, "lib/b.o"))
    return data[:len(data) // 2]


def same(bench, folder):
    """The report depends on nothing but the files and the line with the
    command and the date, which SOURCE_DATE_EPOCH sets."""
    one, two = fresh(bench), fresh(bench)
    first = written(bench, folder, one, "-j1")
    again = written(bench, folder, two, "-j4")
    over = written(bench, folder, one, "-j4")
    for _, pages, _ in (first, again, over):
        for name in pages:
            pages[name] = re.sub(rb'<p class="made">.*', b"", pages[name])
    return ([] if first == again == over else ["it differs"]) + (
        [] if first[1] else ["no pages"])


def many(bench, folder):
    """Several pages, and less of them afterwards."""
    place, report, problems = fresh(bench), fresh(bench), []
    os.makedirs(place)
    data = spoiled_object(folder)
    for i in range(2 * PAGE + 1):
        disk.write(os.path.join(place, f"{i:04}.o"), data)
    _, pages, _ = written(bench, place, report)
    found = parsed(pages, problems)
    if list(pages) != ["files-1.html", "files-2.html", "files-3.html",
                       "index.html"]:
        problems.append(f"pages {list(pages)}")
        return problems
    listed = [name for i in (1, 2, 3)
              for name in found[f"files-{i}.html"].names]
    if listed != [f"./{i:04}.o" for i in range(2 * PAGE + 1)]:
        problems.append(f"{len(listed)} files")
    links = found["index.html"].links
    if links != ["files-1.html", "files-2.html", "files-3.html"]:
        problems.append(f"links {links}")
    for i in range(PAGE, 2 * PAGE + 1):
        os.remove(os.path.join(place, f"{i:04}.o"))
    _, pages, _ = written(bench, place, report)
    parsed(pages, problems)
    if list(pages) != ["index.html"]:
        problems.append(f"later pages {list(pages)}")
    shutil.rmtree(place)
    return problems


def refused(bench, folder):
    """Other files are left alone, and so is a report that is not replaced."""
    report, problems = fresh(bench), []
    written(bench, folder, report)
    page = os.path.join(report, "index.html")
    for name, data in (("notes.txt", b"mine"), ("files-1.html", b"mine"),
                       ("files-01.html", disk.read(page))):
        other = os.path.join(report, name)
        disk.write(other, data)
        before = disk.read(page)
        status, pages, said = written(bench, folder, report)
        if (status != 1 or b"has other files" not in said
                or pages[name] != data or pages["index.html"] != before):
            problems.append(f"{name}: {status}: {said}")
        os.remove(other)
    # A link is no page, not even one to a page of ours.
    elsewhere = bench.run.path("html-elsewhere")
    os.rename(page, elsewhere)
    for target in ("elsewhere", os.path.abspath(elsewhere)):
        os.symlink(target, page)
        status, _, said = written(bench, folder, report)
        if status != 1 or not os.path.islink(page):
            problems.append(f"a link to {target}: {status}: {said}")
        os.remove(page)
    mode = stat.S_IMODE(os.stat(report).st_mode)
    umask = os.umask(0)
    os.umask(umask)
    if mode != 0o777 & ~umask:
        problems.append(f"mode {mode:o}")
    return problems


def judged_by_tidy(bench, folder):
    """Debian's tidy finds nothing; None if it is not there."""
    if shutil.which("tidy") is None:
        return None
    report = fresh(bench)
    written(bench, folder, report)
    status, text = bench.run.command(
        ["tidy", "-q", "-e", os.path.join(report, "index.html")])
    return [] if status == 0 else [re.sub(r"\s+", " ", text)[:400]]


def html_cases(bench):
    """`sfmerge check --html`: pages of valid HTML5 that say what the JSON
    says, whatever files are called, and that replace a former report whole."""
    todo = [(f"check/html/{name}", case) for name, case in (
        ("numbers", numbers), ("odd names", names), ("the same", same),
        ("several pages", many), ("other files", refused),
        ("tidy", judged_by_tidy))
            if bench.run.wanted(f"check/html/{name}")]
    folder = bench.run.path("html")
    missing = check_reports.build(bench, folder) if todo else None
    for name, case in todo:
        problems = None if missing else case(bench, folder)
        if problems is None:
            bench.run.unsupported(name, missing or "no tidy")
        else:
            bench.run.result(name, problems)
