/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   deadly-signals.h - the signals that would end a process before it has
   removed its temporary files.  */

#ifndef BFDGLUE_DEADLY_SIGNALS_H
#define BFDGLUE_DEADLY_SIGNALS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

enum
{
  DEADLY_SIGNALS_MAX = 16
};

/* All signals whose default action is to end the process, except those that
   cannot be caught, those that report an error in the program itself, which no
   handler can be expected to handle, and the real-time ones, which mean
   something only to programs that agreed on it.  */
extern const int deadly_signals[];
extern const size_t deadly_signal_count;

/* Whether NUMBER, one of them, tells most programs that have a handler for it
   that something happened, such as the end of an interval, and not that they
   are to end.  */
bool deadly_signal_is_event (int number);

/* Block the deadly signals in this thread, and set *PREVIOUS to the signal
   mask for deadly_signals_release, which keeps errno.  */
void deadly_signals_hold (sigset_t *previous);
void deadly_signals_release (const sigset_t *previous);

#endif /* BFDGLUE_DEADLY_SIGNALS_H */
