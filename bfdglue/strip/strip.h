/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   strip.h - remove SFrame from an object or an image.

   The sections of SFrame data go, with their headers, the relocation sections
   for them, and groups that have no other member.  The numbers of the other
   sections follow in sh_link, sh_info, symbols, groups and the ELF header.  In
   an object the file gets shorter.  In an image all addresses stay: bytes of a
   segment become zeros, PT_GNU_SFRAME becomes PT_NULL, and only what comes
   after the last segment moves.

   No symbol is renumbered, because sections of other tools contain symbol
   numbers: symbols of what goes become nameless absolute ones with value 0.
   If something refers to the section, an object is refused; an image keeps a
   section of zeros in its place, as it does if bytes were appended to the
   file.  */

#ifndef BFDGLUE_STRIP_H
#define BFDGLUE_STRIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "elf-image.h"
#include "elf-relocs.h"
#include "paged.h"
#include "pool.h"
#include "sfmerge.h"

/* What was found, and is removed.  */
struct strip_result
{
  uint32_t sections;    /* of SFrame data */
  uint32_t relocations; /* sections of relocations for these */
  uint32_t segments;    /* PT_GNU_SFRAME */
  uint32_t symbols;     /* of these sections */
  uint64_t bytes;       /* of SFrame data in the file */
  bool emptied;         /* sections of zeros stay */
  bool refused;         /* failed for another reason than unreadable input */
};

/* Remove SFrame from the SIZE bytes at BYTES, an ELF file called NAME in
   messages.  *OUT receives the new file of *OUT_SIZE bytes, from malloc, or
   NULL if there is none or on failure.  It is read again and compared, unless
   NO_VERIFY.  Statuses: those of image_open; UNSUPP (something refers to a
   section that is to go), CORRUPT (it shares bytes with something else),
   NOMEM.  */
sfm_status strip_elf (const char *name, const uint8_t *bytes, size_t size,
                      bool no_verify, uint8_t **out, size_t *out_size,
                      struct strip_result *result,
                      const struct diag_sink *sink) SFM_CHECKED;

/* One file from which SFrame is removed.  */

enum
{
  STRIP_GROUP_WORD = 4, /* bytes of the number of a section in a group */
  STRIP_SHNDX_WORD = 4  /* ... and in SHT_SYMTAB_SHNDX */
};

/* Bytes of the file that stay together: [START, END) go to TO.  */
struct strip_block
{
  uint64_t start;
  uint64_t end;
  uint64_t to;
};

struct strip
{
  const struct image *image;
  const struct diag_sink *sink;
  struct strip_result *result;
  struct pool pool;
  uint64_t loaded_end; /* of what segments have in the file */

  /* Set by strip_find, by section number.  */
  bool *gone;
  uint32_t *numbers;  /* new numbers, 0 for what goes */
  uint32_t *shndx_of; /* of a symbol table: its SHT_SYMTAB_SHNDX, or 0 */
  uint32_t new_count;

  /* Set by strip_layout, in order of the file.  */
  struct byte_range *zeros; /* become zeros, without what is left out */
  size_t zero_count;
  struct strip_block *blocks;
  size_t block_count;

  uint8_t *out;
  size_t size;
  struct byte_changes changes; /* of OUT, by its offsets */
};

/* strip-find.c: what SECTION of IMAGE is SFrame data.  */
bool strip_is_sframe (const struct image *image,
                      const struct image_section *section);

/* strip-find.c: whether sh_info of SECTION is the number of a section.  */
bool strip_info_is_number (const struct image_section *section);

/* strip-find.c: find what goes.  Statuses: NOMEM, CORRUPT (a group or a table
   of section numbers is damaged).  */
sfm_status strip_find (struct strip *s) SFM_CHECKED;

/* strip-find.c: give new numbers to all sections but those that go; if
   RESULT->emptied, the old ones.  */
void strip_number (struct strip *s);

/* strip-users.c: find who refers to what goes: refuse an object, and set
   RESULT->emptied for an image.  Statuses: UNSUPP, CORRUPT.  */
sfm_status strip_users (struct strip *s) SFM_CHECKED;

/* strip-tables.c: the number of the section of symbol IDX of the table that is
   section TABLE of IMAGE, whose SHT_SYMTAB_SHNDX is section SHNDX or 0;
   SHN_UNDEF if it has none.  */
uint32_t strip_symbol_section (const struct image *image, uint32_t table,
                               uint32_t shndx, uint64_t idx);

/* strip-tables.c: the number of symbols in section IDX of IMAGE; 0 if it is no
   table of symbols that can be read.  */
uint64_t strip_symbol_count (const struct image *image, uint32_t idx);

/* strip-layout.c: which bytes go, which become zeros, and where the others
   go.  Statuses: CORRUPT (bytes that go are shared), NOMEM.  */
sfm_status strip_layout (struct strip *s) SFM_CHECKED;

/* strip-layout.c: where the byte at OFFSET goes.  */
uint64_t strip_moved (const struct strip *s, uint64_t offset);

/* strip-write.c: make OUT.  Statuses: NOMEM.  */
sfm_status strip_write (struct strip *s) SFM_CHECKED;

/* strip-symbols.c: let the symbols and groups in OUT follow.  */
void strip_put_symbols (struct strip *s);
void strip_put_groups (struct strip *s);

/* strip-tables.c: the size of the group that is section IDX without the
   members that go.  */
uint64_t strip_group_size (const struct strip *s, uint32_t idx);

/* The bytes of OUT at OFFSET, of which SIZE are written.  */
static inline uint8_t *
strip_writes (struct strip *s, uint64_t offset, uint64_t size)
{
  byte_changes_add (&s->changes, offset, offset + size);
  return s->out + offset;
}

/* strip-verify.c: read OUT and compare it with the file.  Statuses: CORRUPT,
   NOMEM.  */
sfm_status strip_verify (struct strip *s) SFM_CHECKED;

/* strip-verify-tables.c: compare the symbols, and the members of groups, of
   section IDX with those of section NUMBER of NOW, the new file.  */
bool strip_symbols_right (const struct strip *s, const struct image *now,
                          uint32_t idx, uint32_t number);
bool strip_group_right (const struct strip *s, const struct image *now,
                        uint32_t idx, uint32_t number);

#endif /* BFDGLUE_STRIP_H */
