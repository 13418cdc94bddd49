# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Objects and archives that the reader of objects refuses, each for another
reason, and such as have what few objects have."""

import pathlib
import struct

import cfiterms
import disk
import elf
from object_files import in_form

# Where the members of a section header are.
MEMBERS = {"name": (0, "I"), "type": (4, "I"), "flags": (8, "Q"),
           "offset": (24, "Q"), "size": (32, "Q"), "link": (40, "I"),
           "info": (44, "I"), "entsize": (56, "Q")}
NOBITS, SYMTAB, SHNDX, CREL = 8, 2, 18, 0x40000014
ANY = 0xFFFF


class Odd:
    """An object that is changed."""

    def __init__(self, path):
        self.data = bytearray(disk.read(path))
        self.elf = elf.Elf(None, bytes(self.data))

    def put(self, form, at, value):
        """VALUE at offset AT."""
        struct.pack_into(self.elf.order + form, self.data, at, value)
        return self

    def header(self, section, **members):
        """Other MEMBERS of the header of SECTION, a name or a number."""
        if isinstance(section, str):
            section = self.elf.named(section)[0].idx
        for name, value in members.items():
            at, form = MEMBERS[name]
            self.put(form, self.elf.shoff + 64 * section + at, value)
        return self

    def inside(self, section, form, at, value):
        """VALUE at AT in the content of SECTION."""
        return self.put(form, self.elf.named(section)[0].offset + at, value)

    def symbols(self, at, form, value):
        """VALUE at AT of each symbol but the first."""
        table = self.elf.named(".symtab")[0]
        for start in range(24, table.size, 24):
            self.put(form, table.offset + start + at, value)
        return self


def files(path):
    """What the header of the file at PATH may say."""
    def odd():
        return Odd(path)

    data = odd().data
    count, names = len(odd().elf.sections), odd().elf.shstrndx
    for size in (3, 10, 40):
        yield f"cut-{size}", data[:size]
    for name, form, at, value in (
            ("class", "B", 4, 1), ("order", "B", 5, 3), ("version", "B", 6, 2),
            ("core", "H", 16, 4), ("machine", "H", 18, 3),
            ("section-headers", "Q", 40, 1 << 40),
            ("section-size", "H", 58, 63), ("sections", "H", 60, 0x7fff),
            ("no-names", "H", 62, 0), ("names", "H", 62, count),
            ("extended", "H", 54, 1)):
        yield name, odd().put(form, at, value).data
    for offset, size in ((0, 56), (0, 55), (1 << 40, 56)):
        made = odd().put("Q", 32, offset).put("H", 54, size).put("H", 56, 1)
        yield f"segment-{offset:x}-{size}", made.data
    for values in ((1, 0, 8, 0), (1, 0, 1 << 40, 1 << 41), (2, 1 << 40, 1, 1),
                   (1, 0, 8, 1), (1, 0, 1, -1 & (1 << 64) - 1)):
        made = odd().put("Q", 32, len(data)).put("H", 54, 56).put("H", 56, 1)
        kind, start, size, more = values
        made.data += struct.pack(made.elf.order + "IIQQQQQQ", kind, 4, start,
                                 16, 0, size, more, 8)
        yield f"segment-{kind}-{start:x}-{size:x}-{more:x}", made.data
    far = odd().header(0, size=count, link=names, info=0)
    for at, value in ((60, 0), (62, 0xFFFF), (56, 0xFFFF)):
        far.put("H", at, value)
    yield "numbers-in-section-0", far.put("H", 54, 56).data
    yield "numbers-nowhere", far.put("Q", 40, 0).data
    bare = odd().put("H", 60, 0).put("H", 62, 0)
    yield "none-in-section-0", bytes(bare.data)
    yield "no-sections", bare.put("Q", 40, 0).data


def sections(path):
    """What the headers of sections may say."""
    def odd(section, **members):
        return Odd(path).header(section, **members).data

    own, table = ".sframe", ".symtab"
    size = Odd(path).elf.named(table)[0].size
    for name, section, members in (
            ("no-content", own, {"type": NOBITS}),
            ("empty", own, {"size": 0}),
            ("compressed", own, {"flags": 0x802}),
            ("beyond", ".text", {"size": 1 << 40}),
            ("no-name", ".text", {"name": 1 << 20}),
            ("null", ".text", {"type": 0}),
            ("no-code", ".text", {"type": NOBITS}),
            ("code-relocs", ".data", {"type": 4, "info": 1, "entsize": 23,
                                      "offset": 0, "size": 23}),
            ("open-names", ".shstrtab", {"size": 3}),
            ("empty-names", ".shstrtab", {"size": 0}),
            ("no-names", ".strtab", {"size": 0}),
            ("unended-names", ".strtab", {"offset": 0, "size": 5}),
            ("long-rest", ".strtab", {"offset": 64, "size": 40}),
            ("entries", table, {"entsize": 25}),
            ("no-strings", table, {"link": 0}),
            ("cut-symbols", table, {"size": 24}),
            ("two-tables", ".data", {"type": SYMTAB}),
            ("numbers", ".data", {"type": SHNDX, "link": Odd(path).elf.named(
                table)[0].idx, "offset": 0, "size": 4}),
            ("reloc-entries", ".rela.sframe", {"entsize": 23}),
            ("reloc-size", ".rela.sframe", {"size": 25}),
            ("reloc-table", ".rela.sframe", {"link": 0}),
            ("reloc-of-none", ".rela.sframe", {"info": 1 << 20}),
            ("reloc-of-text", ".rela.sframe", {"info": 1})):
        yield name, odd(section, **members)
    made = Odd(path)
    of = made.elf.named(own)[0].idx
    yield "relocs-twice", made.header(".data", type=4, info=of).data
    made = Odd(path)
    yield "numbers-of-all", made.header(
        ".data", type=SHNDX, link=made.elf.named(table)[0].idx, offset=64,
        size=size // 6).symbols(6, "H", ANY).data
    yield "numbers-missing", Odd(path).symbols(6, "H", ANY).data
    for number in (0, 0xFFF1, 0x7FFF, Odd(path).elf.named(table)[0].idx):
        yield f"symbols-in-{number:x}", Odd(path).symbols(6, "H", number).data


def relocations(path):
    """What relocations may say, in each of their forms."""
    own = ".rela.sframe"
    for at, form, value in ((8, "I", 255), (12, "I", 0), (12, "I", 1 << 20),
                            (8, "I", 0), (0, "Q", 1 << 40)):
        # Symbol and type are in the other order of bytes elsewhere.
        yield f"rela-{at}-{value:x}", Odd(path).inside(own, form, at,
                                                       value).data
    rel, crel = Odd(path), Odd(path)
    for odd, form in ((rel, "rel"), (crel, "crel")):
        odd.data = bytearray(in_form(path, form))
        odd.elf = elf.Elf(None, bytes(odd.data))
    for kind, value in ((2, 1 << 40), (24, 0)):
        made = Odd(path)
        made.data, made.elf = bytearray(rel.data), rel.elf
        yield f"rel-{kind}", made.inside(own, "I", 8, kind).inside(
            own, "Q", 0, value).data
    whole = crel.elf.named(own)[0]
    for size in range(whole.size):
        made = Odd(path)
        made.data, made.elf = bytearray(crel.data), crel.elf
        yield f"crel-{size}", made.header(own, size=size).data
    uleb, sleb = cfiterms.uleb, cfiterms.sleb
    for name, numbers in (
            ("no-addends", uleb(1 << 3) + b"\x07" + sleb(2) + sleb(2)),
            ("far", uleb(1 << 3 | 4) + b"\x87" + uleb(1 << 40) + sleb(2)),
            ("cut-head", b"\x80"),
            ("cut-far", uleb(1 << 3 | 4) + b"\x87\x80"),
            ("cut-symbol", uleb(1 << 3 | 4) + b"\x01\x80"),
            ("cut-type", uleb(1 << 3 | 4) + b"\x02\x80"),
            ("cut-addend", uleb(1 << 3 | 4) + b"\x04\x80"),
            ("long", uleb(1 << 3 | 4) + b"\x07" + b"\xff" * 11 + b"\x7f"),
            ("negative", uleb(1 << 3 | 7) + b"\x07" + sleb(2) + sleb(-2)
             + sleb(-300))):
        made = Odd(path)
        at = len(made.data)
        made.data += numbers
        yield f"crel-{name}", made.header(own, type=CREL, offset=at,
                                          size=len(numbers), entsize=1).data


# Of each machine: what linkers may write for a relocation depends on the code
# around it.
CODE = {
    "amd64": """
        mov x@GOTPCREL(%rip), %rax
        movl x@GOTPCREL(%rip), %eax
        add x@GOTTPOFF(%rip), %rax
        mov x@GOTTPOFF(%rip), %rcx
        cmp x@GOTTPOFF(%rip), %rcx
        call *x@GOTPCREL(%rip)
        .byte 0x66
        lea x@TLSGD(%rip), %rdi
        .value 0x6666
        rex64 call __tls_get_addr@PLT
        lea x@TLSLD(%rip), %rdi
        call __tls_get_addr@PLT
        lea x@TLSLD(%rip), %rdi
        call *__tls_get_addr@GOTPCREL(%rip)
        lea x@TLSGD(%rip), %rdi
        movabs $__tls_get_addr@PLTOFF, %rax
        add %rbx, %rax
        call *%rax
        lea x@tlsdesc(%rip), %rax
        call *x@tlscall(%rax)
        .reloc ., R_X86_64_GOTPCREL, x
        .byte 0x8b
        .reloc ., R_X86_64_GOTPCREL, x
        .reloc ., R_X86_64_RELATIVE
