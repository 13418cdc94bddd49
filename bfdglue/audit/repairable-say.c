/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repairable-say.c - messages about the flaws of an image's existing
   pieces.  */

#include "config.h"

#include <inttypes.h>

#include "repairable.h"

/* Where the functions of V's undescribed were found.  */
static const char *
source (const struct repairable *v)
{
  return v->undescribed.by_symbols ? "its symbols" : ".eh_frame";
}

static const char *
plural (size_t count)
{
  return count == 1 ? "" : "s";
}

/* Why a .sframe has no pieces.  */
static const char *const no_pieces[]
    = { [REPAIR_SEEN] = "its .sframe is empty",
        [REPAIR_NOT_LOADED]
        = "its .sframe is not loaded, as it has no flag SHF_ALLOC",
        [REPAIR_NO_BYTES]
        = "its .sframe has no bytes, as in a separate debug file" };

/* Say that no function, or only PLT code, is described.  */
static void
diag_none (const struct repairable *v, const char *path,
           enum diag_severity kind, const struct diag_sink *sink)
{
  const char *help
      = "'sfmerge link' with the objects of its link describes them";
  const size_t unused = v->discarded + v->not_in_code + v->wrong_rows;

  if (v->flaws & REPAIR_PLT_ONLY)
    diag (
        sink, kind, path,
        "its .sframe describes PLT code alone, and none of the %zu functions "
        "of %s: the linker has left out what the objects describe; %s",
        v->undescribed.functions, source (v), help);
  else if ((v->flaws & REPAIR_EMPTY) && unused != 0)
    diag (sink, kind, path,
          "none of the %zu functions that its .sframe describes is in its "
          "code%s, and none of the %zu functions of %s is described; %s",
          unused, v->wrong_rows != 0 ? " with right rows" : "",
          v->undescribed.functions, source (v), help);
  else if (v->flaws & REPAIR_EMPTY)
    diag (sink, kind, path, "%s, and %s has %zu function%s; %s",
          no_pieces[v->unseen], source (v), v->undescribed.functions,
          plural (v->undescribed.functions), help);
  else if (v->flaws & REPAIR_ABSENT)
    diag (sink, DIAG_DETAIL, path,
          "it has no .sframe, and %s has %zu function%s; %s", source (v),
          v->undescribed.functions, plural (v->undescribed.functions), help);
}

/* Say which pieces and functions cannot be used.  */
static void
diag_bad (const struct repairable *v, const char *path,
          enum diag_severity kind, const struct diag_sink *sink)
{
  const char *help
      = "'sfmerge link' with the objects of its link brings that back";

  if ((v->flaws & REPAIR_DAMAGED) && v->damaged != 0)
    diag (sink, kind, path, "its .sframe is damaged at %zu place%s; %s",
          v->damaged, plural (v->damaged), help);
  if ((v->flaws & REPAIR_DAMAGED) && v->contradicted != 0)
    diag (sink, kind, path,
          "%zu function%s of its .sframe begin%s or end%s where .eh_frame has "
          "no such function; %s",
          v->contradicted, plural (v->contradicted),
          v->contradicted == 1 ? "s" : "", v->contradicted == 1 ? "s" : "",
          help);
  if (v->flaws & REPAIR_NOT_IN_CODE)
    diag (sink, kind, path,
          "%zu function%s of its .sframe %s not in its code, nor of the kind "
          "that a linker has discarded; %s",
          v->not_in_code, plural (v->not_in_code),
          v->not_in_code == 1 ? "is" : "are", help);
  if (v->flaws & REPAIR_UNBELIEVED)
    diag (sink, kind, path,
          "%zu piece%s of its .sframe describe%s other code than it has; %s",
          v->unbelieved, plural (v->unbelieved), v->unbelieved == 1 ? "s" : "",
          help);
}

/* Say that code was replaced.  */
static void
diag_stale (const struct repairable *v, const char *path,
            enum diag_severity kind, const struct diag_sink *sink)
{
  if (v->stale_section != NULL)
    diag (
        sink, kind, path,
        "%zu of the %zu functions that its .sframe describes are in %s, "
        "which BOLT has replaced, and %zu of the %zu functions of %s are not "
        "described; 'sfmerge link' with the objects of its link describes "
        "what BOLT moved without changing it",
        v->stale, v->described, v->stale_section, v->undescribed.count,
        v->undescribed.functions, source (v));
  else
    diag (
        sink, kind, path,
        "none of the %zu functions that its .sframe describes has a symbol, "
        "and the symbols name %zu functions of .eh_frame elsewhere: its code "
        "was moved after the link; 'sfmerge link' needs objects that fit the "
        "new code",
        v->stale, v->undescribed.count);
}

