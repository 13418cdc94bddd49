# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Random C++ and assembly units of a campaign: COMDAT functions that several
units have, and functions of one code with different rules."""

import random

from campaign_units import PROLOGUE

# {0}, {1}...: macros for numbers.  Every C++ unit has this, as a header.
HEADER = """\
struct Base {{ int v; virtual ~Base (); virtual int f (int); }};
inline Base::~Base () {{ sink (&v, {0}); }}
inline int Base::f (int n)
{{ int b[{1}]; sink (b, n); if (UNLIKELY (b[1] == {2})) abort ();
  return b[1] + v; }}
template <int N> struct Box : Base {{
  int b[N];
  Box () {{ sink (b, N); }}
  ~Box () override {{ sink (b, {3}); }}
  int f (int n) override {{ int a[{4} + N]; sink (a, n);
    if (UNLIKELY (a[2] == {5})) fail (n); return a[1] * b[0]; }}
}};
inline void release (void *p) {{ drop (p); }}
inline NOINLINE void discard (void *p) {{ ::operator delete (p); }}
inline NOINLINE int util (int n)
{{ int b[{6}]; sink (b, n); return b[n & 3]; }}
template <class T> NOINLINE T least (T a, T b)
{{ T c[{7}]; sink ((int *) c, (int) a); return a < b ? c[1] : b; }}
inline NOINLINE int twice (int n) {{ return util (n * {8}); }}
"""
USES = (
    "Box<{n}> b; s += b.f (n) + b.v;",
    "Base *p = new Box<{n}>; s += p->f (n); delete p;",
    "s += util (n + {k});", "s += least<int> (n, {k});",
    "s += (int) least<long> (n, {k});", "s += twice (n);",
    "release (&s);", "discard (new int[{k}]);",
)


class CxxUnit:
    """The text of one C++ unit."""

    def __init__(self, world, number):
        self.rng = random.Random(f"{world.seed}/cxx/{number}")
        self.number = number
        header = random.Random(f"{world.seed}/header")
        self.knobs = {f"H{i}": header.randint(4, 26) for i in range(9)}
        if self.rng.random() < .35:
            # An older header: COMDAT functions that differ.
            name = self.rng.choice(sorted(self.knobs))
            self.knobs[name] += self.rng.choice((4, 8))
        self.externs = [f"u{other}_main" for other in world.edges[number]]
        self.statics = []
        self.lines = self._lines(world)

    def _lines(self, world):
        rng = self.rng
        lines = [f"int {name} (int);" for name in self.externs]
        lines += ['void drop (void *);', '}']
        lines.append(HEADER.format(*sorted(self.knobs)))
        for name in world.shared_names:
            size = f"S{len(self.statics)}"
            self.knobs[size] = rng.randint(4, 26)
            lines.append(f"static NOINLINE int {name} (int n) {{ int b[{size}]"
                         f"; sink (b, n); if (UNLIKELY (b[3] == {size}))"
                         " abort (); return b[1]; }")
            self.statics.append(name)
        number = self.number
        for k in range(rng.randint(1, 3)):
            uses = "\n  ".join(
                "{ " + use.format(n=rng.choice((4, 8)), k=rng.randint(1, 99))
                + " }" for use in rng.sample(USES, rng.randint(2, 4)))
            lines.append(f'extern "C" int u{number}_f{k} (int n)\n{{ int s ='
                         f" 0;\n  {uses}\n  return s; }}")
        calls = self.statics + self.externs + [f"u{number}_f0"]
        total = " + ".join(f"{name} (n)" for name in calls)
        lines.append(f'extern "C" int u{number}_main (int n) '
                     f"{{ return {total}; }}")
        return lines

    def text(self, changed=()):
        """The source, with CHANGED macros."""
        values = dict(self.knobs, **dict(changed))
        macros = "".join(f"#define {k} {v}\n" for k, v in values.items())
        return (macros + 'extern "C" {\n'
                + PROLOGUE.replace("abort (void)", "abort (void) noexcept")
                + "\n".join(self.lines) + "\n")

    def other(self, rng):
        """The source as it was compiled another time."""
        name = rng.choice(sorted(self.knobs))
        return self.text({name: self.knobs[name] + rng.choice((4, 8, 12))})


# Code of one kind with its rules: {c} is what the CFA is above SP at the
# start, {k} a constant, {next} where it goes.
CODES = (
    ("leal {k}(%rdi),%eax", "ret"),
    ("pushq %rbx", "@{c8}", "movl ${k},%eax", "popq %rbx", "@{c}", "ret"),
    ("subq ${f},%rsp", "@{cf}", "movl ${k},%eax", "addq ${f},%rsp", "@{c}",
     "ret"),
    ("endbr64", "jmp *pointer{u}(%rip)", "nopw 0(%rax,%rax)"),
    ("jmp *pointer{u}(%rip)", ".byte 0x66,0x90"),
    ("pushq ${k}", "@{c8}", "jmp *pointer{u}(%rip)"),
)


class AsmUnit:
    """The text of one unit of assembly: what is the same in two units, or
    twice in one, may have other rules there."""

    def __init__(self, world, number):
        self.rng = random.Random(f"{world.seed}/asm/{number}")
        self.number, self.statics = number, []
        self.own = self.rng.random() < .5
        self.parts = [self._part(world, k)
                      for k in range(self.rng.randint(2, 6))]
        self.calls = [f"u{other}_main" for other in world.edges[number]]

    def _part(self, world, k):
        rng = self.rng
        code = rng.choice(CODES)
        roll = rng.random()
        part = {"code": code, "c": rng.choice((8, 8, 16, 24)),
                "k": rng.choice(world.constants), "bind": ".globl",
                "f": rng.choice((24, 40, 56)), "section": ".text",
                "typed": rng.random() < .85, "name": f"u{self.number}_t{k}"}
        which = rng.randint(0, 1)
        if roll < .3 and f"common{which}" not in self.statics:
            # One name and code for all units; the rules are each one's own.
            self.statics.append(f"common{which}")
            part.update(name=f"common{which}", bind=".weak", f=24,
                        code=CODES[which], k=world.constants[which],
                        section=f'.text.common{which},"axG",@progbits,'
                                f'common{which},comdat')
        elif roll < .3 + 2 * world.odd_sections:
            name = rng.choice((".plt.user", ".plt.foo", ".text.plt"))
            part["section"] = f'{name},"ax",@progbits'
            part["code"] = rng.choice(CODES[3:])
        elif roll < .6 and world.shared_names:
            name = rng.choice(world.shared_names)
            if name not in self.statics:
                part.update(name=name, bind=".local")
                self.statics.append(name)
        if self.own and part["section"] == ".text":
            part["section"] = f'.text.{part["name"]},"ax",@progbits'
        return part

    def _function(self, part):
        sizes = dict(part, u=self.number, c8=part["c"] + 8,
                     cf=part["c"] + part["f"])
        lines = [f"\t.section {part['section']}", "\t.p2align 4",
                 f"\t{part['bind']} {part['name']}"]
        if part["typed"]:
            lines.append(f"\t.type {part['name']},@function")
        lines += [f"{part['name']}:", "\t.cfi_startproc"]
        if part["c"] != 8:
            lines.append(f"\t.cfi_def_cfa_offset {part['c']}")
        for one in part["code"]:
            text = one.format(**sizes)
            lines.append("\t" + (".cfi_def_cfa_offset " + text[1:]
                                 if text[0] == "@" else text))
        lines.append("\t.cfi_endproc")
        if part["typed"]:
            lines.append(f"\t.size {part['name']},.-{part['name']}")
        return lines

    def text(self, parts=None):
        """The source, with PARTS for its functions."""
        name = f"u{self.number}_main"
        lines = []
        for part in parts or self.parts:
            lines += self._function(part)
        lines += ["\t.text", f"\t.globl {name}",
                  f"\t.type {name},@function", f"{name}:",
                  "\t.cfi_startproc", "\tsubq $8,%rsp",
                  "\t.cfi_def_cfa_offset 16"]
        used = [p["name"] for p in self.parts if p["bind"] == ".globl"][:2]
        for call in self.calls + used + sorted(
                {p["name"] for p in self.parts if p["bind"] == ".weak"}):
            lines.append(f"\tcall {call}@PLT")
        lines += ["\taddq $8,%rsp", "\t.cfi_def_cfa_offset 8", "\tret",
                  "\t.cfi_endproc", f"\t.size {name},.-{name}",
                  '\t.section .data,"aw"', f"pointer{self.number}:",
                  f"\t.quad {name}",
                  '\t.section .note.GNU-stack,"",@progbits', ""]
        return "\n".join(lines)

    def other(self, rng):
        """The source as it was at another time: other rules for the same
        code, or another constant."""
        parts = [dict(part) for part in self.parts]
        part = rng.choice(parts)
        if rng.random() < .6:
            part["c"] = rng.choice([c for c in (8, 16, 24)
                                    if c != part["c"]])
        else:
            part["k"] += 1
            part["f"] += 8
        return self.text(parts)
