/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   child-process.h - a child process for work that damaged files may
   crash.  */

#ifndef BFDGLUE_CHILD_PROCESS_H
#define BFDGLUE_CHILD_PROCESS_H

#include <sys/types.h>

/* Fork.  The result is that of fork, and so is errno.  The child takes no
   signal that is meant for its parent, and ends when that does; it has to end
   by _exit, as the atexit handlers and the streams are its parent's.  */
pid_t child_fork (void);

/* Wait for the end of PID, whatever signals come.  The result and *STATUS are
   those of waitpid.  */
pid_t child_wait (pid_t pid, int *status);

#endif /* BFDGLUE_CHILD_PROCESS_H */
