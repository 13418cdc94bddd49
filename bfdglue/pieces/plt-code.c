/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plt-code.c - find and describe an image's PLT code and stubs.

   PLT sections are found by name (.plt and names that begin with it, .iplt).
   Other PLT code is found from the addresses that the linker stored for it
   (plt-find.c), and stubs amid other code from their symbols (plt-stubs.c).
   The engine recognises the instructions.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "pieces.h"
#include "plt-code.h"
#include "sorted.h"

/* Sort the areas of PLT by address.  */
static void
plt_code_sort_areas (struct plt_code *plt)
{
  sort_if_needed (plt->areas, plt->area_count, sizeof *plt->areas,
                  compare_u64);
}

size_t
plt_code_area_from (const struct plt_code *plt, uint64_t addr)
{
  size_t i = sorted_after (plt->areas, plt->area_count, sizeof *plt->areas,
                           offsetof (struct plt_area, addr), addr);

  if (i != 0 && addr - plt->areas[i - 1].addr < plt->areas[i - 1].size)
    return i - 1;
  return i;
}

/* Whether ADDR is in one of the sorted areas of PLT.  */
static bool
plt_code_in_area (const struct plt_code *plt, uint64_t addr)
{
  size_t i = plt_code_area_from (plt, addr);

  return i != plt->area_count && plt->areas[i].addr <= addr;
}

/* List the PLT sections of CODE.  Of two that overlap, in a damaged image, at
   most one can be right: the later one is skipped.  */
static sfm_status
list_sections (struct plt_code *plt, const struct diag_sink *sink)
{
  const struct code_ranges *code = &plt->index->code;
  uint64_t end = 0;

  for (size_t i = 0; i < code->section_count; i++)
    {
      const struct code_range *r = &code->sections[i];
      if (!r->loaded || r->addr < end
          || code_ranges_plt_section (code, r->addr, r->size) == NULL)
        continue;
      const struct plt_area area = { .addr = r->addr,
                                     .size = r->size,
                                     .bytes = code_range_bytes (code, r),
                                     .name = r->section->name };
      TRY (plt_code_add_area (plt, &area, sink));
      end = r->addr + r->size;
    }
  return SFM_OK;
}

/* Whether FDE, number IDX of PIECE, at ADDR contradicts the .eh_frame of
   PROOF's image.  That does not count in a PLT section, whose entries for TLS
   descriptors GNU ld describes wrongly; elsewhere it does, as for existing
   pieces (piece-rows.c): bytes may only look like a PLT's.  Without section
   headers nothing tells the two cases apart.  */
static bool
contradicts (struct row_proof *proof, const struct sfm_piece *piece,
             const struct sfm_fde *fde, uint32_t idx, uint64_t addr)
{
  const struct code_ranges *code = &proof->index->code;
  const struct proof_function f
      = { .piece = piece, .addr = addr, .size = fde->size, .fde = idx };

  return code->by_sections
         && code_ranges_plt_section (code, addr, fde->size) == NULL
         && row_proof_judge (proof, &f, NULL) == SFM_CFI_CONTRADICTS;
}

/* Make the piece that describes AREA.  Functions that PROOF refutes are not
   live.  */
static sfm_status
describe (struct plt_code *plt, struct plt_area *area, enum plt_mode mode,
          struct row_proof *proof, const struct diag_sink *sink)
{
  const struct image *image = plt->index->image;
  const struct sfm_plt_code code = { .addr = area->addr,
                                     .bytes = area->bytes,
                                     .size = (size_t) area->size,
                                     .abi = image->abi,
                                     .stubs = area->stubs };
  struct sfm_plt_found found;
  struct sfm_diag diag;
  struct sfm_fde fde;
  sfm_status status = sfm_plt_measure (&code, &found, &diag);

