# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Characters that are not seen, and so are escaped wherever a name is
printed."""

import unicodedata

CATEGORIES = ("Cc", "Cf", "Zl", "Zp")
# What Default_Ignorable_Code_Point has that is in none of them.
IGNORED = {0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810),
           *range(0x2060, 0x2070), 0x3164, *range(0xFE00, 0xFE10), 0xFFA0,
           *range(0xFFF0, 0xFFFC), *range(0x13430, 0x13440),
           *range(0xE0000, 0xE1000)}


def is_unseen(code):
    """Whether CODE has to be escaped; None: it is not in Python's Unicode."""
    category = unicodedata.category(chr(code))
    if (category in CATEGORIES or code in IGNORED or code & 0xFFFE == 0xFFFE
            or 0xFDD0 <= code <= 0xFDEF):
        return True
    return None if category == "Cn" else False


def escaped(text):
    """Each byte of TEXT as \\xNN."""
    return "".join(f"\\x{byte:02x}"
                   for byte in text.encode("utf-8", "surrogateescape"))
