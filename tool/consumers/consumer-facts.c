/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   consumer-facts.c - what is right by the format, but matters to some
   consumers.  */

#include "config.h"

#include <string.h>

#include "consumers-limits.h"
#include "consumers.h"
#include "elf-image.h"
#include "elf-symbols.h"

const char *
consumer_ground_name (unsigned ground)
{
  static const char *const names[] = {
#define FACT_X(id, name) name,
    CONSUMER_FACTS (FACT_X)
#undef FACT_X
  };

  return ground < FIND_COUNT ? finding_name (ground)
                             : names[ground - FIND_COUNT];
}

/* Add COUNT to the fact ID.  */
static void
add_fact (struct consumer_facts *facts, enum consumer_fact id, uint64_t count)
{
  facts->counts[id - FIND_COUNT] += count;
}

/* Data word IDX of ROW is 0 as a control word.  */
static bool
is_padding (const struct sfm_row *row, unsigned idx)
{
  return row->words[idx] == 0;
}

/* Whether ROW, of type FLEX, ends with a padding word and what may follow
   one: RA's place, or FP's after RA's pair or its padding (SFrame V3, 'Flex
   FDE').  */
static bool
ends_padded (const struct sfm_row *row)
{
  if (row->count < 3)
    return false;
  unsigned next = is_padding (row, 2) ? 3 : 4;
  return row->count > next ? is_padding (row, next) : next == 3;
}

/* Count the facts of FDE's rows, of which *LEFT bytes may be read.  */
static void
add_rows (const struct sfm_piece *piece, const struct sfm_fde *fde,
          uint64_t *left, struct consumer_facts *facts)
{
  struct sfm_rows rows;
  struct sfm_row row;
  struct sfm_diag diag;
  bool padded = false, no_words = false;

  sfm_rows_begin (piece, fde, &rows);
  while (sfm_rows_next (&rows, &row, &diag) == SFM_OK && row.size <= *left)
    {
      *left -= row.size;
      padded |= fde->flex && ends_padded (&row);
      no_words |= row.count == 0 && piece->version < 3;
    }
  add_fact (facts, FACT_FLEX_PADDING, padded);
  add_fact (facts, FACT_NO_WORDS, no_words);
}

void
consumer_facts_of_piece (const struct sfm_piece *piece,
                         struct consumer_facts *facts)
{
  const uint64_t fdes_end = (uint64_t) piece->num_fdes * piece->fde_size;
  uint64_t left = (piece->end - piece->offset) * FACT_ROWS_FACTOR;
  struct sfm_fde fde;
  struct sfm_diag diag;

  add_fact (facts, FACT_EMPTY, piece->num_fdes == 0 || piece->num_fres == 0);
  add_fact (facts, FACT_GAPS, piece->fdeoff != 0 || piece->freoff != fdes_end);
  for (uint32_t i = 0; i < piece->num_fdes; i++)
    if (sfm_fde_read (piece, i, &fde, &diag) == SFM_OK)
      {
        add_fact (facts, FACT_FLEX, fde.flex);
        add_fact (facts, FACT_MASK, fde.mask);
        add_fact (facts, FACT_MANY_ROWS, fde.num_fres > fde.size);
        if (fde.flex || piece->version < 3)
          add_rows (piece, &fde, &left, facts);
      }
}

void
consumer_facts_of_places (const struct image_piece *p,
                          const struct image *image,
                          struct consumer_facts *facts)
{
  const struct code_segments code = code_segments_of (image);
  struct sfm_fde fde;
  struct sfm_diag diag;

  if (!p->usable)
    return;
  for (uint32_t i = 0; i < p->piece.num_fdes; i++)
    if (sfm_fde_read (&p->piece, i, &fde, &diag) == SFM_OK)
      {
        uint64_t addr = piece_address (p, &fde);

        add_fact (facts, FACT_MASK_BELOW, fde.mask && addr < p->addr);
        add_fact (facts, FACT_OUTSIDE,
                  code.count == 1
                      && (addr < code.start || addr > code.end
                          || fde.size > code.end - addr));
      }
}

/* Whether IMAGE has a symbol NAME; *VALUE is then set.  */
static bool
find_symbol (const struct image *image, const char *name, uint64_t *value)
{
  struct image_symbol symbol = { .image = image };

  while (symbol_next (&symbol))
    if (!symbol_unreadable (&symbol) && symbol_section (&symbol) != SHN_UNDEF
        && strcmp (symbol_name (&symbol), name) == 0)
      {
        *value = symbol_value (&symbol);
        return true;
      }
  return false;
}

bool
consumer_facts_of_image (const struct image *image,
                         struct consumer_facts *facts)
{
  uint32_t idx = image_find_section (image, ".sframe", 0);
  uint64_t start, end;

  const struct code_segments code = code_segments_of (image);
  if (code.count > 1)
    add_fact (facts, FACT_CODE_SEGMENTS, code.count);
  add_fact (facts, FACT_INIT_SFRAME,
            image_find_section (image, ".init.sframe", 0) != 0);
  if (!find_symbol (image, "__start_sframe", &start))
    return false;
  const struct image_section *s = idx != 0 ? &image->sections[idx] : NULL;
  add_fact (facts, FACT_ELSEWHERE,
            s != NULL
                && (s->addr != start
                    || (find_symbol (image, "__end_sframe", &end)
                        && s->size > end - start)));
  return true;
}