""",
    "aarch64": """
        adrp x0, :got:x
        ldr x0, [x0, :got_lo12:x]
        bl x
        adr x0, :tlsgd:x
        bl __tls_get_addr
        nop
        .reloc ., R_AARCH64_RELATIVE
""",
    "s390x": """
        lgrl %r1, x@GOTENT
        larl %r1, x@GOTENT
        lg %r1, x@GOT(%r12)
        lg %r1, x@GOT(%r13)
        brasl %r14, x@PLT
        .weak y
        larl %r2, y
        brasl %r14, y@PLT
"""}


def assembled(m):
    """Objects with what few of them have."""
    for machine, code in CODE.items():
        text = f'.include "sframe.inc"\n.text\n{code}'
        # Of the relocations of .text, so that there is a .sframe at all.
        text += "sf_begin\nsf_fde .text, 8\nsf_row 0, sp, 8\nsf_end\n"
        yield f"code-{machine}", machine, text
    lines = ['.include "sframe.inc"', '.file "x.c"', ".text", ".skip 64",
             '.section .text.g, "axG", @progbits, sig, comdat', ".skip 64",
             '.section .text.h, "axG", @progbits, plain', ".skip 64",
             "sf_begin", "sf_fde .text, 8", "sf_row 0, sp, 8", "sf_end"]
    yield "groups", "amd64", "\n".join(lines) + "\n"
    many = "".join(f'.section .s{i}, "a"\n.skip 1\n' for i in range(70))
    yield "many-sections", "amd64", "\n".join(lines) + "\n" + many
    many = "".join(f".text\ns{i}: ret\n" for i in range(300))
    yield "many-symbols", "amd64", "\n".join(lines) + "\n" + many + (
        f"{'n' * 5000}: ret\n")
    for slim in (0, 1):
        yield f"lto-{slim}", "amd64", (
            '.section .gnu.lto_.lto.x, "e", @progbits\n.2byte 12, 0\n'
            f".byte {slim}, 0\n")


def groups(path):
    """What groups may say."""
    made = Odd(path)
    for section in made.elf.named(".group"):
        for name, members in (("cut", {"size": 6}), ("empty", {"size": 0}),
                              ("no-symbol", {"info": 1 << 20}),
                              ("no-table", {"link": 0}),
                              ("section-symbol", {"info": 2})):
            yield f"{name}-{section.idx}", Odd(path).header(section.idx,
                                                            **members).data
        words = Odd(path)
        yield f"members-{section.idx}", words.put(
            "I", section.offset + 4, 1 << 20).data


def limits(many, symbols):
    """More than a file of its size may have."""
    made, size = Odd(many), len(Odd(many).data)
    for section in made.elf.sections[1:]:
        if section.name.startswith(".s") and section.size == 1:
            made.header(section.idx, offset=0, size=size)
    yield "shared-bytes", bytes(made.data)
    made = Odd(symbols)
    table, strings = made.elf.named(".symtab")[0], made.elf.named(".strtab")[0]
    long = made.data.index(b"n" * 100, strings.offset) - strings.offset
    for start in range(24, table.size, 24):
        made.put("I", table.offset + start, long)
    yield "shared-names", bytes(made.data)


def member(name, data, size=None, mark=b"`\n"):
    """A member of an archive."""
    size = str(len(data) if size is None else size).encode()
    return (name.ljust(48) + size.ljust(10) + mark + data
            + b"\n" * (len(data) % 2))


def archives(path):
    """Archives, one with itself."""
    data = disk.read(path)
    one = member(b"a.o/", data)
    names = member(b"//", b"a-long-name.o/\n/\nno-end")
    for name, parts in (
            ("text", (member(b"t.txt/", b"text"), one)),
            ("bitcode", (member(b"b.o/", b"BC\xc0\xde"), one)),
            ("long", (names, member(b"/0", data))),
            ("long-without-end", (names, member(b"/17", data))),
            ("long-empty", (names, member(b"/15", data))),
            ("long-beyond", (names, member(b"/99", data))),
            ("long-nowhere", (member(b"/0", data),)),
            ("long-elsewhere", (names, member(b"/0:8", data))),
            ("bsd", (member(b"__.SYMDEF/", b""), member(
                b"#1/8", b"name.o\0\0" + data))),
            ("bsd-cut", (member(b"#1/8", b"n"),)),
            ("bsd-no-number", (member(b"#1/", b"n"),)),
            ("index", (member(b"/", bytes(4)), one)),
            ("wide-index", (member(b"/SYM64/", bytes(8)), one)),
            ("other-table", (member(b"/other", b""), one)),
            ("cut-table", (member(b"//", b"", 99),)),
            ("cut-member", (member(b"a.o/", data, 1 << 20),)),
            ("old-name", (member(b"a.o", data), member(b" " * 16, data))),
            ("no-size", (one, member(b"a.o/", b"", "x"))),
            ("no-mark", (one, member(b"a.o/", b"", mark=b"xx"))),
            ("cut-header", (one, b"a.o/"))):
        yield name, b"!<arch>\n" + b"".join(parts)


def all_of(m, missing):
    """(Name, bytes) of all; M makes objects, and raises MISSING where there is
    no assembler for a machine."""
    path = m.object("inc/amd64.s", version=3, flags=4)
    for word, group in (("file", files), ("section", sections),
                        ("reloc", relocations), ("archive", archives)):
        for name, data in group(path):
            yield f"{word}-{name}", bytes(data)
    yield "file-bitcode", b"BC\xc0\xde" + bytes(60)
    yield "file-text", b"text"
    made = {}
    for name, machine, text in assembled(m):
        try:
            made[name] = m.object("", machine, version=3, flags=4, text=text)
        except missing:
            continue
        yield name, pathlib.Path(made[name]).read_bytes()
    for name, data in groups(made["groups"]):
        yield f"group-{name}", bytes(data)
    yield from limits(made["many-sections"], made["many-symbols"])
