/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-bytes.h - the bytes of a user's file, in memory of our own.

   Files are not mapped.  Another process may write to a mapped file, so that a
   count changes after it was checked, or truncate it, which kills the reader
   by SIGBUS.  Bytes that were read stay as they are.  */

#ifndef BFDGLUE_FILE_BYTES_H
#define BFDGLUE_FILE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "diag.h"
#include "file-tree.h"
#include "paged.h"
#include "sfmerge.h"

/* The kind of a file, by its first bytes.  */

enum file_kind
{
  FILE_OBJECT, /* ELF64, relocatable, of a machine with an SFrame ABI */
  FILE_IMAGE,  /* any other ELF file, supported or not */
  FILE_ARCHIVE,
  FILE_THIN, /* a thin archive */
  FILE_GZIP,
  FILE_XZ,
  FILE_ZSTD,
  FILE_LLVM, /* LLVM bitcode, which clang -flto writes */
  FILE_OTHER
};

enum
{
  FILE_KIND_BYTES = 64 /* of a file, or all if it has fewer, tell its kind */
};

/* The kind of a file or member of SIZE bytes, the first of which are at
   BYTES.  */
enum file_kind file_kind (const uint8_t *bytes, size_t size);

/* Whether a file or member that begins with the SIZE bytes at BYTES is a
   relocatable object of any class and machine.  */
bool file_is_relocatable (const uint8_t *bytes, size_t size);

/* Why a file that begins with the SIZE bytes at BYTES, an ELF file, cannot
   have SFrame, as "is ..." would continue: its class or its machine has no
   SFrame ABI, or it is a core file.  NULL: it can, or is no ELF file.  */
const char *file_foreign (const uint8_t *bytes, size_t size);

/* What such a file is, as "is ..." would continue, or NULL if it is an object
   that can be read.  */
const char *file_not_object (const uint8_t *bytes, size_t size);

enum
{
  FILE_ID_DEVICE,
  FILE_ID_INODE,
  FILE_ID_SIZE,
  FILE_ID_MODIFIED, /* seconds and nanoseconds */
  FILE_ID_CHANGED = FILE_ID_MODIFIED + 2,
  FILE_ID_PARTS = FILE_ID_CHANGED + 2
};

/* The identity of a file: device and inode; and its state: size, time of
   modification and time of change.  The last cannot be set back.  */
struct file_id
{
  uint64_t parts[FILE_ID_PARTS];
};

/* A file that was opened.  What was read of it must not be believed before
   file_bytes_check has said that it is sound.  */
struct file_bytes
{
  const uint8_t *bytes; /* NULL: an empty file, or nothing was read */
  size_t size;
  int fd;              /* open on the file that was read; -1: closed */
  struct paged *pages; /* reads BYTES as they are asked for; NULL: all were
                          read */
  struct file_id id;   /* that file and its state when read */
};

/* Where the bytes of a file come from.  */
struct file_source
{
  const char *path;             /* of the file, and in messages */
  const struct file_tree *tree; /* in which PATH is; NULL: anywhere */
  int fd;                       /* open on the file already; -1: it is not */
  int error; /* if it is not: the errno of why it cannot be; 0: it can */
  const uint8_t *bytes; /* SIZE bytes, of a file that is unpacked or open;
                           NULL: those of the file are read */
  size_t size;
  struct paged *pages; /* which of BYTES were read; NULL: all; borrowed */
};

#define FILE_SOURCE(name)                                                     \
  (struct file_source) { .path = (name), .fd = -1 }

#define FILE_BYTES_NONE                                                       \
  (struct file_bytes) { .fd = -1 }

/* Set *ID to the identity and state in ST.  */
void file_identify (struct file_id *id, const struct stat *st);

/* Whether ST is of the file ID, in any state.  */
bool file_is_it (const struct file_id *id, const struct stat *st);

/* Whether ST is of the file ID in the same state.  */
bool file_is_same (const struct file_id *id, const struct stat *st);

/* Whether ST is of the file ID, and nothing was written to it: only its names
   and attributes may have changed.  */
bool file_is_unwritten (const struct file_id *id, const struct stat *st);

/* Set *FROM and *TO to the first range of data of FD, SIZE bytes, that ends
   after AT.  A file system that does not know holes calls everything data.
   False: only a hole is left.  */
bool file_next_data (int fd, uint64_t at, uint64_t size, uint64_t *from,
                     uint64_t *to);

/* Open SOURCE, called NAME in messages, for reading: set *FD, for close.  It
   may be a file of any kind.  After a failure *FD is -1.  Statuses: IO.  */
sfm_status file_open_any (const struct file_source *source, const char *name,
                          int *fd, const struct diag_sink *sink) SFM_CHECKED;

/* The same for a regular file; set *ST, whose size fits a size_t.  Statuses:
   IO, LIMIT (a file too large for the memory).  */
sfm_status file_open (const struct file_source *source, const char *name,
                      int *fd, struct stat *st,
                      const struct diag_sink *sink) SFM_CHECKED;

/* Read the SIZE bytes of FD, called NAME in messages, into BUFFER.  Statuses:
   IO, TRUNC (it has become shorter).  */
sfm_status file_fill (int fd, const char *name, uint8_t *buffer, size_t size,
                      const struct diag_sink *sink) SFM_CHECKED;

/* Read the SIZE bytes, not 0, of FD, called NAME in messages, into new memory
   at *BYTES, for sparse_free.  Holes of the file take no memory.  Statuses:
   IO, TRUNC, NOMEM, LIMIT (file_check_holes).  */
