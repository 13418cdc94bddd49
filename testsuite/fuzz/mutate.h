/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   mutate.h - how an input is changed into another one.

   Two files define "mutate": mutate-bytes.c for inputs of any bytes, and
   mutate-script.c for those of script.h.  A target is linked with one.  */

#ifndef MUTATE_H
#define MUTATE_H

#include <stddef.h>
#include <stdint.h>

#include "generate.h"

/* Change some of the SIZE bytes at BYTES, which has room for ROOM, or how many
   count.  Returns the new size.  */
size_t mutate (struct gen *g, uint8_t *bytes, size_t size, size_t room);

/* mutate-plain.c: the same, whatever the bytes are.  */
size_t mutate_plain (struct gen *g, uint8_t *bytes, size_t size);

/* mutate-elf.c: change a field of the ELF file, or of an archive of such
   files, that the SIZE bytes at BYTES are.  Where there is none, change any
   bytes.  Returns the new size, which is not larger.  */
size_t mutate_elf (struct gen *g, uint8_t *bytes, size_t size);

/* mutate-values.c: change the WIDTH bytes (1, 2, 4 or 8) at AT, a number in
   the byte order of BIG that says something of SIZE bytes.  */
void mutate_number (struct gen *g, uint8_t *at, unsigned width, bool big,
                    uint64_t size);

/* Numbers of the same bytes.  */
uint64_t number_get (const uint8_t *at, unsigned width, bool big);
void number_put (uint8_t *at, unsigned width, bool big, uint64_t value);

#endif /* MUTATE_H */
