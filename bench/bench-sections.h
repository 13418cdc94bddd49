/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bench-sections.h - the .sframe of objects, with minimal work.  */

#ifndef BENCH_SECTIONS_H
#define BENCH_SECTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A mapped file; BYTES is NULL if there is none.  */
struct bench_file
{
  uint8_t *bytes;
  size_t size;
};

bool bench_file_map (const char *path, struct bench_file *file);
void bench_file_unmap (struct bench_file *file);

/* The first .sframe of FILE, an ELF64 object in this machine's byte order:
   *SIZE bytes at *BYTES.  False if it has none.  */
bool bench_file_sframe (const struct bench_file *file, const uint8_t **bytes,
                        size_t *size);

/* Read the next path of LIST, one per line, to PATH of SIZE bytes.  False at
   the end.  */
bool bench_next_path (FILE *list, char *path, size_t size);

#endif /* BENCH_SECTIONS_H */
