/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin-messages.h - telling the user through the linker.  */

#ifndef PLUGIN_MESSAGES_H
#define PLUGIN_MESSAGES_H

#include <plugin-api.h>

/* Use the linker's HOOK; without one, messages go to standard error.  */
void plugin_messages_to (ld_plugin_message hook);

/* Say the sentence that FORMAT makes, at LEVEL.  The linker puts its own name
   and the level before it.  LDPL_FATAL ends the linker.  */
void plugin_say (enum ld_plugin_level level, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

#endif /* PLUGIN_MESSAGES_H */
