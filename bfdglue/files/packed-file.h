/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   packed-file.h - compressed files, as kernel modules are installed.  */

#ifndef BFDGLUE_PACKED_FILE_H
#define BFDGLUE_PACKED_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "file-kind.h"
#include "sfmerge.h"

/* How a kind of files is compressed.  */
struct packing
{
  enum file_kind kind;
  const char *name;     /* "gzip" */
  const char *unpacker; /* the command that unpacks: "gunzip" */
  const char *module;   /* the end of the names of modules: ".ko.gz" */
  bool read;            /* its library is there */
};

/* The packing of KIND, or NULL if such files are not compressed.  */
const struct packing *packing_of (enum file_kind kind);

/* Unpack PATH, a file of KIND, whose SIZE bytes are at BYTES, into *OUT_SIZE
   bytes at *OUT, from malloc.  Files of xz and zstd may have several parts.
   What is neither an ELF file nor, if ARCHIVES, an archive is refused by its
   first bytes.  Statuses: CORRUPT, TRUNC, LIMIT, UNSUPP (other contents, bytes
   after the compressed data, or a library that is not there), NOMEM.  */
sfm_status file_unpack (enum file_kind kind, const char *path,
                        const uint8_t *bytes, size_t size, bool archives,
                        uint8_t **out, size_t *out_size,
                        const struct diag_sink *sink) SFM_CHECKED;

/* Share what may be unpacked between this process and its children, of which
   WORKERS work at a time, until unpacking_unshare.  False: the system
   cannot.  */
bool unpacking_share (unsigned workers);
void unpacking_unshare (void);

/* The descriptor by which they share it, which they have to keep open.  */
int unpacking_descriptor (void);

/* What this process unpacked is freed: another may unpack as much.  */
void unpacking_end_turn (void);

/* Unpack up to HEAD_SIZE bytes to HEAD of a file of KIND that begins with the
   SIZE bytes at BYTES.  Returns how many there are; 0 if they are damaged or
   the library is not there.  */
size_t file_unpack_head (enum file_kind kind, const uint8_t *bytes,
                         size_t size, uint8_t *head, size_t head_size);

#endif /* BFDGLUE_PACKED_FILE_H */
