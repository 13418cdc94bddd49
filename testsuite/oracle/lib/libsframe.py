# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Look rows up as readers do, by libsframe 3, the library of binutils 2.46 and
later, where it is."""

import ctypes
import ctypes.util
import glob
import os

ROW = 512  # bytes, more than any row of the library has


def library(toolchains):
    """The library, its functions' types set, or None.  TOOLCHAINS: where it
    may be, too."""
    names = glob.glob(os.path.join(
        toolchains or "/nowhere", "*/usr/lib/*/libsframe.so.3"))
    for name in [*names, "libsframe.so.3"]:
        try:
            lib = ctypes.CDLL(name)
        except OSError:
            continue
        pointer, number = ctypes.c_void_p, ctypes.POINTER(ctypes.c_int)
        for function, result, arguments in (
                ("sframe_decode", pointer,
                 (ctypes.c_char_p, ctypes.c_size_t, number)),
                ("sframe_decoder_free", None, (ctypes.POINTER(pointer),)),
                ("sframe_find_fre", ctypes.c_int,
                 (pointer, ctypes.c_int64, pointer)),
                ("sframe_get_fre_udata", ctypes.c_int32,
                 (pointer, ctypes.c_int, number))):
            known = getattr(lib, function)
            known.restype, known.argtypes = result, arguments
        return lib
    return None


class Reader:
    """Reads the section DATA at ADDR by LIB."""

    def __init__(self, lib, data, addr):
        self.lib, self.addr = lib, addr
        # It refers to these bytes.
        self.data = data
        error = ctypes.c_int()
        self.context = ctypes.c_void_p(
            lib.sframe_decode(data, len(data), ctypes.byref(error)))
        self.error = error.value
        self.row = ctypes.create_string_buffer(ROW)

    def close(self):
        """Give back what it holds."""
        if self.context:
            self.lib.sframe_decoder_free(ctypes.byref(self.context))

    def has(self, addr, row):
        """Whether it finds ROW, as sframe.py has it, for ADDR."""
        if self.lib.sframe_find_fre(self.context, addr - self.addr, self.row):
            return False
        error = ctypes.c_int()
        _, _, words, width = row
        # It gives words of four bytes only with their signs.
        return not any(
            (self.lib.sframe_get_fre_udata(self.row, i, ctypes.byref(error))
             - word) & (1 << 8 * width) - 1 or error.value
            for i, word in enumerate(words))