  if (status != SFM_OK)
    {
      plt->unknown += area->size;
      diag_engine (sink, DIAG_WARNING, image->path, area->name, &diag);
      return SFM_OK;
    }
  uint8_t *bytes = pool_alloc (&plt->pool, found.size);
  area->places = pool_alloc (&plt->pool, ((size_t) found.functions + 1)
                                             * sizeof *area->places);
  if (bytes == NULL || area->places == NULL)
    return diag_nomem (sink, image->path);
  status = sfm_plt_write (&code, bytes, found.size, &diag);
  if (status == SFM_OK)
    status = sfm_piece_open (bytes, found.size, 0, &area->piece, &diag);
  for (uint32_t i = 0; i < found.functions && status == SFM_OK; i++)
    {
      status = sfm_fde_read (&area->piece, i, &fde, &diag);
      if (status != SFM_OK)
        break;
      const uint64_t addr = sfm_fde_address (&fde, 0, SFM_START_BASE_FIELD);
      area->places[i] = (struct sfm_place){
        .addr = addr,
        .live = !contradicts (proof, &area->piece, &fde, i, addr),
        .optional = mode != PLT_REQUIRE,
        .rank = SFM_RANK_IMAGE,
        .evidence = SFM_EVIDENCE_START | SFM_EVIDENCE_SIZE,
      };
    }
  if (status != SFM_OK)
    return diag_engine (sink, DIAG_ERROR, image->path, area->name, &diag);
  plt->covered += found.covered;
  plt->unknown += found.unknown;
  return SFM_OK;
}

/* Drop all functions of EXISTING that describe PLT code.  */
static void
drop_all (struct existing_sframe *existing, struct plt_code *plt)
{
  for (size_t i = 0; i < existing->piece_count; i++)
    {
      struct image_piece *p = &existing->pieces[i];
      for (uint32_t f = 0; p->usable && f < p->piece.num_fdes; f++)
        if (p->places[f].live
            && (p->places[f].optional
                || plt_code_in_area (plt, p->places[f].addr)))
          {
            p->places[f].live = false;
            p->replaced[f] = PIECE_UNWANTED;
            p->live--;
            plt->dropped++;
          }
    }
}

/* Let no function of PLT code be left out for lack of space.  */
static void
require_all (struct existing_sframe *existing)
{
  for (size_t i = 0; i < existing->piece_count; i++)
    for (uint32_t f = 0; f < existing->pieces[i].piece.num_fdes; f++)
      existing->pieces[i].places[f].optional = false;
}

sfm_status
plt_code_read (const struct function_index *index, enum plt_mode mode,
               struct plt_code *plt, const struct diag_sink *sink)
{
  struct row_proof proof;

  *plt = (struct plt_code){ .index = index };
  if (mode == PLT_KEEP)
    return SFM_OK;
  TRY (list_sections (plt, sink));
  TRY (plt_code_find (plt, sink));
  plt_code_sort_areas (plt);
  TRY (plt_code_stubs (plt, sink));
  plt_code_sort_areas (plt);
  row_proof_begin (&proof, index);
  for (size_t i = 0; mode != PLT_NONE && i < plt->area_count; i++)
    TRY (describe (plt, &plt->areas[i], mode, &proof, sink));
  return SFM_OK;
}

sfm_status
plt_code_decide (struct existing_sframe *existing, enum plt_mode mode,
                 struct plt_code *plt, const struct diag_sink *sink)
{
  if (mode == PLT_KEEP)
    return SFM_OK;
  if (mode == PLT_NONE)
    {
      drop_all (existing, plt);
      plt->area_count = 0;
      return SFM_OK;
    }
  sfm_status status = plt_code_existing (existing, plt, sink);
  for (size_t i = 0; i < plt->area_count && status == SFM_OK; i++)
    for (uint32_t f = 0; f < plt->areas[i].piece.num_fdes; f++)
      plt->made += plt->areas[i].places[f].live;
  if (mode == PLT_REQUIRE)
    require_all (existing);
  return status;
}

sfm_status
plt_code_add (struct plt_code *plt, enum plt_mode mode,
              struct sfm_merger *merger, const struct diag_sink *sink)
{
  const char *path = plt->index->image->path;
  bool require = mode == PLT_REQUIRE;
  struct sfm_diag error;

  for (size_t i = 0; i < plt->area_count && plt->made != 0; i++)
    {
      const struct plt_area *area = &plt->areas[i];
      if (area->piece.num_fdes == 0)
        continue;
      sfm_status status
          = sfm_merger_add (merger, &area->piece, area->places, 0, &error);
      if (status == SFM_ERR_MIXED)
        {
          diag (sink, require ? DIAG_ERROR : DIAG_WARNING, path,
                "the functions of linker-generated code are left out: %s",
                error.text);
          return require ? SFM_ERR_MIXED : SFM_OK;
        }
      if (status != SFM_OK)
        return diag_engine (sink, DIAG_ERROR, path, area->name, &error);
    }
  plt->merged = plt->made != 0;
  return SFM_OK;
}

void
plt_code_free (struct plt_code *plt)
{
  free (plt->areas);
  pool_free (&plt->pool);
  memset (plt, 0, sizeof *plt);
}
