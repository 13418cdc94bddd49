/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   reloc-types.h - the types of the relocations of start fields, of pointers in
   call frame information, and of thread-local variables.  */

#ifndef BFDGLUE_RELOC_TYPES_H
#define BFDGLUE_RELOC_TYPES_H

#include <stdbool.h>
#include <stdint.h>

/* The type, on MACHINE, of the relocation of a start field of FIELD_SIZE
   bytes, 4 or 8: S + A - P.  */
uint32_t reloc_type_of_start (uint16_t machine, unsigned field_size);

/* Whether TYPE, on MACHINE, is a relocation that does nothing.  */
bool reloc_type_is_none (uint16_t machine, uint32_t type);

/* Whether TYPE, on MACHINE, is a dynamic relocation of a thread-local
   variable.  Its symbol or addend is an offset in the thread's block, not an
   address.  */
bool reloc_type_is_tls (uint16_t machine, uint32_t type);

/* Whether TYPE, on MACHINE, is that of a start field of either size.  */
bool reloc_type_is_start (uint16_t machine, uint32_t type);

/* Whether TYPE, on MACHINE, is that of a pointer of FIELD_SIZE bytes, 4 or 8:
   S + A, or, if that is RELATIVE to the field, S + A - P.  */
bool reloc_type_is_pointer (uint16_t machine, uint32_t type,
                            unsigned field_size, bool relative);

/* Whether TYPE, on MACHINE, is that of such a pointer or start field of 8
   bytes; all others that are read have 4.  */
bool reloc_type_is_wide (uint16_t machine, uint32_t type);

#endif /* BFDGLUE_RELOC_TYPES_H */