void
repairable_say (const struct repairable *v, const char *path,
                enum diag_severity kind, const struct diag_sink *sink)
{
  const struct undescribed *undescribed = &v->undescribed;

  diag_none (v, path, kind, sink);
  if (v->unseen != REPAIR_SEEN && !(v->flaws & REPAIR_EMPTY))
    diag (sink, DIAG_NOTE, path, "%s", no_pieces[v->unseen]);
  diag_bad (v, path, kind, sink);
  if (v->flaws & REPAIR_STALE)
    diag_stale (v, path, kind, sink);
  if (v->flaws & REPAIR_LATER)
    diag_at (sink, kind, path, v->later->section, v->later->what.offset,
             "%s: " LATER_TEXT "; %s", v->later->what.text,
             kind == DIAG_ERROR ? "--partial replaces it"
                                : "what it describes is lost");
  if (v->flaws & REPAIR_UNDESCRIBED)
    diag (sink, kind, path,
          "%zu of the %zu functions of %s are not in its .sframe: the linker "
          "may have left out objects whose version it cannot read; 'sfmerge "
          "link' with the objects of its link adds them",
          undescribed->count, undescribed->functions, source (v));
  if (v->flaws & REPAIR_UNCOVERED)
    diag (sink, DIAG_NOTE, path,
          "%zu of the %zu functions of %s are not in its .sframe",
          undescribed->count, undescribed->functions, source (v));
  for (size_t i = 0; i < undescribed->count; i++)
    diag (sink, DIAG_DETAIL, path,
          "not described: %s at 0x%" PRIx64 ", %" PRIu64 " bytes",
          undescribed->missing[i].name != NULL ? undescribed->missing[i].name
                                               : "a function",
          undescribed->missing[i].addr, undescribed->missing[i].size);
  if (undescribed->undescribable != 0)
    diag (sink, DIAG_NOTE, path,
          "%zu of the %zu functions of .eh_frame %s no rows, as version %u "
          "cannot describe %s safely or assemblers do not",
          undescribed->undescribable, undescribed->functions,
          undescribed->undescribable == 1 ? "has" : "have",
          undescribed->version,
          undescribed->undescribable == 1 ? "it" : "them");
  if (undescribed->nameless != 0)
    diag (sink, DIAG_NOTE, path,
          "%zu function%s without a name, which runtime libraries may have "
          "brought, %s not in its .sframe",
          undescribed->nameless, plural (undescribed->nameless),
          undescribed->nameless == 1 ? "is" : "are");
  if (undescribed->excused != 0)
    diag (sink, DIAG_DETAIL, path,
          "%zu function%s of start files and runtime libraries %s not "
          "described",
          undescribed->excused, plural (undescribed->excused),
          undescribed->excused == 1 ? "is" : "are");
}

/* Name the functions of P that are discarded or not in the code of INDEX.  */
static void
diag_discarded_of (const struct image_piece *p,
                   const struct function_index *index,
                   const struct diag_sink *sink)
{
  struct sfm_diag diag;
  struct sfm_fde fde;

  for (uint32_t i = 0; i < p->piece.num_fdes; i++)
    {
      if (p->places[i].live || p->replaced[i] != PIECE_KEPT
          || sfm_fde_read (&p->piece, i, &fde, &diag) != SFM_OK)
        continue;
      uint64_t addr = p->places[i].addr;
      bool discarded = piece_discarded (index, p, &fde, addr);
      if (discarded || !code_ranges_hold (&index->code, addr, fde.size))
        diag_at (sink, DIAG_DETAIL, index->image->path, p->section, fde.field,
                 "function at 0x%" PRIx64 " of size 0x%" PRIx32 ": %s", addr,
                 fde.size,
                 discarded ? "dropped, it was discarded"
                           : "it is not in code");
    }
}

void
diag_discarded (const struct existing_sframe *existing,
                const struct function_index *index,
                const struct diag_sink *sink)
{
  for (size_t i = 0; i < existing->piece_count; i++)
    {
      const struct image_piece *p = &existing->pieces[i];
      if (p->usable && p->live + p->contradicted < p->piece.num_fdes)
        diag_discarded_of (p, index, sink);
    }
}
