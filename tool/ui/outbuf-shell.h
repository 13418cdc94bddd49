/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   outbuf-shell.h - names of files as words of a shell's command line.  */

#ifndef TOOL_OUTBUF_SHELL_H
#define TOOL_OUTBUF_SHELL_H

#include "outbuf.h"

/* Append NAME, quoted where a shell needs that.  Nothing of it reaches a
   terminal as a control character.  */
void outbuf_shell (struct outbuf *out, const char *name);

#endif /* TOOL_OUTBUF_SHELL_H */
