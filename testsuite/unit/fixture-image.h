/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-image.h - small ELF images in memory.

   A fixture starts as an image that a test then bends: one read-only PT_LOAD
   of [0, 0x1800) at address 0x400000 with .sframe (0x100 bytes at 0x1000) and
   .after (0x1400), a second PT_LOAD at 0x2000, tables from 0x3000 on.  */

#ifndef TESTSUITE_FIXTURE_IMAGE_H
#define TESTSUITE_FIXTURE_IMAGE_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "elf-image.h"
#include "sorted.h"

enum
{
  FIXTURE_SIZE = 0x6000,
  FIXTURE_BASE = 0x400000,
  FIXTURE_NAMES = 0x3000,
  FIXTURE_SYMBOLS = 0x3400,
  FIXTURE_DYNAMIC = 0x3800,
  FIXTURE_RELOCS = 0x3c00,
  FIXTURE_SHDRS = 0x4000,
  FIXTURE_MAX = 24,
  FIXTURE_LATE = 8,
  FIXTURE_PIECES = 4,

  /* Section and segment numbers of the unbent image.  */
  SEC_TEXT = 1,
  SEC_SFRAME = 2,
  SEC_AFTER = 3,
  SEC_NAMES = 4,
  SEC_SYMBOLS = 5,
  SEG_READ = 0,
  SEG_CODE = 1,
  SEG_SFRAME = 2
};

/* A word of the file, of so many bytes.  */
struct fixture_word
{
  uint32_t at;
  unsigned size;
  uint64_t value;
};

struct fixture
{
  uint8_t bytes[FIXTURE_SIZE];
  bool big_endian;
  bool fixed;                             /* ET_EXEC, not ET_DYN */
  uint64_t phdrs;                         /* offset of the program headers */
  uint64_t shdrs;                         /* that of the section headers */
  struct fixture_word late[FIXTURE_LATE]; /* written over the headers */
  unsigned late_count;
  Elf64_Shdr sections[FIXTURE_MAX];
  Elf64_Phdr segments[FIXTURE_MAX];
  uint16_t section_count;
  uint16_t segment_count;
  size_t symbol_count;
  size_t names_size;
  struct image image; /* after fixture_open */

  /* What a change of it is told.  */
  unsigned kind; /* of the section, an edit_kind */
  bool force;
  struct byte_range pieces[FIXTURE_PIECES]; /* that may be overwritten */
  size_t piece_count;                       /* 0: all bytes may be */
};

/* An image for AMD64, or big-endian AArch64.  */
void fixture_begin (struct fixture *fixture, bool big_endian);

/* Add a section or segment; its number.  */
uint16_t fixture_section (struct fixture *fixture, const char *name,
                          uint32_t type, uint64_t flags, uint64_t offset,
                          uint64_t size);
uint16_t fixture_segment (struct fixture *fixture, uint32_t type,
                          uint32_t flags, uint64_t offset, uint64_t size);

/* Add a symbol at OFFSET in the first segment's addresses.  */
void fixture_symbol (struct fixture *fixture, uint64_t offset, uint64_t size,
                     unsigned type, uint16_t section);

/* Add STRING to the section names; its offset.  */
uint32_t fixture_name (struct fixture *fixture, const char *string);

/* Put a word at BYTES.  */
void fixture_put_word (uint8_t *bytes, unsigned size, uint64_t value,
                       bool big_endian);

/* Write the headers into the bytes; open the image, too.  */
void fixture_finish (struct fixture *fixture);
sfm_status fixture_open (struct fixture *fixture);
void fixture_close (struct fixture *fixture);

/* A sink that keeps the last message, all messages since fixture_begin, each
   after the first letter of its severity (D: a detail), and how many errors
   there were.  */
extern const struct diag_sink fixture_sink;
extern char fixture_said[1200];
extern char fixture_told[2400];
extern unsigned fixture_errors;
extern unsigned fixture_warnings;

#endif /* TESTSUITE_FIXTURE_IMAGE_H */
