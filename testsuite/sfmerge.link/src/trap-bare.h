/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   trap-bare.h - included first, has the assembler write .sframe only.  */

__asm__(".cfi_sections .sframe");
