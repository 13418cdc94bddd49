/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   debug-file.h - the separate debug file of an image, for its symbols.  */

#ifndef BFDGLUE_DEBUG_FILE_H
#define BFDGLUE_DEBUG_FILE_H

#include "elf-image.h"
#include "elf-limits.h"

/* Open PATH, which has the symbols stripped from IMAGE, as DEBUG, for
   function_index_read.  It must have a symbol table and belong to IMAGE.
   Close it with image_close.  PATH is borrowed.  Statuses: those of image_open
   and debug_file_check.  */
sfm_status debug_file_open (const char *path, const struct image *image,
                            struct image *debug,
                            const struct diag_sink *sink) SFM_CHECKED;

/* Check that DEBUG, which is open, has a symbol table and belongs to IMAGE.
   Statuses: UNSUPP (it does not), NOMEM.  */
sfm_status debug_file_check (const struct image *image,
                             const struct image *debug,
                             const struct diag_sink *sink) SFM_CHECKED;

/* Check only that FILE has IMAGE's machine, and its build-id if one of them
   has one; *IDENTIFIED: they have.  Statuses: UNSUPP.  */
sfm_status debug_file_check_id (const struct image *image,
                                const struct image *file, bool *identified,
                                const struct diag_sink *sink) SFM_CHECKED;

/* Search for a debug file by build-id.  */

/* The argument of --symbols that stands for the directories in which systems
   have debug files.  */
#define DEBUG_FILE_AUTO "auto"

enum
{
  DEBUG_FILE_DIRS = 2
};

/* Whether SYMBOLS, an argument of --symbols, is no file, but says where to
   search for one: DEBUG_FILE_AUTO or a directory.  */
bool debug_file_searched (const char *symbols);

/* Set DIRS to the directories that SYMBOLS stands for and that are there, each
   to be freed, and return their number.  */
size_t debug_file_dirs (const char *symbols, char *dirs[DEBUG_FILE_DIRS]);

/* The file for IMAGE's build-id in the directories that SYMBOLS stands for, to
   be freed.  NULL: there is none, or no memory.  */
char *debug_file_find (const char *symbols, const struct image *image);

/* The build-id of an ELF file, and the note by which a detached file of ours
   names the code that it describes.  */

enum
{
  BUILD_ID_TEXT = 2 * BUILD_ID_SHOWN + sizeof "... (of 4294967295 bytes)",
  CODE_NOTE_TYPE = 0x100, /* below it, readelf takes the numbers for others */
  CODE_NOTE_SIZE = 16
};

#define CODE_NOTE_OWNER "sfmerge"

struct file_source;
struct pool;

struct build_id
{
  const uint8_t *bytes; /* in the file */
  size_t size;          /* at least 1 */
};

/* Find IMAGE's build-id: the first one in its note sections or, if they have
   none and SEGMENTS is set, in its PT_NOTE segments.  False: it has none.  */
bool build_id_find (const struct image *image, bool segments,
                    struct build_id *id);

/* elf-heads.c: set *ID to the build-id of the image SOURCE, of which it reads
   only headers and notes, with its bytes in POOL.  False: it has none, it
   cannot be read, or there is no memory.  */
bool image_heads_build_id (const struct file_source *source, struct pool *pool,
                           struct build_id *id);

/* Print ID in hexadecimal to TEXT, of BUILD_ID_TEXT bytes; a longer one is
   shortened.  */
void build_id_print (const struct build_id *id, char *text);

/* The code that a detached file describes: the 64-bit FNV-1a hash of its
   bytes, and how many they are.  In the note both have 8 bytes, in the
   file's byte order.  */
struct code_note
{
  uint64_t digest;
  uint64_t size;
};

/* Find the note of IMAGE about its code.  False: it has none, so it is not a
   detached file of ours.  */
bool code_note_find (const struct image *image, struct code_note *note);

#endif /* BFDGLUE_DEBUG_FILE_H */
