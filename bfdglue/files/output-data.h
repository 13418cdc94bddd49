/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   output-data.h - write bytes to a descriptor.  */

#ifndef BFDGLUE_OUTPUT_DATA_H
#define BFDGLUE_OUTPUT_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "paged.h"

/* Write all SIZE bytes at DATA to FD.  False with errno set.  */
bool output_data (int fd, const uint8_t *data, size_t size);

/* The same for a new regular file; runs of SPARSE_HOLE_SIZE zeros become
   holes.  */
bool output_sparse (int fd, const uint8_t *data, size_t size);

/* The same for the bytes of PAGES: what was not written to them is copied from
   their file.  What is written is read back and compared.  */
bool output_pages (int fd, struct paged *pages);

#endif /* BFDGLUE_OUTPUT_DATA_H */
