# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The sums of `sfmerge check -r`, what it names, and a line for each file."""

import json
import os
import re
import subprocess

import disk
import elf

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
