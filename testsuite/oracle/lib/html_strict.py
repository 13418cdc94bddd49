# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""A strict reader of the HTML that sfmerge writes: only known elements, each
closed, in places where HTML5 allows them, and nothing that runs or loads."""

import re
from html.parser import HTMLParser

from unseen import is_unseen

VOID = {"meta", "hr"}
# Element: (elements it may be in, attributes it may have)
RULES = {
    "html": ({None}, {"lang"}), "head": ({"html"}, set()),
    "meta": ({"head"}, {"charset", "name", "content"}),
    "title": ({"head"}, set()), "style": ({"head"}, set()),
    "body": ({"html"}, set()), "h1": ({"body"}, set()),
    "h2": ({"body"}, set()), "p": ({"body"}, {"class"}), "hr": ({"body"}, set()),
    "ul": ({"body", "details"}, {"class"}), "li": ({"ul"}, {"class"}),
    "table": ({"body"}, set()), "thead": ({"table"}, set()),
    "tbody": ({"table"}, set()), "tr": ({"thead", "tbody", "table"}, set()),
    "th": ({"tr"}, {"class"}), "td": ({"tr"}, {"class", "data-l"}),
    "div": ({"body", "div"}, {"class", "style", "title"}),
    "details": ({"td", "body"}, set()), "summary": ({"details"}, set()),
    "bdi": ({"td", "summary", "p", "div", "li"}, {"class"}), "b": ({"li", "p"}, {"class"}),
    "a": ({"p"}, {"href"}), "code": ({"p"}, set()),
    "svg": ({"td"}, {"class", "viewbox", "preserveaspectratio",
                     "aria-hidden"}),
    "rect": ({"svg"}, {"class", "width", "height"}),
}
NO_TEXT = {None, "html", "head", "table", "thead", "tbody", "tr", "ul", "svg"}


class Page(HTMLParser):
    """A page, its problems, and what it has."""

    def __init__(self, data):
        super().__init__(convert_charrefs=True)
        self.problems, self.open = [], []
        self.names, self.links, self.rows = [], [], []
        self.tiles, self.titles, self.made = [], [], ""
        try:
            text = data.decode("utf-8", "strict")
        except UnicodeDecodeError as error:
            self.problems.append(str(error))
            return
        self._bytes(text)
        self.feed(text)
        self.close()
        if self.open:
            self.problems.append(f"not closed: {self.open}")

    def _bytes(self, text):
        if not text.startswith("<!DOCTYPE html>\n"):
            self.problems.append("no DOCTYPE")
        for c in set(text):
            code = ord(c)
            if c != "\n" and is_unseen(code):
                self.problems.append(f"character U+{code:04X}")
        for amp in re.findall(r"&[^;\s]{0,8};?", text):
            if amp not in ("&amp;", "&lt;", "&gt;", "&quot;", "&#39;",
                           "&nbsp;"):
                self.problems.append(f"reference {amp}")

    def handle_startendtag(self, tag, attrs):
        if tag != "rect":
            self.problems.append(f"<{tag}/>")
        self.handle_starttag(tag, attrs)
        if tag == "rect":
            self.open.pop()

    def handle_starttag(self, tag, attrs):
        inside, may = RULES.get(tag, (None, None))
        where = self.open[-1] if self.open else None
        if inside is None or where not in inside:
            self.problems.append(f"<{tag}> in {where}")
        names = [name for name, _ in attrs]
        if may is None or set(names) - may or len(set(names)) != len(names):
            self.problems.append(f"<{tag}> with {names}")
        if tag == "a":
            self.links.append(dict(attrs).get("href"))
        self.titles += [value for name, value in attrs if name == "title"]
        if tag == "bdi":
            self.names.append("")
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th") and self.rows:
            self.rows[-1].append("")
        if tag == "li" and not self.rows:
            self.tiles.append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}> does not match")

    def handle_data(self, data):
        where = self.open[-1] if self.open else None
        if where in NO_TEXT and data.strip():
            self.problems.append(f"text in {where}: {data[:40]!r}")
        if where == "bdi":
            self.names[-1] += data
        if where == "code":
            self.made += data
        if {"td", "th"} & set(self.open):
            self.rows[-1][-1] += data
        elif "li" in self.open and self.tiles:
            self.tiles[-1] += data + " "
        if where == "style" and re.search(r"url|@import|expression", data):
            self.problems.append("the style loads something")
