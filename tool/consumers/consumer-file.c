/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   consumer-file.c - the facts about a file that verdicts rest on.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "audit.h"
#include "consumers-limits.h"
#include "consumers.h"
#include "eh-frame.h"
#include "elf-image.h"
#include "elf-symbols.h"
#include "pool.h"
#include "sfmerge-tool.h"

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

/* Count the facts that the bytes of PIECE show.  */
static void
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

/* Count the facts that need the addresses of the functions of P, a piece of
   IMAGE.  */
static void
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

/* Count the facts of IMAGE as a whole.  Returns whether it is a kernel: it has
   the symbol __start_sframe, by which a kernel finds its own table.  */
static bool
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

/* Add PIECE to PIECES, with the facts that its bytes show.  The result is
   valid until the next one is added.  NULL: no memory.  */
static struct consumer_piece *
consumer_pieces_add (struct consumer_pieces *pieces,
                     const struct sfm_piece *piece, bool past_section_end)
{
  if (!LIST_ADD (pieces, (struct consumer_piece){ .version = piece->version,
                                                  .flags = piece->flags,
                                                  .num_fdes = piece->num_fdes,
                                                  .num_fres = piece->num_fres,
                                                  .past_section_end
                                                  = past_section_end }))
    return NULL;
  struct consumer_piece *about = &pieces->at[pieces->count - 1];
  consumer_facts_of_piece (piece, &about->facts);
  return about;
}

bool
consumer_pieces_add_later (struct consumer_pieces *pieces,
                           const struct sfm_piece *piece)
{
  return LIST_ADD (pieces, (struct consumer_piece){ .version = piece->version,
                                                    .flags = piece->flags,
                                                    .later = true });
}

bool
consumer_pieces_of_image (struct consumer_pieces *pieces,
                          const struct image_context *audit)
{
  const struct later_sframe *later = &audit->existing.later;
  bool due = later->count != 0;

  for (size_t i = 0; i < audit->existing.piece_count; i++)
    {
      const struct image_piece *p = &audit->existing.pieces[i];
      if (due
          && later->piece.bytes + later->piece.offset
                 < p->piece.bytes + p->piece.offset)
        {
          due = false;
          if (!consumer_pieces_add_later (pieces, &later->piece))
            return false;
        }
      struct consumer_piece *about
          = consumer_pieces_add (pieces, &p->piece, p->past_section_end);
      if (about == NULL)
        return false;
      consumer_facts_of_places (p, &audit->image, &about->facts);
    }
  return !due || consumer_pieces_add_later (pieces, &later->piece);
}

struct consumer_subject
consumer_subject_of_image (const struct image_context *audit)
{
  struct consumer_subject subject
      = { .name = audit->image.path,
          .kind = CONSUMER_IMAGE,
          .machine = audit->image.machine,
          .big_endian = audit->image.big_endian,
          .shared = image_is_shared (&audit->image),
          .later = audit->existing.later.count != 0 };

  subject.kernel = consumer_facts_of_image (&audit->image, &subject.facts);
  return subject;
}

struct consumer_subject
consumer_subject_of_object (const struct input_object *object)
{
  struct consumer_subject subject = { .name = object->name,
                                      .kind = CONSUMER_OBJECT,
                                      .machine = object->machine,
                                      .big_endian = object->big_endian };

  /* A kernel module has the section of struct module.  */
  for (size_t i = 0; i < object->section_count; i++)
    if (strcmp (object->sections[i].name, ".gnu.linkonce.this_module") == 0)
      subject.kind = CONSUMER_MODULE;
  return subject;
}

bool
consumer_pieces_of_object (struct consumer_pieces *pieces,
                           const struct input_object *object, bool *later)
{
  struct sfm_piece piece;
  struct sfm_diag diag;

  for (size_t i = 0; i < object->sframe_count; i++)
    {
      const struct input_sframe *s = &object->sframes[i];
      sfm_status status;
      uint64_t from = 0;
      while ((status = sfm_piece_next (s->bytes, s->size, from, &piece, &diag))
             == SFM_OK)
        {
          if (consumer_pieces_add (pieces, &piece, false) == NULL)
            return false;
          from = piece.end;
        }
      if (status != SFM_ERR_UNSUPP)
        continue;
      *later = true;
      if (!consumer_pieces_add_later (pieces, &piece))
        return false;
    }
  return true;
}

/* What matters in .eh_frame to a kernel that unwinds with it.

   It reads a CIE and an FDE into buffers, executes the instructions, and needs
   rules that its unwinder has: the CFA is SP or FP, or in the topmost frame
   another register, plus an offset; RA and FP are unchanged or in slots; SP is
   the CFA.  It knows two kinds of expressions: that of the CFA in PLT code,
   and those that GCC writes where it aligns the stack (DRAP): the CFA is in a
   slot of the frame, and FP is where it points.  Everything else is
   unsupported, and that frame is lost.  */

/* What is wrong with a function.  */
struct troubles
{
  bool broken;
  bool nested;
  bool other;
};

/* Whether the unwinder supports RULE, of RA or FP.  */
static bool
is_kept (const struct sfm_rule *rule)
{
  return rule->kind != SFM_RULE_VALUE || rule->reg != SFM_REG_CFA;
}

/* Whether the unwinder supports RULES.  FP: the number of that register.  */
static bool
is_supported (const struct sfm_rules *rules, uint32_t fp)
{
  return (rules->cfa.kind != SFM_RULE_MEMORY || rules->cfa.reg == fp)
         && is_kept (&rules->ra) && is_kept (&rules->fp);
}

