/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plt-spoil.h - make what a piece says of linker-generated code wrong, one
   thing at a time, to see that a run notices.  */

#ifndef UNIT_PLT_SPOIL_H
#define UNIT_PLT_SPOIL_H

#include "plt-stepper.h"

enum spoil_way
{
  SPOIL_CFA,   /* the CFA is 8 too far */
  SPOIL_START, /* the row begins a byte late */
  SPOIL_SIZE,  /* the function has no bytes */
  SPOIL_RA,    /* the return address is 8 too low */
  SPOIL_WAYS
};

/* What is wrong; all zero before the first.  */
struct spoil
{
  uint64_t off; /* of the function in the code */
  uint32_t fde; /* its number */
  unsigned row; /* the row's number in it */
  unsigned way; /* the way after the one that is wrong now */
  uint8_t *at;  /* the bytes that are changed, and what they were */
  uint8_t was[4];
  size_t changed; /* how many of them */
};

/* Undo SPOIL and make the next thing wrong that must be noticed where the
   instructions of CODE run that have run so far.  False: there is no other,
   and CODE is as it was.  */
bool spoil_next (struct stepped *code, struct spoil *spoil);

/* What is wrong, in words.  */
const char *spoil_name (const struct spoil *spoil);

#endif /* UNIT_PLT_SPOIL_H */
