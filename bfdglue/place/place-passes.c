/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   place-passes.c - settling the sites, and giving what was found to the
   merger.  */

#include "config.h"

#include <stdlib.h>

#include "placer-internal.h"
#include "text-sections.h"

/* Why functions are left out, for -v.  */
static const char *
reason (const struct site *site)
{
  switch (site->state)
    {
    case SITE_FOLDED:
      return "it is folded into one that is alike";
    case SITE_DISCARDED:
      return "it is not in the image";
    case SITE_NOT_EXTRACTED:
      return "its archive member is not in the image";
    case SITE_SUPERSEDED:
      return "link-time optimization compiled it anew";
    case SITE_CHANGED:
    case SITE_PARTLY:
      return "the image has other code under its name";
    default:
      break;
    }
  if (site->crowded)
    return "its code is in several places of the image";
  return site->misnamed ? "the image has other code under its name, and "
                          "nothing else of its object"
                        : "its code is not found in the image";
}

/* Where to count functions of SITE that are left out.  */
static size_t *
count_of (const struct site *site, struct place_counts *counts)
{
  switch (site->state)
    {
    case SITE_FOLDED:
      return &counts->folded;
    case SITE_DISCARDED:
      return &counts->discarded;
    case SITE_NOT_EXTRACTED:
      return &counts->not_extracted;
    case SITE_SUPERSEDED:
      return &counts->superseded;
    default:
      return &counts->changed;
    }
}

/* F of SITE is at ADDR.  */
static sfm_status
give_function (struct sites *sites, struct placer *p, const struct site *site,
               const struct site_function *f)
{
  const struct place_sources *from = sites->from;
  uint64_t addr = site->base + f->value;

  if (!sites_tell (sites, f, addr))
    return say_nomem (sites->sink, NULL);
  if (own_find (from->own, addr, f->digest) != SIZE_MAX)
    {
      p->counts.own++;
      content_claim (&p->content, addr, f->digest);
      return SFM_OK;
    }
  sites->pieces[f->piece].places[f->fde] = (struct sfm_place){
    .addr = addr,
    .live = true,
    .rank = SFM_RANK_INPUT,
    .evidence = evidence_about (from->evidence, addr, f->size),
  };
  if (site->voter == VOTER_CODE)
    p->counts.code++;
  else
    p->counts.symbols++;
  return SFM_OK;
}

/* F of SITE is left out.  */
static sfm_status
leave_out (struct sites *sites, struct placer *p, const struct site *site,
           const struct site_function *f)
{
  uint32_t input = sites->pieces[f->piece].input;
  const char *section;
  const char *name = placer_input_name (p, input, &section);

  say_at (sites->sink, SAY_DETAIL, name, section, f->field,
          "this function is left out: %s", reason (site));
  if (site->state != SITE_MISSING)
    {
      ++*count_of (site, &p->counts);
      return SFM_OK;
    }
  const struct content_pending pending = { .digest = f->digest,
                                           .group = f->group,
                                           .field = f->field,
                                           .size = f->size,
                                           .input = input,
                                           .alone = site->misnamed };
  return content_defer (&p->content, &pending) ? SFM_OK
                                               : say_nomem (sites->sink, name);
}

/* Deal with the functions of SITE.  */
static sfm_status
give_site (struct sites *sites, struct placer *p, const struct site *site)
{
  sfm_status status = SFM_OK;

  for (size_t i = 0; i < site->function_count && status == SFM_OK; i++)
    {
      const struct site_function *f = &site->functions[i];
      if (site->state == SITE_PLACED
          || (site->state == SITE_PARTLY
              && site_function_fits (sites, site, f, site->base)))
        status = give_function (sites, p, site, f);
      else
        status = leave_out (sites, p, site, f);
    }
  return status;
}

/* Whether the merger wants anything of PIECE.  */
static bool
is_wanted (const struct site_piece *piece)
{
  for (uint32_t f = 0; f < piece->piece.num_fdes; f++)
    if (piece->places[f].live)
      return true;
  return false;
}

/* Give all pieces to the merger at once, which is quicker.  SFM_OK, or one of
   them or all cannot be given.  */
static sfm_status
give_together (struct sites *sites, struct sfm_merger *merger)
{
  struct sfm_input *inputs = calloc (sites->piece_count + 1, sizeof *inputs);
  struct sfm_diag diag;
  size_t count = 0;

  if (inputs == NULL)
    return SFM_ERR_NOMEM;
  for (size_t i = 0; i < sites->piece_count; i++)
    {
      const struct site_piece *p = &sites->pieces[i];
      if (is_wanted (p))
        inputs[count++] = (struct sfm_input){ &p->piece, p->places, p->input };
    }
  sfm_status status = sfm_merger_add_all (merger, inputs, count, &diag);
  free (inputs);
  return status;
}

/* Give the pieces to the merger.  */
static sfm_status
give_pieces (struct sites *sites, struct placer *p)
{
  if (p->merger == NULL || give_together (sites, p->merger) == SFM_OK)
    return SFM_OK;
  for (size_t i = 0; i < sites->piece_count; i++)
    {
      const struct site_piece *piece = &sites->pieces[i];
      struct sfm_diag diag;

      if (is_wanted (piece)
          && sfm_merger_add (p->merger, &piece->piece, piece->places,
                             piece->input, &diag)
                 != SFM_OK)
        {
          const char *section;
          const char *name = placer_input_name (p, piece->input, &section);
          return say_diag (sites->sink, SAY_ERROR, name, section, &diag);
        }
    }
  return SFM_OK;
}

/* The COMDAT groups of which a copy is in the image.  */
static void
note_groups (const struct sites *sites, struct content *content)
{
  for (size_t i = 0; i < sites->count; i++)
    {
      const struct site *site = &sites->sites[i];
      for (size_t f = 0;
           f < site->function_count && site->state == SITE_PLACED; f++)
        content_group_found (content, site->functions[f].group);
    }
}

sfm_status
sites_settle (struct sites *sites, struct placer *p)
{
  sfm_status status = candidates_find (sites);

  if (status == SFM_OK)
    status = choose_places (sites);
  if (status == SFM_OK)
    status = classes_settle (sites);
  verdict_by_names (sites);
  if (status == SFM_OK)
    status = search_find (sites);
  if (status == SFM_OK)
    status = choose_places (sites);
  if (status == SFM_OK)
    status = classes_settle (sites);
  note_groups (sites, &p->content);
  verdict_rest (sites, &p->content);
  for (size_t i = 0; i < sites->count && status == SFM_OK; i++)
    status = give_site (sites, p, &sites->sites[i]);
  if (status == SFM_OK)
    status = give_pieces (sites, p);
  return status;
}
