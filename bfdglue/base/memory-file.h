/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   memory-file.h - nameless files in memory, of which copies are mapped.

   A copy shares all pages with the file until it changes them.  Nobody else
   can open the file, so it changes as little as memory from malloc.  */

#ifndef BFDGLUE_MEMORY_FILE_H
#define BFDGLUE_MEMORY_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A descriptor, above 0, of a new file of SIZE zeros.  0: there are none here,
   or the limit of the size of files is lower.  */
int memory_file_new (size_t size);

/* Write the SIZE bytes at BYTES to FD at AT.  False: no memory.  */
bool memory_file_put (int fd, const uint8_t *bytes, size_t size, size_t at);

/* The SIZE bytes of FD itself, to be filled, for sparse_free.  It is not to be
   kept: a process that is forked could write to it.  NULL: no memory.  */
uint8_t *memory_file_bytes (int fd, size_t size);

/* A writable copy of FD, for sparse_free, with zeros after the file up to
   SIZE bytes, not fewer than the file has.  NULL: no memory.  */
uint8_t *memory_file_copy (int fd, size_t size);

/* Close FD, which may be 0.  */
void memory_file_close (int fd);

#endif /* BFDGLUE_MEMORY_FILE_H */
