/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repairable-say.c - a verdict in words.  */

#include "config.h"

#include <inttypes.h>

#include "repairable.h"

/* What the functions without rows are known from.  */
static const char *
source (const struct own_verdict *v)
{
  return v->lacking.by_symbols ? "its symbols" : ".eh_frame";
}

static const char *
plural (size_t count)
{
  return count == 1 ? "" : "s";
}

/* What is said of an .sframe without pieces.  */
static const char *const no_pieces[] = {
  [OWN_SEEN] = "its .sframe is empty",
  [OWN_NOT_LOADED] = "its .sframe is not loaded, as it has no flag SHF_ALLOC",
  [OWN_NO_BYTES] = "its .sframe has no bytes, as in a separate debug file"
};

/* Say that nothing, or only PLT code, is described.  */
static void
say_none (const struct own_verdict *v, const char *path, enum say_kind kind,
          const struct say *sink)
{
  const char *help
      = "'sfmerge link' with the objects of its link describes them";

  if (v->flaws & OWN_PLT_ONLY)
    say (sink, kind, path,
         "its .sframe describes PLT code alone, and none of the %zu functions "
         "of %s: the linker has left out what the objects describe; %s",
         v->lacking.functions, source (v), help);
  else if ((v->flaws & OWN_EMPTY) && v->dead + v->stray != 0)
    say (sink, kind, path,
         "none of the %zu functions that its .sframe describes is in its "
         "code, and none of the %zu functions of %s is described; %s",
         v->dead + v->stray, v->lacking.functions, source (v), help);
  else if (v->flaws & OWN_EMPTY)
    say (sink, kind, path, "%s, and %s has %zu function%s; %s",
         no_pieces[v->unseen], source (v), v->lacking.functions,
         plural (v->lacking.functions), help);
  else if (v->flaws & OWN_ABSENT)
    say (sink, SAY_DETAIL, path,
         "it has no .sframe, and %s has %zu function%s; %s", source (v),
         v->lacking.functions, plural (v->lacking.functions), help);
}

/* Say what is there and cannot be used.  */
static void
say_bad (const struct own_verdict *v, const char *path, enum say_kind kind,
         const struct say *sink)
{
  const char *help
      = "'sfmerge link' with the objects of its link brings that back";

  if ((v->flaws & OWN_DAMAGED) && v->damaged != 0)
    say (sink, kind, path, "its .sframe is damaged at %zu place%s; %s",
         v->damaged, plural (v->damaged), help);
  if ((v->flaws & OWN_DAMAGED) && v->wrong != 0)
    say (sink, kind, path,
         "%zu function%s of its .sframe begin%s or end%s where .eh_frame has "
         "no such function; %s",
         v->wrong, plural (v->wrong), v->wrong == 1 ? "s" : "",
         v->wrong == 1 ? "s" : "", help);
  if (v->flaws & OWN_STRAY)
    say (sink, kind, path,
         "%zu function%s of its .sframe %s not in its code, nor of the kind "
         "that a linker has discarded; %s",
         v->stray, plural (v->stray), v->stray == 1 ? "is" : "are", help);
  if (v->flaws & OWN_UNBELIEVED)
    say (sink, kind, path,
         "%zu piece%s of its .sframe describe%s other code than it has; %s",
         v->unbelieved, plural (v->unbelieved), v->unbelieved == 1 ? "s" : "",
         help);
}

/* Say that code was replaced.  */
static void
say_stale (const struct own_verdict *v, const char *path, enum say_kind kind,
           const struct say *sink)
{
  if (v->stale_section != NULL)
    say (sink, kind, path,
         "%zu of the %zu functions that its .sframe describes are in %s, "
         "which BOLT has replaced, and %zu of the %zu functions of %s are not "
         "described; 'sfmerge link' with the objects of its link describes "
         "what BOLT moved without changing it",
         v->stale, v->described, v->stale_section, v->lacking.count,
         v->lacking.functions, source (v));
  else
    say (sink, kind, path,
         "none of the %zu functions that its .sframe describes has a symbol, "
         "and the symbols name %zu functions of .eh_frame elsewhere: its code "
         "was moved after the link; 'sfmerge link' needs objects that fit the "
         "new code",
         v->stale, v->lacking.count);
}

void
own_verdict_say (const struct own_verdict *v, const char *path,
                 enum say_kind kind, const struct say *sink)
{
  const struct own_lacking *lacking = &v->lacking;

  say_none (v, path, kind, sink);
  if (v->unseen != OWN_SEEN && !(v->flaws & OWN_EMPTY))
    say (sink, SAY_NOTE, path, "%s", no_pieces[v->unseen]);
  say_bad (v, path, kind, sink);
  if (v->flaws & OWN_STALE)
    say_stale (v, path, kind, sink);
  if (v->flaws & OWN_LACKING)
    say (sink, kind, path,
         "%zu of the %zu functions of %s are not in its .sframe: the linker "
         "may have left out objects whose version it cannot read; 'sfmerge "
         "link' with the objects of its link adds them",
         lacking->count, lacking->functions, source (v));
  if (v->flaws & OWN_UNCOVERED)
    say (sink, SAY_NOTE, path,
         "%zu of the %zu functions of %s are not in its .sframe",
         lacking->count, lacking->functions, source (v));
  for (size_t i = 0; i < lacking->count; i++)
    say (sink, SAY_DETAIL, path,
         "not described: %s at 0x%" PRIx64 ", %" PRIu64 " bytes",
         lacking->lacks[i].name != NULL ? lacking->lacks[i].name
                                        : "a function",
         lacking->lacks[i].addr, lacking->lacks[i].size);
  if (lacking->nameless != 0)
    say (sink, SAY_NOTE, path,
         "%zu function%s without a name, which runtime libraries may have "
         "brought, %s not in its .sframe",
         lacking->nameless, plural (lacking->nameless),
         lacking->nameless == 1 ? "is" : "are");
  if (lacking->excused != 0)
    say (sink, SAY_DETAIL, path,
         "%zu function%s of start files and runtime libraries %s not "
         "described",
         lacking->excused, plural (lacking->excused),
         lacking->excused == 1 ? "is" : "are");
}

/* Name what is dead or stray in P.  */
static void
say_dead_of (const struct own_piece *p, const struct code *code,
             const char *path, const struct say *sink)
{
  struct sfm_diag diag;
  struct sfm_fde fde;

  for (uint32_t i = 0; i < p->piece.num_fdes; i++)
    {
      if (p->places[i].live || p->replaced[i] != OWN_KEPT
          || sfm_fde_read (&p->piece, i, &fde, &diag) != SFM_OK)
        continue;
      uint64_t addr = p->places[i].addr;
      bool discarded = own_discarded (code, p, &fde, addr);
      if (discarded || !code_holds (code, addr, fde.size))
        say_at (sink, SAY_DETAIL, path, p->section, fde.field,
                "function at 0x%" PRIx64 " of size 0x%" PRIx32 ": %s", addr,
                fde.size,
                discarded ? "dropped, it was discarded" : "it is not in code");
    }
}

void
own_say_dead (const struct own *own, const struct code *code, const char *path,
              const struct say *sink)
{
  for (size_t i = 0; i < own->piece_count; i++)
    {
      const struct own_piece *p = &own->pieces[i];
      if (p->usable && p->live + p->wrong < p->piece.num_fdes)
        say_dead_of (p, code, path, sink);
    }
}