/* Find the TROUBLES of FDE of SECTION.  The rows of PLT code are alike in each
   block; only the last block is judged.  */
static void
judge_fde (const struct sfm_cfi_section *section,
           const struct sfm_cfi_fde *fde, struct troubles *troubles)
{
  const uint32_t fp = rules_registers_of (section->abi).fp;
  struct sfm_cfi_rows rows;
  struct sfm_cfi_row row;

  *troubles = (struct troubles){ .broken = false };
  sfm_cfi_rows_begin (section, fde, &rows);
  for (; sfm_cfi_rows_next (&rows, &row); sfm_cfi_rows_skip (&rows, fde->size))
    {
      troubles->broken
          |= row.problem == SFM_CFI_OPCODE || row.problem == SFM_CFI_NO_CFA;
      troubles->nested |= row.problem == SFM_CFI_DEPTH;
      troubles->other |= row.problem != SFM_CFI_NO_PROBLEM
                             ? !troubles->broken && !troubles->nested
                             : !is_supported (&row.rules, fp);
    }
  troubles->nested |= rows.deepest > 1;
}

void
consumer_facts_of_eh_frame (const struct image_context *audit,
                            struct consumer_facts *facts)
{
  const struct eh_frame *frame = &audit->index.eh;
  uint64_t *counts = facts->counts;
  struct troubles troubles;

  for (size_t i = 0; i < frame->section_count && !eh_frame_is_debug (frame);
       i++)
    {
      const struct eh_section *s = &frame->sections[i];
      struct sfm_cfi_fde fde = { .next = 0 };
      struct sfm_diag diag;
      uint64_t cie = UINT64_MAX;
      while (fde.next < s->walked)
        {
          if (sfm_cfi_next (&s->cfi, fde.next, &fde, &diag) != SFM_OK)
            continue;
          /* The FDEs of a CIE follow each other.  */
          if (cie != fde.cie.offset)
            counts[FACT_CIE_LONG - FIND_COUNT]
                += fde.cie.end - fde.cie.offset > EH_FRAME_CIE_MAX;
          cie = fde.cie.offset;
          counts[FACT_FDE_LONG - FIND_COUNT]
              += fde.end - fde.offset > EH_FRAME_FDE_MAX;
          judge_fde (&s->cfi, &fde, &troubles);
          counts[FACT_CFI_BROKEN - FIND_COUNT] += troubles.broken;
          counts[FACT_STATES - FIND_COUNT] += troubles.nested;
          counts[FACT_CFI_OTHER - FIND_COUNT] += troubles.other;
        }
    }
}

/* Add FINDING to the sums by id at DATA.  */
static void
take_finding (void *data, const struct finding *finding)
{
  uint64_t *sums = data;

  sums[finding->id] += finding->count;
}

static void
judge (const struct consumer *consumer, struct consumer_subject *subject,
       const struct consumer_pieces *pieces, const uint64_t *sums,
       struct consumer_verdict *verdict)
{
  subject->pieces = pieces->at;
  subject->piece_count = pieces->count;
  subject->found = sums;
  consumer_judge (consumer, subject, verdict);
}

static sfm_status
judge_audit (const struct consumer *consumer,
             const struct image_context *audit,
             struct consumer_verdict *verdict)
{
  struct consumer_subject subject = consumer_subject_of_image (audit);
  struct consumer_pieces pieces = { .count = 0 };
  uint64_t sums[FIND_COUNT] = { 0 };
  const struct finding_sink sink = { .fn = take_finding, .data = sums };
  sfm_status status
      = consumer_pieces_of_image (&pieces, audit) ? SFM_OK : SFM_ERR_NOMEM;

  if (consumer->eh_frame)
    consumer_facts_of_eh_frame (audit, &subject.facts);
  if (status == SFM_OK)
    status = consumer->eh_frame
                 ? audit_eh_frame (audit, &sink, &diag_silent)
                 : audit_find (audit, false, &sink, &diag_silent);
  if (status == SFM_OK)
    judge (consumer, &subject, &pieces, sums, verdict);
  free (pieces.at);
  return status;
}

sfm_status
consumer_judge_image (const struct consumer *consumer,
                      const struct image *image, const char *symbols,
                      struct consumer_verdict *verdict)
{
  struct image_context audit = { .image = *image };
  sfm_status status = audit_read (&audit, symbols, &diag_silent);

  if (status == SFM_OK)
    status = judge_audit (consumer, &audit, verdict);
  image_context_free (&audit);
  return status;
}

sfm_status
consumer_judge_object (const struct consumer *consumer,
                       const struct input_object *object,
                       struct consumer_verdict *verdict)
{
  struct consumer_subject subject = consumer_subject_of_object (object);
  struct consumer_pieces pieces = { .count = 0 };
  uint64_t sums[FIND_COUNT] = { 0 };
  const struct finding_sink sink = { .fn = take_finding, .data = sums };
  sfm_status status
      = consumer_pieces_of_object (&pieces, object, &subject.later)
            ? SFM_OK
            : SFM_ERR_NOMEM;

  if (status == SFM_OK)
    status = audit_object (object, &sink, &diag_silent);
  if (status == SFM_OK)
    judge (consumer, &subject, &pieces, sums, verdict);
  free (pieces.at);
  return status;
}

sfm_status
consumer_refuse (const struct consumer_verdict *verdict, const char *path,
                 const char *more, const struct diag_sink *sink)
{
  return verdict->grade != CONSUMER_UNUSABLE
             ? SFM_OK
             : diag_fail (sink, SFM_ERR_UNSUPP, path,
                          "%s could not use the result: %s%s",
                          verdict->consumer->name, verdict->reasons[0], more);
}
