# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Put the mutants of a C file behind switches, all in one text.

A mutant is one small change inside the body of a function.  Its code stands
beside the original's, and "mutant (N)" chooses between them at run time, so one
build has all of them.  No operand is written twice: two operands become
variables of a statement expression first, and one side of && or || is switched
off in its place.  What must be a constant stays as it is: labels of cases, sizes
of arrays, static data, sizeof, and whatever a macro makes."""

import bisect
import re
import sys

# Debian's bindings, whichever python3 comes first.
sys.path.append("/usr/lib/python3/dist-packages")
try:
    from clang import cindex
    from clang.cindex import CursorKind as K, TypeKind as T
except ImportError:
    cindex = None

# What must not be left out: the mutant would only leak, or never end.
FREEING = re.compile(r"free|close|destroy|release|unlock|finish|_end$|remove"
                     r"|unlink|discard|join|wait|kill|exit|abort|reset")
BOUNDARY = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
OPPOSITE = {"+": "-", "-": "+"}
INTEGERS = {"SHORT", "USHORT", "INT", "UINT", "LONG", "ULONG", "LONGLONG",
            "ULONGLONG", "CHAR_S", "SCHAR", "UCHAR", "ENUM", "BOOL"}


class Mutant:
    """A change, and the words that find it again after other changes."""

    def __init__(self, path, line, function, text):
        self.path, self.line, self.function = path, line, function
        self.text = text if len(text) <= 150 else text[:147] + "..."
        self.number, self.again = 0, 0

    def key(self):
        """PATH: FUNCTION: CHANGE, with a number if there are several."""
        again = f" #{self.again + 1}" if self.again else ""
        return f"{self.path}: {self.function}: {self.text}{again}"


class Source:
    """A file with its mutants."""

    def __init__(self, path, text):
        self.path, self.text = path, text
        self.mutants, self.edits, self.macros = [], [], set()
        self.lines = [0] + [m.end() for m in re.finditer(b"\n", text)]
        self.function, self.result = "", None
        self.seen = {}

    def words(self, start, end):
        """The text from START to END on one line, without comments."""
        text = self.text[start:end].decode()
        text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
        return re.sub(r"\s+", " ", text).strip()

    def add(self, start, text):
        """A new mutant; returns the C expression that asks for it."""
        mutant = Mutant(self.path, bisect.bisect_right(self.lines, start),
                        self.function, text)
        key = mutant.key()
        mutant.again = self.seen.get(key, 0)
        self.seen[key] = mutant.again + 1
        self.mutants.append(mutant)
        return f"mutant (@{len(self.mutants) - 1}@)"

    def around(self, extent, before, after):
        """Write BEFORE and AFTER around EXTENT."""
        self.edits.append((extent[0], 1, len(self.edits), before, 0))
        self.edits.append((extent[1], 0, -len(self.edits), after, 0))

    def instead(self, start, end, text):
        """Write TEXT in place of what is from START to END."""
        newlines = self.text.count(b"\n", start, end)
        self.edits.append((start, 0, 1, text + "\n" * newlines, end - start))

    def render(self, first, header):
        """The new text; the first mutant is FIRST."""
        out, at = [f'#include "{header}"\n#line 1\n'.encode()], 0
        for start, _, _, text, gone in sorted(self.edits):
            out.append(self.text[at:start])
            out.append(re.sub(r"@(\d+)@", lambda m: str(first + int(m[1])),
                              text).encode())
            at = start + gone
        out.append(self.text[at:])
        for i, mutant in enumerate(self.mutants):
            mutant.number = first + i
        return b"".join(out)


class Walk:
    """Find the mutants of the functions of one Source."""

    def __init__(self, source):
        self.source = source

    def extent(self, node):
        """Where NODE is in the text, None for what a macro makes."""
        start, end = node.extent.start, node.extent.end
        pair = (start.offset, end.offset)
        if pair in self.source.macros or pair[0] >= pair[1]:
            return None
        return pair

    def place(self, node):
        """Where NODE is, a macro's call or not."""
        return node.extent.start.offset, node.extent.end.offset

    def function(self, node):
        """All of function NODE."""
        self.source.function = node.spelling
        self.source.result = node.result_type.get_canonical().kind.name
        for child in node.get_children():
            if child.kind == K.COMPOUND_STMT:
                self.statement(child)

    def statement(self, node):
        """NODE where a statement may stand."""
        children = list(node.get_children())
        kind = node.kind
        if self.extent(node) is None:
            return
        if kind in (K.COMPOUND_STMT, K.LABEL_STMT, K.DEFAULT_STMT):
            for child in children:
                self.statement(child)
        elif kind == K.CASE_STMT:
            self.statement(children[-1])
        elif kind in (K.IF_STMT, K.WHILE_STMT):
            self.condition(children[0])
            for child in children[1:]:
                self.statement(child)
        elif kind == K.DO_STMT:
            self.statement(children[0])
            self.condition(children[1])
        elif kind == K.SWITCH_STMT:
            self.expression(children[0])
            self.statement(children[1])
        elif kind == K.FOR_STMT:
            self.loop(node, children)
        elif kind == K.DECL_STMT:
            for child in children:
                self.declaration(child)
        elif kind == K.RETURN_STMT:
            if children:
                self.returned(children[0])
        elif kind in (K.CALL_EXPR, K.CSTYLE_CAST_EXPR, K.UNEXPOSED_EXPR,
                      K.PAREN_EXPR):
            self.call(node)
            self.expression(node)
        else:
            self.expression(node)

    def loop(self, node, children):
        """A loop with three parts, each of which may be missing."""
        start, end = self.place(children[-1])
        head = self.source.text[self.place(node)[0]:start]
        semicolons, depth = [], 0
        for i, letter in enumerate(head):
            depth += (letter in b"([{") - (letter in b")]}")
            if letter == ord(";") and depth == 1:
                semicolons.append(self.place(node)[0] + i)
        for child in children[:-1]:
            at = self.place(child)[0]
            if len(semicolons) == 2 and semicolons[0] < at < semicolons[1]:
                self.condition(child)
            elif child.kind == K.DECL_STMT:
                self.statement(child)
            else:
                self.expression(child)
        self.statement(children[-1])

    def declaration(self, node):
        """A variable: what it begins with, unless it is static."""
        if node.kind != K.VAR_DECL or node.storage_class.name == "STATIC":
            return
        array = "ARRAY" in node.type.kind.name
        for child in node.get_children():
            if child.kind.is_expression() and (
                    not array or child.kind == K.INIT_LIST_EXPR):
                self.expression(child)

    def call(self, node):
        """A call whose value nobody takes is left out."""
        extent, inner = self.extent(node), node
        while inner.kind != K.CALL_EXPR:
            children = [c for c in inner.get_children()
                        if c.kind.is_expression()]
            if len(children) != 1:
                return
            inner = children[0]
        if extent and inner.spelling and not FREEING.search(inner.spelling):
            ask = self.source.add(extent[0], "without "
                                  + self.source.words(*extent))
            self.source.around(extent, f"({ask} ? (void) 0 : (void) (", "))")

    def returned(self, node):
        """A value that is returned."""
        extent, result = self.extent(node), self.source.result
        if extent is None:
            self.expression(node)
            return
        words = self.source.words(*extent)
        name = self.bare(node)
        if result == "BOOL":
            ask = self.source.add(extent[0], f"return not {words}")
            self.source.around(extent, f"({ask} ^ !!(", "))")
        elif result == "ENUM":
            value = 0
            if name.kind == K.DECL_REF_EXPR and name.referenced and \
                    name.referenced.kind == K.ENUM_CONSTANT_DECL and \
                    name.referenced.enum_value == 0:
                value = 1
            ask = self.source.add(extent[0], f"return {value} for {words}")
            self.source.around(extent, f"({ask} ? {value} : (", "))")
        elif result == "POINTER":
            ask = self.source.add(extent[0], f"return NULL for {words}")
            self.source.around(extent, f"({ask} ? (void *) 0 : (", "))")
        elif result in INTEGERS and name.kind not in (
                K.INTEGER_LITERAL, K.CHARACTER_LITERAL):
            ask = self.source.add(extent[0], f"return {words} + 1")
            self.source.around(extent, "((", f") + {ask})")
        self.expression(node, truth=result == "BOOL")

    def bare(self, node):
        """NODE without parentheses and implicit conversions."""
        while node.kind in (K.PAREN_EXPR, K.UNEXPOSED_EXPR):
            children = list(node.get_children())
            if len(children) != 1:
                break
            node = children[0]
        return node

    def condition(self, node):
        """NODE decides something: it is turned round."""
        extent = self.extent(node)
        if extent and self.bare(node).kind != K.INTEGER_LITERAL:
            ask = self.source.add(extent[0],
                                  f"not ({self.source.words(*extent)})")
            self.source.around(extent, f"({ask} ^ !!(", "))")
        self.expression(node, truth=True)

    def expression(self, node, truth=False, parent=None):
        """The parts of expression NODE; a TRUTH has been turned round."""
        kind, extent = node.kind, self.extent(node)
        if extent is None or kind in (
                K.CXX_UNARY_EXPR, K.GENERIC_SELECTION_EXPR, K.STRING_LITERAL):
            return
        children = list(node.get_children())
        if kind == K.BINARY_OPERATOR:
            self.binary(node, extent, children, truth)
        elif kind == K.COMPOUND_ASSIGNMENT_OPERATOR:
            self.assignment(extent, children)
        elif kind == K.CONDITIONAL_OPERATOR:
            self.condition(children[0])
            for child in children[1:]:
                self.expression(child)
        elif kind == K.INTEGER_LITERAL:
            self.literal(extent, parent)
        elif kind == K.COMPOUND_LITERAL_EXPR:
            for child in children:
                if child.kind == K.INIT_LIST_EXPR:
                    self.expression(child)
        elif kind == K.StmtExpr:
            for child in children:
                self.statement(child)
        else:
            same = kind in (K.PAREN_EXPR, K.UNEXPOSED_EXPR)
            for child in children:
                if child.kind.is_expression():
                    self.expression(child, truth and same, node)

    def literal(self, extent, parent):
        """One more, unless it is a null pointer or an index of a list."""
        text = self.source.text
        before = text[max(0, extent[0] - 40):extent[0]].rstrip()
        after = text[extent[1]:extent[1] + 40].lstrip()
        if parent is not None and parent.type.get_canonical().kind == T.POINTER:
            return
        if before.endswith(b"[") and re.match(rb"\]\s*(=|\.\w|\[)", after):
            return
        if before.endswith(b"{") and after.startswith(b"}"):
            return
        words = self.source.words(*extent)
        line = self.nearby(extent)
        ask = self.source.add(extent[0], f"{words} + 1 in {line}")
        self.source.around(extent, "(", f" + {ask})")

    def nearby(self, extent):
        """The line of text around EXTENT."""
        text = self.source.text
        start = text.rfind(b"\n", 0, extent[0]) + 1
        end = text.find(b"\n", extent[1])
        return self.source.words(start, end)

    def operand(self, node):
        """How to make a variable of NODE."""
        bare = self.bare(node)
        field = bare.kind == K.MEMBER_REF_EXPR and bare.referenced is not None \
            and bare.referenced.is_bitfield()
        return "+(" if field else "("

    def sign_of(self, node):
        """The operator of NODE, or ""."""
        if node.kind != K.BINARY_OPERATOR or self.extent(node) is None:
            return ""
        whole = self.place(node)
        left, right = (self.place(child) for child in node.get_children())
        sound = whole[0] <= left[0] < left[1] < right[0] < right[1] <= whole[1]
        return self.source.words(left[1], right[0]) if sound else ""

    def binary(self, node, extent, children, truth):
        """An operator between two operands."""
        source = self.source
        left, right = (self.place(child) for child in children)
        sign = self.sign_of(node)
        words = source.words(*extent)
        pointers = [c.type.get_canonical().kind == T.POINTER
                    or "ARRAY" in c.type.get_canonical().kind.name
                    for c in children]
        other = BOUNDARY.get(sign) or OPPOSITE.get(sign)
        if sign in ("+", "-") and pointers[1]:
            other = None
        if sign in ("&&", "||"):
            for node_of, child in zip(children, (left, right)):
                # Each part of a chain is left out, and no two at a time.
                if self.sign_of(node_of) == sign:
                    continue
                gone = source.words(*child)
                ask = source.add(extent[0], f"{words} without {gone}")
                if sign == "&&":
                    source.around(child, f"({ask} || (", "))")
                else:
                    source.around(child, f"(!{ask} && (", "))")
        elif sign in ("==", "!=") and not truth:
            ask = source.add(extent[0], f"not ({words})")
            source.around(extent, f"({ask} ^ (", "))")
        elif other:
            ask = source.add(extent[0], f"{words} with {other}")
            name = f"m{len(source.mutants)}"
            source.around(extent, f"({{ __auto_type {name}_l = "
                          + self.operand(children[0]),
                          f"); {ask} ? {name}_l {other} {name}_r"
                          f" : {name}_l {sign} {name}_r; }})")
            source.instead(left[1], right[0], f"); __auto_type {name}_r = "
                           + self.operand(children[1]))
        for child in children:
            self.expression(child, parent=node)

    def assignment(self, extent, children):
        """a += b is a -= b."""
        source = self.source
        left, right = (self.place(child) for child in children)
        sign = source.words(left[1], right[0])
        if sign in ("+=", "-=") and self.extent(children[1]):
            words = source.words(*extent)
            ask = source.add(extent[0], f"{words} with {OPPOSITE[sign[0]]}=")
            name = f"m{len(source.mutants)}"
            source.around(right, f"({{ __auto_type {name} = "
                          + self.operand(children[1]),
                          f"); {ask} ? -{name} : {name}; }})")
        for child in children:
            self.expression(child)


def read(path, flags, wanted, top):
    """The Sources of the translation unit PATH and of its headers for which
    WANTED is true; TOP is the directory that their names are below."""
    unit = cindex.Index.create().parse(
        path, flags,
        options=cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD)
    worst = [d for d in unit.diagnostics if d.severity >= 3]
    if worst:
        raise SystemExit(f"mutation: {path}: {worst[0]}")
    found, names = {}, {}
    for node in unit.cursor.get_children():
        file = node.location.file
        if file is None:
            continue
        if file.name not in names:
            name = file.name[len(top) + 1:] if file.name.startswith(top) else ""
            names[file.name] = name if name and wanted(name) else None
        name = names[file.name]
        if name is None:
            continue
        if name not in found:
            with open(file.name, "rb") as text:
                found[name] = Source(name, text.read())
        if node.kind == K.MACRO_INSTANTIATION:
            found[name].macros.add((node.extent.start.offset,
                                    node.extent.end.offset))
        elif node.kind == K.FUNCTION_DECL and node.is_definition():
            Walk(found[name]).function(node)
    return found
