# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""A static library of Rust, with its standard library, whose compiler writes
no .sframe: synth, a link by what merges, and a run."""

import os
import shutil

import disk
import elf
import objframes
import synth_links
import toolchain


def library(bench):
    """The library, made for version 3, and its problems."""
    out, problems = bench.fresh(".a"), []
    status, text = bench.run.command(
        ["rustc", "-O", "--crate-type", "staticlib", "-o", out,
         os.path.join(bench.args.sources, "synth-rust.rs")])
    if status:
        return None, text
    made, counts = bench.made(out, "v3", problems)
    if made and counts["refused"]:
        problems.append(f"{counts['refused']} functions are left out")
    return made, "\n".join(problems)


def cases(bench):
    """The library by itself, and in programs."""
    name = "synth/rust: the library"
    if not bench.run.wanted("synth/rust"):
        return
    made, text = library(bench) if shutil.which("rustc") else (
        None, "no rustc")
    if made is None:
        bench.run.unsupported(name, text.strip()[:60])
        return
    found = objframes.Findings()
    if text:
        found.say(text)
    members = [c for _, c in disk.members(made)
               if c[:5] == b"\x7fELF\x02"]
    for content in members[::synth_links.sample(8)]:
        objframes.judge(elf.Elf(made, content), "v3", found)
    bench.tell(name, found, 100)
    libraries = synth_links.Libraries(bench)
    for linker in toolchain.linkers(bench.more):
        if linker.merges() == "v3":
            program(bench, linker, made, libraries)


def program(bench, linker, made, libraries):
    """A static program of the library MADE."""
    name, found = f"synth/rust: {linker.name}", objframes.Findings()
    folder, problems = libraries.folder("v3")
    plain, image = bench.fresh(), os.path.abspath(bench.fresh(""))
    bench.run.command([bench.args.cc, "-O2", "-c", "-o", plain, os.path.join(
        bench.args.sources, "synth-rust.c")])
    out, _ = bench.made(plain, "v3", problems)
    status, text = bench.run.command(
        [bench.args.cc, "-B" + folder, "-L" + folder, *linker.flags,
         "-static", "-o", image, out or plain, made])
    for problem in problems + ([text] if status else []):
        found.say(problem[:500])
    synth_links.judged(bench, None if status else image, "v3", found, 500)
    bench.tell(name, found, 20)
