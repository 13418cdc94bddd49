# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Random units of a campaign: C functions as programs have them, some of whose
names, bodies or cold parts are also in other units; COMDAT functions of C++
that several units have; assembly functions of one code with other rules."""

import random

STATICS = ("init", "helper", "parse", "emit", "usage", "cleanup", "next")
# Of one function: n is its argument; f a number of words in its frame, c and
# d constants, call and other are functions that it may call.
SHAPES = {
    "leaf": "return n * %(c)s + %(d)s;",
    "mask": "return (n << 3) ^ %(c)s;",
    "frame": "int b[%(f)s]; sink (b, n); return b[n & 3] + %(c)s;",
    "cold": "int b[%(f)s]; sink (b, n);"
            " if (UNLIKELY (b[1] == %(c)s)) abort (); return b[1];",
    "cold-two": "int x = n, y; sink (&x, n); y = sink (&x, n + 1);"
                " if (UNLIKELY (x + y == %(c)s)) abort (); return x * y;",
    "cold-call": "int b[%(f)s]; sink (b, %(c)s);"
                 " if (UNLIKELY (b[0] < 0)) { sink (b, b[1]); fail (%(d)s); }"
                 " return %(call)s (b[2]);",
    "cold-loop": "int b[%(f)s], i, s = 0;"
                 " for (i = 0; i < n; i++) { s += sink (b, i) * %(call)s (s);"
                 " if (UNLIKELY (s == %(c)s)) fail (s); } return s;",
    "tail": "return %(call)s (n + %(c)s);",
    "release": "return sink ((int *) 0, n);",
    "alloca": "int *p = __builtin_alloca (n + %(f)s);"
              " return sink (p, n) + p[%(c)s & 3];",
    "big": "char b[%(f)s * 100]; sink ((int *) b, n); return b[n] + %(c)s;",
    "saved": "int a = %(call)s (n), b = %(other)s (a), c = %(call)s (b), i;"
             " for (i = 0; i < %(c)s; i++) a += sink (&b, a ^ c) - n;"
             " return a + b + c;",
    "switch": "switch (n) { case 0: return %(call)s (1);"
              " case 1: return %(other)s (%(c)s) + 1; case 7: return %(d)s;"
              " case 9: return sink (0, %(c)s); case 12: return %(call)s (n) * 3;"
              " default: return n; }",
    "nest": "int x = n; if (n > %(c)s) return %(call)s (sink (&x, %(d)s)) + x;"
            " return sink (&x, x) + %(other)s (x);",
}
COLD = ("cold", "cold-two", "cold-call", "cold-loop")
PROLOGUE = """\
extern int sink (int *, int);
extern void abort (void) __attribute__ ((noreturn));
extern void fail (int) __attribute__ ((noreturn, cold));
#define UNLIKELY(x) __builtin_expect (!!(x), 0)
#define NOINLINE __attribute__ ((noinline))
"""
SECTIONS = (".plt.foo", ".text.plt", ".text.hot.user", ".plt.user")


class CUnit:
    """The text of one C unit.  Its numbers are macros, K0 and so on, so that
    it can be compiled anew with others."""

    def __init__(self, world, number):
        self.rng = random.Random(f"{world.seed}/c/{number}")
        self.world, self.number = world, number
        self.lines, self.knobs = [], {}
        self.callees = ["other_sink"]
        self.externs = [f"u{other}_main" for other in world.edges[number]]
        self.globals, self.statics = [], []
        self._write()

    def knob(self, low, high, rng):
        """A macro for a number that a later compilation may change."""
        name = f"K{len(self.knobs)}"
        self.knobs[name] = rng.randint(low, high)
        return name

    def body(self, shape, rng):
        """The statements of a function of SHAPE."""
        known = self.callees + self.externs
        if rng is not self.rng:
            known = ["other_sink"]
        return SHAPES[shape] % {
            "f": self.knob(4, 26, rng), "c": self.knob(1, 110, rng),
            "d": self.knob(1, 110, rng), "call": rng.choice(known),
            "other": rng.choice(known)}

    def function(self, name, shape, rng, head=""):
        """Write the function NAME.  RNG: of this unit, or of all that have
        the same body."""
        self.lines.append(f"{head}int {name} (int n) "
                          f"{{ {self.body(shape, rng)} }}")

    def _statics(self):
        names = list(self.world.shared_names)
        names += self.rng.sample(STATICS, self.rng.randint(1, 3))
        for name in dict.fromkeys(names):
            rng = self.rng
            if rng.random() < 0.45:
                # The body that other units have as well.
                rng = random.Random(f"{self.world.seed}/{name}")
            shape = rng.choice(list(SHAPES) if rng.random() < .5
                               else list(COLD))
            self.function(name, shape, rng, "static NOINLINE ")
            self.statics.append(name)
            self.callees.append(name)

    def _globals(self):
        for k in range(self.rng.randint(2, 6)):
            name = f"u{self.number}_f{k}"
            head, roll = "", self.rng.random()
            if roll < self.world.odd_sections:
                where = self.rng.choice(SECTIONS)
                head = f'__attribute__ ((section ("{where}"), noinline)) '
            elif roll > .85:
                head = "NOINLINE "
            self.function(name, self.rng.choice(list(SHAPES)), self.rng,
                          head)
            self.globals.append(name)
            if self.rng.random() < .5:
                self.callees.append(name)

    def _extras(self):
        number, rng = self.number, self.rng
        if rng.random() < .3:
            self.function("hook", rng.choice(list(SHAPES)), rng,
                          "__attribute__ ((weak)) ")
        if rng.random() < .3:
            self.lines.append(
                f"static NOINLINE int vary (int n, ...) {{"
                f" __builtin_va_list a; int b[{self.knob(4, 26, rng)}];"
                f" __builtin_va_start (a, n);"
                f" n += __builtin_va_arg (a, int); sink (b, n);"
                f" __builtin_va_end (a); return n + b[1]; }}\n"
                f"int u{number}_vary (int n) {{ return vary (n, n,"
                f" {self.knob(1, 110, rng)}); }}")
            self.globals.append(f"u{number}_vary")
        if rng.random() < .4:
            two = [rng.choice(self.statics) for _ in "12"]
            self.lines.append(
                f"int (*u{number}_table[2]) (int) = {{ {', '.join(two)} }};\n"
                f"int u{number}_ask (int n) {{ return u{number}_table[n & 1]"
                f" (n); }}")
            self.globals.append(f"u{number}_ask")

    def _write(self):
        rng = self.rng
        self.lines += [f"extern int {name} (int);" for name in self.externs]
        self.lines.append("extern int other_sink (int);")
        self._statics()
        self._globals()
        self._extras()
        # What nothing calls is for --gc-sections.
        used = [s for s in self.statics if rng.random() < .8]
        used += [g for g in self.globals if rng.random() < .6]
        used += self.externs
        rng.shuffle(used)
        total = " + ".join(f"{name} (n)" for name in used) or "n"
        self.lines.append(f"int u{self.number}_main (int n) "
                          f"{{ return {total}; }}")
        if self.number == 0:
            self.lines.append(
                "int sink (int *p, int n) { if (p) p[0] = n; return n; }\n"
                "int other_sink (int n) { return n * 5; }\n"
                "void drop (void *p) { sink (p, 0); }\n"
                "void fail (int n) { sink (&n, n); abort (); }\n"
                "int main (int n, char **v)"
                " { (void) v; return u0_main (n); }")

    def text(self, changed=(), extra=False):
        """The source, with CHANGED macros, or with one function more."""
        values = dict(self.knobs, **dict(changed))
        lines = [f"#define {k} {v}" for k, v in values.items()]
        if extra:
            lines.append(f"int u{self.number}_extra (int n)"
                         " { return n * 77 + 3; }")
        return PROLOGUE + "\n".join(lines + self.lines) + "\n"

    def other(self, rng):
        """The source as it was compiled another time: other numbers, mostly
        of frames, and sometimes one function more."""
        names = rng.sample(sorted(self.knobs), min(3, len(self.knobs)))
        names = names[:rng.randint(1, 3)]
        changed = {name: max(1, self.knobs[name]
                             + rng.choice((-8, -4, 4, 8, 12)))
                   for name in names}
        return self.text(changed, rng.random() < .15)


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
