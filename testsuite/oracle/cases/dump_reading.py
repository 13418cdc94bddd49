# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What `sfmerge dump` says in JSON and in its own text, against the oracle's
reading of the same bytes; and of bytes that are broken, that it says
something."""

import gzip
import json
import os
import re

import dump_write
import elf
import sframe

NAMES_S390X = (0, 2, 4, 6, 1, 3, 5, 7, 8, 10, 12, 14, 9, 11, 13, 15)
NAMES_AMD64 = ("rax", "rdx", "rcx", "rbx", "rsi", "rdi", "rbp", "rsp")


def register(abi, reg):
    """The name of REG as a dump has it."""
    _, sp, fp, _ = sframe.ABIS[abi]
    if reg in (sp, fp, "cfa"):
        return {sp: "sp", fp: "fp", "cfa": "cfa"}[reg]
    if abi == 3:
        return (NAMES_AMD64[reg] if reg < 8 else "rip" if reg == 16
                else f"r{reg}" if reg < 16 else f"dwarf{reg}")
    if abi == 4:
        return f"r{reg}" if reg < 16 else f"f{NAMES_S390X[reg - 16]}"
    return f"x{reg}" if reg < 31 else f"dwarf{reg}"


def rule(abi, value):
    """The oracle's rule VALUE as a dump has it."""
    if value[0] in ("same", "undef"):
        return {"same": "same", "undef": "undefined"}[value[0]]
    text = f"{register(abi, value[1])}{value[2]:+d}"
    return f"*({text})" if value[0] == "m" else text


def wanted_rows(piece, func):
    """[(start, cfa, ra, fp, mangled)] of FUNC."""
    out = []
    for row in func.rows:
        cfa, ra, fp, mangled = piece.rules(func, row)
        undefined = not row[2]
        out.append((row[0], None if undefined else rule(piece.abi, cfa),
                    rule(piece.abi, ra),
                    None if undefined else rule(piece.abi, fp), mangled))
    return out


def compare_function(piece, func, have, where, name):
    """Problems with HAVE, the JSON of FUNC, which is at WHERE and called
    NAME."""
    want = {"number": func.idx, "offset": func.field, "func_start": func.raw,
            "func_size": func.size, "func_start_fre_off": func.fre_off,
            "func_num_fres": func.num, "func_info": func.info,
            "fre_type": f"ADDR{1 << func.kind}",
            "pc_type": "MASK" if func.mask else "INC",
            "fde_type": "FLEX" if func.flex else "DEFAULT",
            "signal": func.signal, "pauth_key": "B" if func.key_b else "A",
            **where, **({"symbol": name} if name else {})}
    if piece.version == 3:
        want["func_info2"] = func.info2
    if piece.version != 1:
        want["func_rep_size"] = func.rep
    rows = [(r["start_address"], r.get("cfa"), r["ra"], r.get("fp"),
             r["mangled_ra"]) for r in have.get("fres", [])]
    words = [tuple(r["words"]) for r in have.get("fres", [])]
    rest = {k: v for k, v in have.items() if k != "fres"}
    problems = []
    if rest != want:
        problems.append(f"function {func.idx}: {rest}, not {want}")
    if rows != wanted_rows(piece, func) or words != [r[2] for r in func.rows]:
        problems.append(f"function {func.idx}: rows {rows}, not "
                        f"{wanted_rows(piece, func)}")
    return problems


def compare_json(have, section, names, address):
    """Problems with HAVE, the JSON of the SECTION of an image at ADDRESS, or
    of an object if that is None; NAMES by address."""
    piece, = sframe.pieces_of(section, have["pieces"][0]["big_endian"])
    shown, = have["pieces"]
    problems = [f"errors {e}" for e in (have["errors"], shown["errors"]) if e]
    header = {"version": piece.version, "flags": piece.flags,
              "abi_arch": piece.abi, "num_fdes": piece.num_fdes,
              "num_fres": piece.num_fres, "fre_len": piece.fre_len,
              "fdeoff": piece.fdeoff, "freoff": piece.freoff,
              "cfa_fixed_ra_offset": piece.fixed_ra}
    problems += [f"{k} is {shown[k]}, not {v}" for k, v in header.items()
                 if shown[k] != v]
    if len(shown["fdes"]) != piece.num_fdes:
        return problems + [f"{len(shown['fdes'])} functions"]
    if address is not None:
        sframe.resolve(piece, address, piece.flags & sframe.PCREL)
    for func, one in zip(piece.functions, shown["fdes"]):
        if address is not None:
            where = {"start": f"{func.addr:#x}"}
            name = names.get(func.addr)
        else:
            offset = list(names)[func.idx]
            where = {"start_section": ".text",
                     "start_offset": f"{offset:#x}",
                     "reloc_offset": func.field}
            name = names[offset]
        problems += compare_function(piece, func, one, where, name)
    return problems


