/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   consumer-verdict.c - judge whether a consumer can use the .sframe of a file.

   Three questions, in this order: does it read such files at all (kind,
   machine); does it read the headers that it sees (version, flags: the
   consumer's row in consumers.c); what does each finding and fact mean to it
   (consumer-rules.c)?  The worst answer is the grade.  The suggested command
   removes the reasons for that grade.  */

#include "config.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "consumers.h"
#include "elf-abi.h"

const char *
consumer_ground_name (unsigned ground)
{
  static const char *const names[] = {
#define FACT_X(id, name) name,
    CONSUMER_FACTS (FACT_X)
#undef FACT_X
  };

  return ground < FIND_COUNT ? finding_name (ground)
                             : names[ground - FIND_COUNT];
}

/* State while VERDICT is made.  */
struct judging
{
  const struct consumer *consumer;
  const struct consumer_subject *subject;
  struct consumer_verdict *verdict;
  enum consumer_grade grades[CONSUMER_REASONS]; /* of the reasons */
  enum consumer_fix fix; /* the strongest that a reason for the grade needs */
  bool hopeless;         /* no command fixes one of these reasons */
};

/* Insert TEXT, a reason for GRADE, into the sorted reasons, unless it is
   there: pieces are often alike.  */
static void
insert (struct judging *j, enum consumer_grade grade, const char *text)
{
  struct consumer_verdict *v = j->verdict;
  size_t at = v->reason_count;

  for (size_t i = 0; i < v->reason_count; i++)
    if (j->grades[i] == grade && strcmp (v->reasons[i], text) == 0)
      return;
  while (at > 0 && j->grades[at - 1] < grade)
    at--;
  if (v->reason_count == CONSUMER_REASONS)
    v->more++;
  else
    v->reason_count++;
  if (at == CONSUMER_REASONS)
    return;
  for (size_t i = v->reason_count - 1; i > at; i--)
    {
      memcpy (v->reasons[i], v->reasons[i - 1], CONSUMER_TEXT);
      j->grades[i] = j->grades[i - 1];
    }
  j->grades[at] = grade;
  snprintf (v->reasons[at], CONSUMER_TEXT, "%s", text);
}

/* Add the reason FORMAT... for GRADE, which FIX fixes.  */
static void __attribute__ ((format (printf, 4, 5)))
add_reason (struct judging *j, enum consumer_grade grade,
            enum consumer_fix fix, const char *format, ...)
{
  char text[CONSUMER_TEXT];
  va_list ap;

  if (j->verdict->grade < grade)
    {
      j->verdict->grade = grade;
      j->fix = CONSUMER_NO_FIX;
      j->hopeless = false;
    }
  if (j->verdict->grade == grade)
    {
      j->hopeless |= fix == CONSUMER_NO_FIX;
      if (j->fix < fix)
        j->fix = fix;
    }
  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  insert (j, grade, text);
}

/* Whether the consumer reads files of this kind and machine.  If not, add the
   reason.  */
static bool
applies (struct judging *j)
{
  static const char *const kinds[] = { [CONSUMER_IMAGE] = "a linked image",
                                       [CONSUMER_OBJECT] = "an object",
                                       [CONSUMER_MODULE] = "a kernel module" };
  const struct consumer *c = j->consumer;
  const struct consumer_subject *s = j->subject;
  char name[ELF_MACHINE_TEXT];

  if ((c->kinds & s->kind) == 0)
    add_reason (j, CONSUMER_NOT_APPLICABLE, CONSUMER_NO_FIX,
                "it reads none in %s, only in %s", kinds[s->kind],
                (c->kinds & CONSUMER_IMAGE) != 0    ? "linked images"
                : (c->kinds & CONSUMER_OBJECT) != 0 ? "relocatable objects"
                                                    : "kernel modules");
  else if (!consumer_reads (c, s->machine))
    add_reason (j, CONSUMER_NOT_APPLICABLE, CONSUMER_NO_FIX,
                "it is %s only, and this is for %s", c->only,
                elf_machine_text (s->machine, s->big_endian, name));
  else if (c->kernel && !s->kernel)
    add_reason (j, CONSUMER_NOT_APPLICABLE, CONSUMER_NO_FIX,
                "it reads none in a program, only in a kernel, which has the "
                "symbol __start_sframe");
  else if (s->found[FIND_NOBITS] != 0)
    add_reason (
        j, CONSUMER_NOT_APPLICABLE, CONSUMER_NO_FIX,
        "section-nobits: the bytes are in the file that this one is the "
        "debug file of");
  else
    return true;
  return false;
}

static const char *
versions_text (const struct consumer *consumer)
{
  return consumer->versions == 1 << 2   ? "version 2 only"
         : consumer->versions == 1 << 3 ? "version 3 only"
                                        : "versions 2 and 3";
}

static void
judge_flags (struct judging *j, const struct consumer_piece *p)
{
  const struct consumer *c = j->consumer;
  uint8_t missing = c->needs & (uint8_t) ~p->flags;
  const char *warns = c->warns != NULL ? c->warns : "";

  if ((missing & SFM_F_FDE_SORTED) != 0)
    add_reason (
        j, CONSUMER_UNUSABLE, CONSUMER_REPAIR,
        "flags 0x%x: it reads functions that are sorted, and said to be%s",
        p->flags, warns);
  if ((missing & SFM_F_FDE_FUNC_START_PCREL) != 0)
    add_reason (
        j, CONSUMER_UNUSABLE, CONSUMER_REPAIR,
        "flags 0x%x: it reads starts that are relative to their fields "
        "(0x4)%s",
        p->flags, warns);
  if ((p->flags & c->refuses) != 0)
    add_reason (j, CONSUMER_UNUSABLE, CONSUMER_REPAIR,
                "flags 0x%x: it refuses the flag 0x%x", p->flags,
                p->flags & c->refuses);
  missing = c->likes & (uint8_t) ~p->flags;
  if (missing != 0 && j->subject->kind == CONSUMER_IMAGE)
    add_reason (j, CONSUMER_LOSS, CONSUMER_REPAIR,
                "flags 0x%x: shown, but its look-ups by address need 0x%x",
                p->flags, c->likes);
}

/* Judge GROUND, of which there are COUNT, if it is about what the consumer
   reads.  BY_SEVERITY: without a rule, an error makes a file unusable.  */
static void
judge_ground (struct judging *j, unsigned ground, uint64_t count,
              bool by_severity)
{
  if (j->consumer->eh_frame != consumer_ground_is_of_eh_frame (ground))
    return;

  const struct consumer_subject *s = j->subject;
  const struct consumer_rule *rule
      = count == 0 ? NULL : consumer_rule_find (j->consumer, ground, s);
  enum consumer_grade grade = CONSUMER_USABLE;

  if (rule != NULL)
    grade = rule->grade;
  else if (count != 0 && by_severity && finding_severity (ground) == SFM_ERROR)
    grade = CONSUMER_UNUSABLE;
  const char *warns = rule != NULL && (rule->consumers & CONSUMER_WARNS) != 0
                          ? j->consumer->warns
                          : NULL;
  if (grade != CONSUMER_USABLE)
    add_reason (j, grade, consumer_fix_of (ground, s->kind == CONSUMER_IMAGE),
                "%s (%" PRIu64 "): %s%s", consumer_ground_name (ground), count,
                rule != NULL ? rule->why : "what it reads is wrong",
                warns != NULL ? warns : "");
}

static void
judge_facts (struct judging *j, const struct consumer_facts *facts)
{
  for (unsigned i = 0; i < CONSUMER_FACT_COUNT; i++)
    judge_ground (j, FIND_COUNT + i, facts->counts[i], false);
}

static void
judge_piece (struct judging *j, const struct consumer_piece *p)
{
  const struct consumer *c = j->consumer;

  if (p->version > 7 || (c->versions & 1 << p->version) == 0)
    {
      /* Flags and types have other meanings in other versions.  */
      add_reason (j, CONSUMER_UNUSABLE,
                  p->later ? CONSUMER_NO_FIX : CONSUMER_REPAIR,
                  "version %u: it reads %s%s", p->version, versions_text (c),
                  c->warns != NULL ? c->warns : "");
      return;
    }
  if (p->later)
    {
      add_reason (j, CONSUMER_UNUSABLE, CONSUMER_NO_FIX,
                  "version %u with what it does not define: it may be of a "
                  "later version",
                  p->version);
      return;
    }
  judge_flags (j, p);
  judge_facts (j, &p->facts);
}

/* Judge the headers that the consumer sees.  False: it sees none.  */
static bool
judge_pieces (struct judging *j)
{
  const struct consumer_subject *s = j->subject;
  const struct consumer_piece *first = NULL;
  size_t inside = 0;
  uint64_t functions = 0;

  for (size_t i = 0; i < s->piece_count; i++)
    if (!s->pieces[i].past_section_end)
      {
        if (inside++ == 0)
          first = &s->pieces[i];
        functions += s->pieces[i].num_fdes;
      }
  if (first == NULL)
    return false;
  /* Headers in sections of their own are all read.  */
  if ((s->found[SFM_FIND_PIECES] == 0 && !s->later) || !j->consumer->first)
    {
      for (size_t i = 0; i < s->piece_count; i++)
        if (!s->pieces[i].past_section_end)
          judge_piece (j, &s->pieces[i]);
      return true;
    }
  judge_piece (j, first);
  if (inside > 1 && s->later)
    add_reason (j, CONSUMER_LOSS, CONSUMER_NO_FIX,
                "it reads the first of %zu headers", inside);
  else if (inside > 1)
    add_reason (j, CONSUMER_LOSS, CONSUMER_REPAIR,
                "several-pieces: it reads the first of %zu, with %" PRIu32
                " of %" PRIu64 " functions",
                inside, first->num_fdes, functions);
  return true;
}

static void
judge_findings (struct judging *j)
{
  const struct consumer_subject *s = j->subject;

  /* Functions that SFrame cannot describe are not a fault of the file.  */
  for (unsigned id = 0; id < FIND_COUNT; id++)
    if ((!s->later
         || (id != SFM_FIND_VERSION && id != SFM_FIND_FLAGS
             && id != SFM_FIND_ABI))
        && (id != FIND_LACKING || s->synth != 0))
      judge_ground (j, id, s->found[id], true);
  judge_facts (j, &s->facts);
}

/* Whether the output of repair suits the consumer.  repair keeps the version
   of a single piece.  */
static bool
version_kept (const struct judging *j)
{
  const struct consumer *c = j->consumer;
  const struct consumer_subject *s = j->subject;

  return s->piece_count == 1 && c->refuses == 0
         && (c->versions & 1 << (s->pieces[0].version & 7)) != 0
         && ((c->needs | c->likes) & (uint8_t) ~s->pieces[0].flags
             & SFM_F_FDE_FUNC_START_PCREL)
                == 0;
}

static bool
has_no_functions (const struct consumer_subject *s)
{
  for (size_t i = 0; i < s->piece_count; i++)
    if (s->pieces[i].num_fdes != 0)
      return false;
  return true;
}

/* Suggest the command that fixes the reasons for the grade.  repair refuses an
   image if a part of it can come only from the objects, and does not change
   one without functions.  synth needs no objects, which may have no SFrame
   either.  No command overwrites bytes of an image that no header accounts
   for.  */
static void
suggest (struct judging *j)
{
  const struct consumer_subject *s = j->subject;
  enum consumer_fix fix = j->fix;

  if (fix == CONSUMER_NO_FIX
      || (j->hopeless && j->verdict->grade == CONSUMER_UNUSABLE))
    return;
  if (fix == CONSUMER_HDR)
    {
      j->verdict->command = COMMAND_EH_FRAME_HDR;
      consumer_advise (j->verdict, "");
      return;
    }
  if (s->kind == CONSUMER_IMAGE
      && (s->found[SFM_FIND_TAIL] != 0 || s->found[SFM_FIND_MAGIC] != 0))
    return;
  for (unsigned id = 0; id < FIND_COUNT; id++)
    if (s->found[id] != 0
        && consumer_fix_of (id, s->kind == CONSUMER_IMAGE) == CONSUMER_LINK)
      fix = CONSUMER_LINK;
  if (s->kind == CONSUMER_IMAGE && has_no_functions (s))
    fix = CONSUMER_LINK;
  j->verdict->command
      = s->found[FIND_NO_SECTION] != 0 && s->synth != 0 ? COMMAND_SYNTH
        : fix == CONSUMER_LINK                          ? COMMAND_LINK
        : fix == CONSUMER_REPAIR && version_kept (j)    ? COMMAND_REPAIR
                                                        : COMMAND_CONVERT;
  consumer_advise (j->verdict, "");
}

void
consumer_judge (const struct consumer *consumer,
                const struct consumer_subject *subject,
                struct consumer_verdict *verdict)
{
  struct judging j
      = { .consumer = consumer, .subject = subject, .verdict = verdict };
  bool linker = (consumer->kinds & CONSUMER_IMAGE) == 0;

  *verdict = (struct consumer_verdict){ .consumer = consumer,
                                        .grade = CONSUMER_NOT_APPLICABLE };
  if (!applies (&j))
    return;
  verdict->grade = CONSUMER_USABLE;
  verdict->notes[0] = consumer->release;
  verdict->notes[1] = subject->shared ? consumer->shared : NULL;
  /* Linkers accept objects without SFrame data.  */
  bool nothing = subject->found[SFM_FIND_EMPTY] != 0
                 || subject->found[FIND_NO_SECTION] != 0;
  if (!consumer->eh_frame && !judge_pieces (&j) && !(linker && nothing))
    add_reason (&j, CONSUMER_UNUSABLE,
                subject->piece_count != 0         ? CONSUMER_REPAIR
                : subject->kind == CONSUMER_IMAGE ? CONSUMER_LINK
                                                  : CONSUMER_NO_FIX,
                "it finds no .sframe in the file");
  judge_findings (&j);
  suggest (&j);
}

void
consumer_advise (struct consumer_verdict *verdict, const char *options)
{
  static const char *const names[]
      = { [COMMAND_REPAIR] = "repair",
          [COMMAND_CONVERT] = "convert",
          [COMMAND_SYNTH] = "synth",
          [COMMAND_LINK] = "link",
          [COMMAND_EH_FRAME_HDR] = "repair --eh-frame-hdr" };
  const enum consumer_command command = verdict->command;
  const bool targets
      = command != COMMAND_REPAIR && command != COMMAND_EH_FRAME_HDR;

  verdict->fix[0] = '\0';
  if (command != COMMAND_NONE && options != NULL)
    snprintf (verdict->fix, sizeof verdict->fix, "sfmerge %s%s%s%s -i FILE%s",
              names[command], targets ? " --for=" : "",
              targets ? verdict->consumer->name : "", options,
              command == COMMAND_LINK ? " OBJECT..." : "");
}

const char *
consumer_grade_name (enum consumer_grade grade)
{
  static const char *const names[]
      = { [CONSUMER_NOT_APPLICABLE] = "not applicable",
          [CONSUMER_USABLE] = "usable",
          [CONSUMER_LOSS] = "usable with loss",
          [CONSUMER_UNUSABLE] = "unusable" };

  return names[grade];
}
