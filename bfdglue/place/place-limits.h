/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   place-limits.h - the limits of placing: what each bounds, what
   happens beyond it, and how it was found.

   Where no measurement is named, the number is far above what sound files
   need, and bounds what a hostile one can cost.  */

#ifndef BFDGLUE_PLACE_LIMITS_H
#define BFDGLUE_PLACE_LIMITS_H

enum
{
  /* Bytes of functions compared for each byte of a section.  Beyond it the
     other functions count as changed, or the section as one without code.
     Functions of sound objects do not overlap, except for aliases; a hostile
     object has thousands that are as long as the section.  */
  LIMIT_OVERLAP = 64,

  /* Unmasked bytes that prove a place where call frame information is silent.
     Of 30,920 functions of 16 to 23 bytes in 400 shared objects of Debian 12,
     2,701 have the same bytes as another function, and 5 of these have other
     rules.  So the function must also begin as functions do.  */
  LIMIT_PROOF_BYTES = 16,

  /* Existing pieces whose sizes are compared before an input's piece is
     digested.  With more, each input's is.  Linkers that merge leave one.  */
  LIMIT_PIECES_TESTED = 4,

  /* Symbols of an object that are tried for one address.  Further ones are
     ignored.  A hostile file can have as many as it has functions.  */
  LIMIT_NAMES_AT_ADDRESS = 16,

  /* Symbols of one name that are tried for a function.  Beyond it the function
     has no place.  Thousands of files may have the same static function of a
     header; their STT_FILE symbols tell which to try first.  */
  LIMIT_NAME_LOOKS = 64,

  /* Symbols of one name among which those are looked for.  */
  LIMIT_NAME_SCAN = 1 << 12,

  /* Places of a section at which its other functions are tried.  */
  LIMIT_BASES = 8,

  /* Addresses at which the code of functions without a place is compared with
     code that nothing describes, for all inputs.  Beyond it the image counts
     as one that may have the function.  An ordinary program has some hundred
     such addresses, in start files.  A look costs 1, and 1 more for each
     LIMIT_GAP_LOOK_BYTES bytes of the function.  */
  LIMIT_GAP_LOOKS = 1 << 26,
  LIMIT_GAP_LOOK_BYTES = 16
};

#endif /* BFDGLUE_PLACE_LIMITS_H */
