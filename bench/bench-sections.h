/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bench-sections.h - the .sframe of objects, with as little work as can be.
 */

#ifndef BENCH_SECTIONS_H
#define BENCH_SECTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A file mapped to read it.  BYTES is NULL for none.  */
struct bench_file
{
  uint8_t *bytes;
  size_t size;
};

bool bench_file_map (const char *path, struct bench_file *file);
void bench_file_unmap (struct bench_file *file);

/* The first .sframe of FILE, an ELF object of this machine's class and byte
   order; false if it has none.  */
bool bench_file_sframe (const struct bench_file *file, const uint8_t **bytes,
                        size_t *size);

/* The next path of LIST, which has one a line, in PATH of SIZE bytes.  */
bool bench_next_path (FILE *list, char *path, size_t size);

#endif /* BENCH_SECTIONS_H */
