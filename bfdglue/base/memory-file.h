/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   memory-file.h - nameless files in memory.  */

#ifndef BFDGLUE_MEMORY_FILE_H
#define BFDGLUE_MEMORY_FILE_H

#include <stddef.h>

/* A descriptor, above 0, of a new file of SIZE zeros.  0: there are none here,
   or the limit of the size of files is lower.  */
int memory_file_new (size_t size);

/* Close FD, which may be 0.  */
void memory_file_close (int fd);

#endif /* BFDGLUE_MEMORY_FILE_H */
