/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin-messages.h - messages through the linker.  */

#ifndef PLUGIN_MESSAGES_H
#define PLUGIN_MESSAGES_H

#include <plugin-api.h>

/* Use the linker's HOOK; without one, messages go to standard error.  */
void plugin_messages_to (ld_plugin_message hook);

/* Print the message FORMAT at LEVEL.  The linker adds its own name and the
   level.  LDPL_FATAL ends the linker.  */
void plugin_say (enum ld_plugin_level level, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

#endif /* PLUGIN_MESSAGES_H */
