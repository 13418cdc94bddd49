/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   synth-main.c - a program that calls much of the C library, which calls it
   back.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int
compare (const void *a, const void *b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

int
main (int argc, char **argv)
{
  char *words[64], text[128];
  unsigned sum = 0;

  for (int i = 0; i < 64; i++)
    {
      snprintf (text, sizeof text, "%08x %.3f", i * 2654435761u, i / 7.0);
      words[i] = strdup (text);
    }
  qsort (words, 64, sizeof words[0], compare);
  for (int i = 0; i < 64; i++)
    for (const char *p = words[i]; *p != '\0'; p++)
      sum = sum * 31 + (unsigned char) *p;
  printf ("%u %ld %d %s\n", sum, strtol ("123z", NULL, 0), argc,
          argv[0] != NULL ? "named" : "nameless");
  return 0;
}
