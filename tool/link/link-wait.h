/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   link-wait.h - what sfmerge link does before there is an image.  */

#ifndef TOOL_LINK_WAIT_H
#define TOOL_LINK_WAIT_H

#include "link-report.h"

/* Make the reserve object, if RUN is to make one, and wait for a byte of
   standard input, which comes when the image is linked.  Statuses: END (there
   will be none, and so nothing to do), IO, UNSUPP (no reserve object).  */
sfm_status link_wait (const struct link_run *run) SFM_CHECKED;

#endif /* TOOL_LINK_WAIT_H */