def one_file(bench, path, names, address, packed=False):
    """Problems with the JSON of the file PATH."""
    status, text, said = bench.dump("--json", path)
    if status or said:
        return [f"status {status}: {said}"]
    section, = json.loads(text)["files"][0]["sections"]
    data = bench.read(path)
    file = elf.Elf(data=gzip.decompress(data) if packed else data)
    return compare_json(section, file.bytes_of(file.named(".sframe")[0]),
                        names, address)


def readings(bench):
    """JSON of images and objects of each ABI and version."""
    for abi, version, flags in dump_write.FORMS:
        name = f"dump/json: ABI {abi}, version {version}, flags {flags}"
        if not bench.run.wanted(name):
            continue
        problems = []
        for seed in range(4):
            data, funcs = dump_write.random_image(seed, abi, version, flags)
            path = bench.write("image", data)
            named = {a: n for n, a, _ in dump_write.named(funcs)}
            problems += one_file(bench, path, named, dump_write.SECTION)
            data, funcs = dump_write.random_object(seed, abi, version, flags)
            named = {f.addr - dump_write.CODE: named.get(f.addr)
                     for f in funcs}
            path = bench.write("object", data)
            problems += one_file(bench, path, named, None)
            path = bench.write("object.ko.gz", gzip.compress(data))
            problems += one_file(bench, path, named, None, True)
        bench.run.result(name, problems)


def silent(text):
    """Why the text of one file of a dump lacks something without saying so,
    or None."""
    if "error at" in text or "no header" in text:
        return None
    counts = [int(n) for n in re.findall(r"num_fdes (\d+)", text)]
    shown = re.findall(r"^    fde \d+ at .*num_fres (\d+)", text, re.M)
    rows = re.findall(r"^      0x", text, re.M)
    shared = re.findall(r"^      rows as of", text, re.M)
    if sum(counts) != len(shown):
        return f"{len(shown)} of {sum(counts)} functions"
    if not shared and sum(map(int, shown)) != len(rows):
        return f"{len(rows)} of {sum(map(int, shown))} rows"
    return None


def insane(said):
    """Whether a sanitizer complains in SAID."""
    return "Sanitizer" in said or "runtime error" in said


def mutate(bench, abi, version, flags):
    """Problems with a section of which each byte in turn is another."""
    funcs = dump_write.functions(7, abi, version, 3)
    content = dump_write.encode(abi, version, flags, funcs)
    problems, paths = [], []
    for at in range(len(content)):
        for value in {content[at] ^ 1, content[at] ^ 0x80, 0, 0xFF}:
            broken = bytearray(content)
            broken[at] = value
            paths.append(bench.write(
                f"m{at}-{value}",
                dump_write.wrap(abi, bytes(broken))))
    for start in range(0, len(paths), 200):
        some = paths[start:start + 200]
        status, text, said = bench.dump("-q", *some)
        if status not in (0, 1, 2) or insane(said):
            problems.append(f"status {status}: {said[-300:]}")
        parts = re.split(r"^(?=\S+: section )", text, flags=re.M)[1:]
        if len(parts) != len(some):
            problems.append(f"{len(parts)} of {len(some)} files")
        problems += [f"{os.path.basename(p)}: {why}" for p, why in
                     zip(some, map(silent, parts)) if why]
        status, text, said = bench.dump("--json", "-q", *some)
        if status not in (0, 1, 2) or insane(said):
            problems.append(f"--json: status {status}: {said[-300:]}")
        elif len(json.loads(text)["files"]) != len(some):
            problems.append("--json: files are missing")
    for path in paths:
        os.remove(path)
    return problems


def mutations(bench):
    """Each byte of a section wrong, in each form."""
    for abi, version, flags in dump_write.FORMS:
        name = f"dump/broken: ABI {abi}, version {version}, flags {flags}"
        if bench.run.wanted(name):
            bench.run.result(name, mutate(bench, abi, version, flags))
