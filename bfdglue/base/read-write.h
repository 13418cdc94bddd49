/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   read-write.h - bytes at a place of a file, all of them, whatever the offset
   that descriptors share.  */

#ifndef BFDGLUE_READ_WRITE_H
#define BFDGLUE_READ_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Read SIZE bytes of FD from AT on, or as many as there are, to BYTES.
   Returns how many there are, or -1 with errno set.  */
ssize_t read_at (int fd, void *bytes, size_t size, uint64_t at);

/* Write the SIZE bytes at BYTES to AT of FD.  False with errno set.  */
bool write_at (int fd, const void *bytes, size_t size, uint64_t at);

#endif /* BFDGLUE_READ_WRITE_H */
