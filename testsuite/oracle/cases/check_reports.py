# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The reports of `sfmerge check`: pages of HTML, sums, and a line for each
file."""

import itertools
import json
import os
import re
import shutil
import stat
import subprocess

import disk
import elf
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
         "."], cwd=folder, check=False, timeout=60, capture_output=True)
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
    loud, out, _ = checked(bench, folder, "--json", "--for=all")
    said = json.loads(out)
    page = parsed(pages, problems).get("index.html")
    if page is None or status != loud:
        return problems + [f"status {status}, not {loud}: {list(pages)}"]
    summary = said["summary"]
    tiles = [int(text.split()[0]) for text in page.tiles]
    if tiles != [summary[name] for name in (
            "valid", "not_valid", "without", "unreadable", "foreign",
            "compressed")]:
        problems.append(f"tiles {page.tiles}, not {summary}")
    rows = {row[0]: row[1:] for row in page.rows if row}
    for name, part, whole in (
            ("Functions of files with .sframe that have rows",
             "functions_covered", "functions"),
            ("Bytes of code of all images that have rows", "covered",
             "bytes")):
        if rows[name][0] != f"{summary[part]} of {summary[whole]}":
            problems.append(f"{name}: {rows[name]}")
    return problems + consumers(rows, said) + gaps(page, said)


def consumers(rows, said):
    """What is wrong with the table of consumers."""
    problems, worst = [], {}
    order = ["not applicable", "usable", "usable with loss", "unusable"]
    for name, entries in grouped(said).items():
        for entry in entries:
            if not has_sframe([entry]):
                continue
            for verdict in entry["consumers"]:
                key = (verdict["name"], name)
                grade = order.index(verdict["verdict"])
                worst[key] = max(worst.get(key, 0), grade)
    for consumer in {name for name, _ in worst}:
        grades = [grade for (name, _), grade in worst.items()
                  if name == consumer]
        wanted = [str(grades.count(n)) for n in (1, 2, 3, 0)]
        if rows.get(consumer, [])[:4] != wanted:
            problems.append(f"{consumer}: {rows.get(consumer)}, not {wanted}")
    return problems if worst else ["no verdict"]


def gaps(page, said):
    """What is wrong with the functions without rows."""
    wanted = [str(gap["uncovered"]) for entry in said["files"]
              if has_sframe([entry])
              for gap in entry.get("coverage", {}).get("uncovered", ())]
    wanted.sort(key=int, reverse=True)
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
    """The report depends on nothing but the files."""
    one, two = fresh(bench), fresh(bench)
    first = written(bench, folder, one, "-j1")
    again = written(bench, folder, two, "-j4")
    over = written(bench, folder, one, "-j4")
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
    missing = build(bench, folder) if todo else None
    for name, case in todo:
        problems = None if missing else case(bench, folder)
        if problems is None:
            bench.run.unsupported(name, missing or "no tidy")
        else:
            bench.run.result(name, problems)


SHF_ALLOC, SHF_EXECINSTR, SHT_NOBITS = 2, 4, 8
XZ_HEAD = b"\xfd7zXZ\0"


def build(bench, folder):
    """Files of all kinds in FOLDER, or what is missing."""
    source = os.path.join(bench.objects.sources, "link-main.c")
    flags = ["-O2", "-I" + os.path.join(bench.objects.sources,
                                        "../../../include")]
    for name in ("bin", "lib"):
        os.makedirs(os.path.join(folder, name))
    plain, described = (os.path.join(folder, name)
                        for name in ("bin/plain.so", "bin/described.so"))
    objects = [os.path.join(folder, name) for name in ("lib/a.o", "lib/b.o")]
    for command in (
            [bench.objects.cc, *flags, "-fPIC", "-c", source, "-o",
             objects[0]],
            [bench.objects.cc, "-shared", "-nostdlib", "-o", plain,
             objects[0]],
            [bench.run.tool, "synth", "-q", "-o", described, plain],
            [bench.run.tool, "synth", "-q", "-o", objects[1], objects[0]],
            ["ar", "rcs", os.path.join(folder, "lib/c.a"), *objects]):
        status, text = bench.run.command(command)
        if status:
            return text.splitlines()[0] if text else str(command)
    data = disk.read(described)
    for name, content in (
            ("bin/cut.so", data[:len(data) // 2]),
            ("bin/broken.so", spoiled(described)),
            ("lib/foreign.o", data[:4] + b"\1" + data[5:]),
            ("lib/text.xz", XZ_HEAD + data[:64]),
            ("lib/text", b"text")):
        disk.write(os.path.join(folder, name), content)
    os.link(objects[1], os.path.join(folder, "lib/d.o"))
    return None


def spoiled(path):
    """The bytes of the image PATH with a wrong number of functions."""
    data = bytearray(disk.read(path))
    section, = elf.Elf(path).named(".sframe")
    data[section.offset + 8] ^= 0xff
    return bytes(data)


def checked(bench, folder, *options):
    """The status and both outputs of check -r OPTIONS in FOLDER."""
    done = subprocess.run([bench.run.tool, "check", "-r", *options, "."],
                          cwd=folder, check=False, timeout=60,
                          capture_output=True)
    return (done.returncode, done.stdout.decode("utf-8"),
            done.stderr.decode("utf-8"))


def grouped(said):
    """The objects of the JSON SAID by file: members with their archive."""
    files = {}
    for entry in said["files"]:
        name = re.sub(r"\([^()]*\)$", "", entry["file"])
        files.setdefault(name, []).append(entry)
    return files


def has_sframe(entries):
    """Whether a file with ENTRIES has .sframe, or should have."""
    return any(entry.get("pieces") or entry.get("errors")
               or entry.get("warnings") for entry in entries)


def code_size(path):
    """The bytes of the executable sections of the image PATH."""
    return sum(s.size for s in elf.Elf(path).sections
               if s.flags & SHF_ALLOC and s.flags & SHF_EXECINSTR
               and s.type != SHT_NOBITS)


def sums(said):
    """What the summary of SAID should be, by its files."""
    files = grouped(said)
    read = {name: entries for name, entries in files.items()
            if "skipped" not in entries[0]}
    good = {name: entries for name, entries in read.items()
            if entries[0]["kind"]}
    having = {name: entries for name, entries in good.items()
              if has_sframe(entries)}
    broken = [name for name, entries in having.items()
              if any(entry["errors"] for entry in entries)]
    covered = [(entry["coverage"], name in having)
               for name, entries in good.items() for entry in entries
               if "coverage" in entry]
    return {
        "files": len(read), "with": len(having),
        "valid": len(having) - len(broken), "not_valid": len(broken),
        "not_known": 0,
        "without": len(good) - len(having),
        "unreadable": len(read) - len(good), "failed": len(broken),
        "below_half": sum(any("coverage" in entry and
                              entry["coverage"]["described"]["below_half"]
                              for entry in entries)
                          for entries in good.values()),
        "below_min": 0, "foreign": 1, "compressed": 0, "other_kinds": 2, "further_names": 1,
        "unreadable_directories": 0,
        "described": sum(piece["num_fdes"] for entries in good.values()
                         for entry in entries for piece in entry["pieces"]),
        "functions": sum(c["functions"] for c, there in covered if there),
        "functions_covered": sum(c["functions_covered"]
                                 for c, there in covered if there),
        "bytes": sum(c["bytes"] for c, _ in covered),
        "covered": sum(c["covered"] for c, _ in covered),
    }


def as_json(bench, folder):
    """The summary is the sum of the files."""
    status, out, _ = checked(bench, folder, "--json")
    said = json.loads(out)
    wanted, problems = sums(said), []
    wanted["bytes"] = sum(
        code_size(os.path.join(folder, name)) for name in
        ("bin/plain.so", "bin/described.so", "bin/broken.so"))
    for name, value in wanted.items():
        if said["summary"].get(name) != value:
            problems.append(f"{name} is {said['summary'].get(name)}, not "
                            f"{value}")
    if set(said["summary"]) != set(wanted):
        problems.append(f"members {sorted(said['summary'])}")
    if status != 2 or wanted["not_valid"] != 1 or wanted["unreadable"] != 1:
        problems.append(f"status {status}: {wanted}")
    return problems


def summed(out):
    """The lines of the summary at the end of OUT, and those before."""
    lines = out.splitlines()
    start = max(i for i, line in enumerate(lines)
                if re.match(r"[\d,]+ files?: ", line))
    return lines[start:], lines[:start]


def as_text(bench, folder):
    """The text has the numbers of the JSON, whatever is named."""
    summary = json.loads(checked(bench, folder, "--json")[1])["summary"]
    problems = []
    for options in ((), ("-v",), ("-j1",), ("--brief",), ("--no-rows",)):
        lines, _ = summed(checked(bench, folder, *options)[1])
        found = [n.replace(",", "") for line in lines
                 for n in re.findall(r"(?<![\w.])\d[\d,]*(?![\w.]| %)",
                                     line)
                 if "code of" not in line]
        wanted = [str(summary[name]) for name in
                  ("files", "with", "valid", "not_valid", "without",
                   "unreadable", "below_half", "foreign",
                   "functions_covered", "functions") if summary[name]]
        share = summary["covered"] * 1000 // summary["bytes"] / 10
        if not lines[-1].endswith(f" described, {share:g} %"):
            problems.append(f"{options}: {lines[-1]}, not {share} %")
        if found != wanted:
            problems.append(f"{options}: {lines}, not {wanted}")
    return problems


def named(bench, folder):
    """Only files in which something is wrong are named; all with -v, with what
    is in their notes."""
    said = grouped(json.loads(checked(bench, folder, "--json")[1]))
    problems = []
    for options in ((), ("-v",), ("--for=v3-reader",), ("--for=all",)):
        found = {line.split(": ")[0].split("(")[0] for line in
                 summed(checked(bench, folder, *options)[1])[1]
                 if not line.startswith(" ")}
        wanted = {path for path, entries in said.items()
                  if entries[0]["kind"] and (
                      any(e["errors"] or e["warnings"] for e in entries)
                      or options == ("-v",)
                      or options == ("--for=v3-reader",)
                      and not has_sframe(entries))}
        passed = {path for path, entries in said.items()
                  if "skipped" in entries[0]}
        if wanted - found or found - wanted - passed:
            problems.append(f"{options}: {found}, not {wanted}")
    return problems


def as_lines(bench, folder):
    """--brief has a line for each file that says what the JSON says."""
    said = grouped(json.loads(checked(bench, folder, "--json")[1]))
    _, out, _ = checked(bench, folder, "--brief", "-v")
    lines, problems = summed(out)[1][1:], []
    column = out.index("file\n")
    if [line[column:] for line in lines] != list(said):
        problems.append(f"files {[line[column:] for line in lines]}")
    for line, entries in zip(lines, said.values()):
        pieces = [p for e in entries for p in e.get("pieces", ())]
        functions = str(sum(p["num_fdes"] for p in pieces)) if pieces else "-"
        verdict = ("passed" if "skipped" in entries[0]
                   else "unread" if not entries[0]["kind"]
                   else "none" if not has_sframe(entries)
                   else "not valid" if any(e["errors"] for e in entries)
                   else "warnings" if any(e["warnings"] for e in entries)
                   else "valid")
        versions = ",".join(sorted({str(p["version"]) for p in pieces})) or "-"
        share = "-"
        for entry in entries:
            if pieces and "coverage" in entry:
                share = f"{entry['coverage']['described']['percent']} %"
        wanted = [verdict, versions, functions, share]
        cells = re.split(r"  +", line[:column].strip())
        if cells != wanted:
            problems.append(f"{line}: not {wanted}")
        if len(line) != len(line.rstrip()) or line[column - 1] != " ":
            problems.append(f"not aligned: {line}")
    return problems


def quiet(bench, folder):
    """-q says what stops the work and nothing else; the status is the same."""
    problems = []
    _, _, errors = checked(bench, folder)
    for options in ((), ("-j1",), ("--no-rows",), ("--for=kernel",)):
        loud = checked(bench, folder, *options)
        status, out, text = checked(bench, folder, "-q", *options)
        if (status, out, text) != (loud[0], "", errors):
            problems.append(f"{options}: status {status}: {out}{text}")
    if len(errors.splitlines()) != 1:
        problems.append(f"errors: {errors}")
    return problems


def summary_cases(bench):
    """The sums of `sfmerge check -r`, and its --brief and -q: the summary
    against what is said of each file, and the size of code against the
    headers."""
    wanted = [(f"check/summary/{name}", case) for name, case in (
        ("as JSON", as_json), ("as text", as_text),
        ("what is named", named),
        ("a line for each file", as_lines), ("-q", quiet))
              if bench.run.wanted(f"check/summary/{name}")]
    folder = bench.run.path("summary")
    missing = build(bench, folder) if wanted else None
    if missing:
        bench.run.unsupported("check/summary", missing)
        return
    for name, case in wanted:
        bench.run.result(name, case(bench, folder))
