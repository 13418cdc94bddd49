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

  /* Comparisons of a function that SFrame of a later version describes with
     those of the image that nothing describes, for all inputs.  Beyond it a
     function counts as one that the image has.  Sound files need one for each
     pair, and only if the image is stripped.  */
  LIMIT_LATER_LOOKS = 1 << 22,

  /* Unmasked bytes that prove a place where .eh_frame does not have the rules
     of the section, if no other place has them.  With fewer the section may be
     there or not.  In 400 shared objects
     of Debian 12 the bytes of 8,258 of 35,338 functions of 8 to 15 bytes are
     also another function's, and with other rules those of 46; of 30,920 with
     16 to 23 bytes, those of 2,701 and of 5.  */
  LIMIT_PROOF_BYTES = 8,

  /* Existing pieces whose sizes are compared before an input's piece is
     digested.  With more, each input's is.  Linkers that merge leave one.  */
  LIMIT_PIECES_TESTED = 4,

  /* Symbols of an object that are tried for one address.  Further ones are
     ignored.  A hostile file has as many as functions.  */
  LIMIT_NAMES_AT_ADDRESS = 16,

  /* Names tried for one section, the best first, and symbols of the image
     looked at for it.  A section that needs more is left to the code search.
     Thousands of files may have the same static function of a header.  */
  LIMIT_NAMES_TRIED = 16,
  LIMIT_NAME_LOOKS = 1 << 14,

  /* The cost in bytes of a look at a base without the comparison of the
     code, and of another word in the bucket of a search key.  */
  LIMIT_LOOK_COST = 64,
  LIMIT_WORD_COST = 4,

  /* All looks by names may cost this many times one look for each symbol and
     section, and all looks by code this many times one for each section.
     Beyond it sections have no candidates by name, or are crowded.  Without
     it a hostile symbol table has each section compared LIMIT_NAME_LOOKS
     times, and sections of common words only, or with places that differ in
     the last bytes, take LIMIT_CODE_LOOKS times their size.  */
  LIMIT_COST = 256,

  /* Places tested for one section by its code, and places kept.  A section
     with more is crowded: its code may be everywhere, or hostile.  */
  LIMIT_CODE_LOOKS = 1 << 14,
  LIMIT_CODE_PLACES = 64,

  /* Sections without a search key that are searched for, each in all of
     .eh_frame, and bytes of the image walked for all of them.  Beyond it
     nothing is concluded about a section.  */
  LIMIT_SHORT_SECTIONS = 256,
  LIMIT_SHORT_BYTES = 1 << 28,

  /* Symbols of the image looked at to see whether one of a function's names
     is at an address.  Beyond it none is.  */
  LIMIT_SYMBOLS_OF_FUNCTION = 1024,

  /* Rounds in which sections with one candidate left are placed; the rest is
     given up.  An STT_FILE group found in one round helps in
     the next; real links need two.  */
  LIMIT_ROUNDS = 4,

  /* Names of a section looked up for the STT_FILE group of its object, and
     symbols of one name.  Beyond it the group stays unknown.  */
  LIMIT_GROUP_NAMES = 32,
  LIMIT_GROUP_LOOKS = 1024,

  /* Symbols of one name looked at for why a section has no place.  Further
     ones are ignored.  */
  LIMIT_ABSENT_LOOKS = 64
};

#endif /* BFDGLUE_PLACE_LIMITS_H */
