# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""`sfmerge dump --demangle`: names as nm -C shows them, and names that stand
for more than there is memory."""

import json
import re
import subprocess

import dump_generate
import dump_write

NAMES = ["main", "_Z3fooiRKSt6vectorIiSaIiEE", "_ZN1n1SIiE1fEv",
         "_ZNK4core3fmt9Formatter3pad17h0123456789abcdefE",
         "_RNvC6_123foo3bar", "_RNvMs_NtCs1234_7mycrate3fooNtB4_3Bar3baz",
         "_Z", "_Zzz", "_Rust", "_ZN1aE", "_Z1fv@@V1", "_Z1gv.cold",
         "_GLOBAL__sub_I__Z1fv", "_ZL5localv", "_Z1f" + "P" * 3000 + "i"]


def image(names):
    """An image with a function for each of NAMES."""
    funcs = dump_generate.functions(7, 3, 3, len(names))
    return dump_write.image(
        3, dump_write.encode(3, 3, 5, funcs),
        [(n, f.addr, f.size) for n, f in zip(names, funcs)])


def available(bench, name, path):
    """Whether this sfmerge demangles; if not, NAME is judged."""
    status, _, said = bench.dump("-C", path)
    if "built without libbfd" not in said:
        return True
    bench.run.result(name, [] if status == 2 else [f"exit status {status}"])
    return False


def nested(depth):
    """A name in which each argument is a pair of the one before."""
    digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    out = "_Z1fSt4pairIiiE"
    for i in range(depth):
        back = "S" + (digits[i // 36] if i >= 36 else "") + digits[i % 36]
        out += f"S_I{back}_{back}_E"
    return out


def names(bench):
    """The text and the JSON have what nm prints."""
    name = "dump/demangle: names of C++ and Rust"
    if not bench.run.wanted(name):
        return
    path = bench.write("image", image(NAMES))
    if not available(bench, name, path):
        return
    listed = subprocess.run(["nm", "-p", "-C", path], check=True, text=True,
                            stdout=subprocess.PIPE).stdout.splitlines()
    want = [line.split(" ", 2)[2] for line in listed]
    status, text, said = bench.dump("-C", path)
    have = re.findall(r"^    fde .*?<(.*)>, size", text, re.M)
    problems = [] if (status, said, have) == (0, "", want) else [
        f"{status} {said} " + str([(h, w) for h, w in zip(have, want)
                                   if h != w][:2])]
    _, text, _ = bench.dump("-C", "--json", path)
    fdes = json.loads(text)["files"][0]["sections"][0]["pieces"][0]["fdes"]
    have = [(f["symbol"], f.get("demangled", f["symbol"])) for f in fdes]
    if have != list(zip(NAMES, want)):
        problems.append(f"JSON: {have}")
    bench.run.result(name, problems)


def without_proc(bench):
    """The process that demangles ends where nothing lists what it has open."""
    name = "dump/demangle: without /proc"
    if not bench.run.wanted(name):
        return
    path = bench.write("image", image(["_Z1fv"]))
    if not available(bench, name, path):
        return
    hide = bench.run.without_proc()
    if not hide:
        bench.run.unsupported(name, "nothing can be mounted here")
        return
    status, text = bench.run.command([*hide, bench.run.tool, "dump", "-C",
                                      path])
    bench.run.result(name, [] if status == 0 and "<f()>" in text
                     else [f"exit status {status}"], text)


def hostile(bench):
    """A name that would fill all memory stays as it is, and so do those after
    it, if its process ends; there is no other harm."""
    name = "dump/demangle: a name that stands for 2^60 types"
    if not bench.run.wanted(name):
        return
    evil = nested(60)
    if not available(bench, name, bench.write("image", image(["main"]))):
        return
    path = bench.write("image", image(["_Z1fv", evil, "_Z1gv"]))
    status, text, said = bench.dump("-C", path, timeout=900)
    have = re.findall(r"^    fde .*?<(.*)>, size", text, re.M)
    problems = [] if status == 0 else [f"exit status {status}"]
    if have not in (["f()", evil, "g()"], ["f()", evil, "_Z1gv"]):
        problems.append(str(have))
    if have[2:] == ["_Z1gv"] and said != (
            "sfmerge: warning: names from here on are not demangled: "
            "libiberty ended the process that does it\n"):
        problems.append(said[-200:])
    bench.run.result(name, problems)