sfm_status file_take (int fd, const char *name, size_t size,
                      const uint8_t **bytes,
                      const struct diag_sink *sink) SFM_CHECKED;

/* Check that FD, called NAME in messages and SIZE bytes long when it was
   opened, is still ID in the same state.  Bytes read while a file was being
   changed may be neither its old content nor its new one.  Statuses: IO.  */
sfm_status file_check_same (int fd, const char *name, const struct file_id *id,
                            size_t size,
                            const struct diag_sink *sink) SFM_CHECKED;

/* Read the whole regular file SOURCE, and keep it open.  Statuses: those of
   file_open, file_take and file_check_same.  */
sfm_status file_bytes_read_source (const struct file_source *source,
                                   struct file_bytes *file,
                                   const struct diag_sink *sink) SFM_CHECKED;

/* The same in two steps, for a file called NAME in messages: open it, which
   sets all but the bytes, and read it, now or, if LAZY, when its bytes are
   asked for.  After a failure FILE is FILE_BYTES_NONE.  */
sfm_status file_bytes_begin (const struct file_source *source,
                             const char *name, struct file_bytes *file,
                             const struct diag_sink *sink) SFM_CHECKED;
sfm_status file_bytes_load (struct file_bytes *file, const char *name,
                            bool lazy,
                            const struct diag_sink *sink) SFM_CHECKED;

/* The same for PATH.  */
sfm_status file_bytes_read (const char *path, struct file_bytes *file,
                            const struct diag_sink *sink) SFM_CHECKED;

/* Open the regular file SOURCE, of which FILE->pages will read what is asked
   for.  One that is mostly holes is read at once, as it is charged for them.
   Statuses: those of file_bytes_read_source.  */
sfm_status file_bytes_open (const struct file_source *source,
                            struct file_bytes *file,
                            const struct diag_sink *sink) SFM_CHECKED;

/* The kind of FILE, by its first bytes.  */
enum file_kind file_bytes_kind (const struct file_bytes *file);

/* Read all bytes of FILE, called PATH in messages, that were not.  Statuses:
   those of file_bytes_check.  */
sfm_status file_bytes_complete (const struct file_bytes *file,
                                const char *path,
                                const struct diag_sink *sink) SFM_CHECKED;

/* Check that what was read of FILE, called PATH in messages, is sound: all
   that was asked for, of one state of the file.  FILE may be none.  Statuses:
   IO.  */
sfm_status file_bytes_check (const struct file_bytes *file, const char *path,
                             const struct diag_sink *sink) SFM_CHECKED;

/* file_bytes_check after work on FILE has ended with STATUS, which is returned
   if FILE is sound.  After a failure only an error of reading, which may have
   caused it, is reported.  */
sfm_status file_bytes_settle (const struct file_bytes *file, const char *path,
                              sfm_status status,
                              const struct diag_sink *sink) SFM_CHECKED;

/* Release what file_bytes_read took.  FILE_BYTES_NONE is allowed.  */
void file_bytes_close (struct file_bytes *file);

/* What the holes of a file may cost.  */

/* Check that the file NAME, with SIZE bytes at BYTES of which STORED are not
   in holes, asks for no more work than these are worth.  Statuses: LIMIT.  */
sfm_status file_check_holes (const char *name, const uint8_t *bytes,
                             size_t size, size_t stored,
                             const struct diag_sink *sink) SFM_CHECKED;

/* Compressed files, as kernel modules are installed.  */

struct unpacking;

/* How a kind of files is compressed.  */
struct packing
{
  enum file_kind kind;
  const char *name;     /* "gzip" */
  const char *unpacker; /* the command that unpacks: "gunzip" */
  const char *module;   /* the end of the names of modules: ".ko.gz" */
  /* Unpack U->bytes to the end, or, of a head, until U->room is full (END).
     Statuses: those of file_unpack.  NULL: its library is not there.  */
  sfm_status (*unpack) (struct unpacking *u);
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

/* Let this process and its children, of which WORKERS work at a time, share
   what may be unpacked, until unpacking_unshare.  False: the system
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

/* Gzip files, such as installed kernel modules.  */

/* Pack the SIZE bytes at BYTES into *OUT_SIZE bytes at *OUT, from malloc.
   Name, time and the rest of the header are those of the gzip file LIKE, of
   LIKE_SIZE bytes.  The same input gives the same bytes.  Statuses: NOMEM,
   LIMIT, CORRUPT.  */
sfm_status gzip_pack (const char *path, const uint8_t *bytes, size_t size,
                      const uint8_t *like, size_t like_size, uint8_t **out,
                      size_t *out_size,
                      const struct diag_sink *sink) SFM_CHECKED;

/* What packed-file.c and unpacking.c share.  */

enum
{
  GZIP_WINDOW = 15 + 16 /* zlib: the largest window, with a gzip header */
};

/* Of the SIZE bytes at BYTES, READ are unpacked to DONE bytes at OUT, which
   has ROOM bytes.  */
struct unpacking
{
  const char *path;
  const struct packing *packing;
  const uint8_t *bytes;
  size_t size;
  size_t read;
  size_t limit; /* of the bytes that are unpacked */
  uint8_t *out;
  size_t room;
  size_t done;
  bool head; /* no more than ROOM bytes are wanted */
  const struct diag_sink *sink;
};

#endif /* BFDGLUE_FILE_BYTES_H */
