/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   model.h - merging generated sections, and comparing what comes out with
   the functions that went in.  */

#ifndef MODEL_H
#define MODEL_H

#include "generate.h"

/* A section that lies at ADDR.  */
struct model_section
{
  uint8_t *bytes;
  size_t size;
  uint64_t addr;
};

/* All functions there are, by rising address.  */
struct model
{
  struct gen_world world;
  const struct gen_func *funcs;
  size_t count;
  uint64_t reader; /* SFM_READER_STOPS or 0 */
};

/* The function of M at ADDR, or NULL.  */
const struct gen_func *model_find (const struct model *m, uint64_t addr);

/* Whether TARGET can say F.  */
bool model_fits (const struct model *m, enum sfm_target target,
                 const struct gen_func *f);

/* Make a merger of the COUNT sections at IN, planned for ADDR.  NULL: said
   why.  */
struct sfm_merger *model_plan (const struct model *m, enum sfm_target target,
                               const struct model_section *in, size_t count,
                               uint64_t addr);

/* The section that MERGER planned.  */
bool model_write (struct sfm_merger *merger, uint64_t addr,
                  struct model_section *out);

/* Both.  */
bool model_merge (const struct model *m, enum sfm_target target,
                  const struct model_section *in, size_t count, uint64_t addr,
                  struct model_section *out);

/* Whether S says of each function of M that TARGET can say just what M says,
   and of nothing else.  WHY may be NULL; else says where not.  */
bool model_matches (const struct model *m, enum sfm_target target,
                    const struct model_section *s, const char **why);

/* The number of findings of S that are at least of SEVERITY.  */
size_t model_findings (const struct model_section *s,
                       enum sfm_severity severity, bool print);

#endif /* MODEL_H */
