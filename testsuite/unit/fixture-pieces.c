/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-pieces.c - images that describe their own functions, and what else
   tells of these.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "elf-abi.h"
#include "fixture-image.h"
#include "fixture-pieces.h"

enum
{
  ROW_SIZE = 3,  /* ADDR1 with one byte */
  ATTR_SIZE = 5, /* attribute block of version 3 */
  ROW_INFO = 0x03,
  MASK_INFO = 0x10,
  CFA = 8,
  FIXED_RA = 0xf8
};

struct image_section *
owned_section (struct owned *o, const char *name, uint64_t flags,
               uint64_t addr, uint64_t size)
{
  struct image_section *s = &o->sections[o->image.section_count++];

  *s = (struct image_section){ .name = name,
                               .type = SHT_PROGBITS,
                               .flags = flags | SHF_ALLOC,
                               .addr = addr,
                               .offset = addr,
                               .size = size };
  return s;
}

struct image_segment *
owned_segment (struct owned *o, uint32_t type, uint64_t addr, uint64_t size)
{
  struct image_segment *s = &o->segments[o->image.segment_count++];

  *s = (struct image_segment){ .type = type,
                               .flags = PF_R,
                               .offset = addr,
                               .vaddr = addr,
                               .filesz = size,
                               .memsz = size };
  free (o->image.loads);
  o->failed |= !image_order_loads (&o->image);
  return s;
}

void
owned_begin (struct owned *o)
{
  /* Memory from calloc that is used again is cleared, which takes longer than
     most tests.  */
  void *bytes
      = mmap (NULL, OWNED_CODE + OWNED_CODE_SIZE, PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

  memset (o, 0, sizeof *o);
  o->failed = bytes == MAP_FAILED;
  o->bytes = bytes;
  o->linked_at = OWNED_SFRAME;
  o->image = (struct image){ .path = "image",
                             .memory = o->bytes,
                             .size = OWNED_CODE + OWNED_CODE_SIZE,
                             .type = ET_DYN,
                             .machine = EM_X86_64,
                             .abi = SFM_ABI_AMD64_ENDIAN_LITTLE,
                             .sections = o->sections,
                             .section_count = 1,
                             .segments = o->segments };
  o->index.eh.complete = true;
  owned_section (o, ".sframe", 0, OWNED_SFRAME, 0);
  owned_section (o, ".text", SHF_EXECINSTR, OWNED_CODE, OWNED_CODE_SIZE);
  owned_segment (o, PT_LOAD, 0, OWNED_SFRAME + OWNED_ROOM);
  owned_segment (o, PT_LOAD, OWNED_CODE, OWNED_CODE_SIZE)->flags = PF_R | PF_X;
  fixture_errors = 0;
  fixture_warnings = 0;
  fixture_said[0] = '\0';
}

void
owned_end (struct owned *o)
{
  pieces_free (&o->existing);
  code_ranges_free (&o->index.code);
  eh_frame_free (&o->index.eh);
  function_list_free (&o->index.symbols);
  free (o->index.by_name);
  free (o->index.name_buckets);
  free (o->index.position);
  string_set_free (&o->index.files);
  free (o->image.loads);
  munmap (o->bytes, OWNED_CODE + OWNED_CODE_SIZE);
}

/* Write function number IDX, whose rows are at OFF of those of the piece at
   PIECE.  */
static void
put_function (struct owned *o, const struct owned_function *f, uint8_t version,
              uint8_t flags, size_t piece, size_t idx, uint32_t off)
{
  size_t field = piece + SFM_HEADER_SIZE + idx * (version == 3 ? 16 : 20);
  bool to_field = version == 3 || flags != SFM_F_FDE_SORTED;
  uint64_t start = f->addr - o->linked_at - (to_field ? field : 0);
  uint8_t *p = o->bytes + OWNED_SFRAME + field;

  if (f->start_0)
    start = 0;
  if (version == 3)
    elf_put64 (p, start, false);
  else
    elf_put32 (p, (uint32_t) start, false);
  p += version == 3 ? 8 : 4;
  elf_put32 (p, f->size, false);
  elf_put32 (p + 4, off, false);
  if (version != 3)
    elf_put32 (p + 8, 1, false);
}

void
owned_piece (struct owned *o, uint8_t version, uint8_t flags,
             const struct owned_function *functions, size_t count)
{
  size_t piece = (o->sframe_size + 7) / 8 * 8;
  size_t fde_size = version == 3 ? 16 : 20;
  size_t body = ROW_SIZE + (version == 3 ? ATTR_SIZE : 0);
  size_t rows = SFM_HEADER_SIZE + count * fde_size;

  if (o->failed || piece + rows + count * body > OWNED_ROOM)
    {
      o->failed = true;
      return;
    }
  uint8_t *p = o->bytes + OWNED_SFRAME + piece;
  elf_put16 (p, SFM_MAGIC, false);
  p[2] = version;
  p[3] = flags;
  p[4] = SFM_ABI_AMD64_ENDIAN_LITTLE;
  p[6] = FIXED_RA;
  elf_put32 (p + 8, (uint32_t) count, false);
  elf_put32 (p + 12, (uint32_t) count, false);
  elf_put32 (p + 16, (uint32_t) (count * body), false);
  elf_put32 (p + 24, (uint32_t) (count * fde_size), false);
  for (size_t i = 0; i < count; i++)
    {
      uint8_t *row = p + rows + i * body;
      put_function (o, &functions[i], version, flags, piece, i,
                    (uint32_t) (i * body));
      if (version == 3)
        {
          elf_put16 (row, 1, false);
          row[2] = functions[i].repeats ? MASK_INFO : 0;
          row[4] = functions[i].repeats ? 16 : 0;
          row += ATTR_SIZE;
        }
      row[1] = ROW_INFO;
      row[2] = CFA;
    }
  o->sframe_size = piece + rows + count * body;
}

void
owned_frame (struct owned *o, uint64_t addr, uint64_t size)
{
  const struct function function = { .addr = addr, .size = size };

  o->failed |= !function_list_add (&o->index.eh.functions, &function);
}

void
owned_symbol (struct owned *o, const char *name, uint64_t addr, uint64_t size)
{
  const struct function function
      = { .name = name, .addr = addr, .size = size, .global = true };

  o->failed |= !function_list_add (&o->index.symbols, &function);
}

bool
owned_read (struct owned *o)
{
  struct function_index *e = &o->index;

  if (o->failed)
    return false;
  o->sections[OWNED_SEC_SFRAME].size = o->sframe_size;
  function_list_sort (&e->eh.functions, compare_u64_pairs);
  function_list_sort (&e->symbols, compare_u64_pairs);
  e->image = &o->image;
  return index_order_names (e)
         && code_ranges_read (&o->image, &e->code, &fixture_sink) == SFM_OK
         && pieces_read (e, false, &o->existing, &fixture_sink) == SFM_OK;
}

bool
owned_next (const char **text, struct owned_function *f, char *mark)
{
  int used;

  *f = (struct owned_function){ .addr = 0 };
  if (*text == NULL
      || sscanf (*text, "%" SCNx64 "+%" SCNx32 "%n", &f->addr, &f->size, &used)
             != 2)
    return false;
  f->addr += OWNED_CODE;
  *text += used;
  *mark = **text == ' ' ? '\0' : **text;
  *text += *mark != '\0';
  return true;
}
