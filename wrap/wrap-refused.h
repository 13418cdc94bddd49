/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-refused.h - what GNU ld says about .sframe that it does not merge.  */

#ifndef WRAP_WRAP_REFUSED_H
#define WRAP_WRAP_REFUSED_H

#include "wrap-inputs.h"

/* Whether the SIZE bytes at LINE, without a newline, are a message of GNU ld
   that only says that ld does not merge the .sframe of one of INPUTS.  */
bool refused_line (const char *line, size_t size,
                   const struct wrap_inputs *inputs);

#endif /* WRAP_WRAP_REFUSED_H */
