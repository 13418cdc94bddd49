/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-reserve.c - sfmerge reserve: make an object that reserves space for the
   merged section at link time.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>

#include "cmd-reserve.h"
#include "elf-image.h"
#include "options.h"
#include "output-file.h"
#include "report.h"
#include "reserve-object.h"

enum
{
  OPTION_IF_NEEDED = OPTION_LONG_OWN,
  OPTION_RESERVE_JSON
};

static const struct option_spec reserve_options[] = {
  { 'o', "output", "OBJECT", "write OBJECT" },
  { 's', "size", "N",
    "reserve N bytes (or N K, M, G) instead of what the\n"
    "INPUTs need" },
  { OPTION_IF_NEEDED, "if-needed", NULL,
    "write nothing, and succeed, if no INPUT has .sframe" },
  { OPTION_RESERVE_JSON, "json", NULL,
    "print JSON; the manual has the schema" },
  ROW_QUIET,
  ROW_VERBOSE ("say what was counted"),
  ROW_END,
};

const struct command reserve_command = {
  .name = "reserve",
  .run = cmd_reserve,
  .usage = "-o OBJECT [--size=N] [INPUT]...",
  .summary = "make an object that leaves room for the merged section",
  .about = "Make OBJECT with a section .sframe_reserve that is large enough"
           " for the merged\n.sframe of all INPUTs.  Link it with them; "
           "sfmerge link then uses the room.",
  .options = reserve_options,
};

struct reserve_options
{
  const char *output;
  bool sized;     /* --size was given */
  bool if_needed; /* --if-needed */
  bool json;
  uint64_t size;
  char **inputs;
  int input_count;
};

/* Parse the command line.  Returns STATUS_DONE with OPTIONS->output set; or,
   with it NULL, the status to exit with.  */
static int
parse (int argc, char **argv, struct reserve_options *options,
       struct report *report)
{
  struct option_walk walk;
  const char *output = NULL;
  int key, status;

  *options = (struct reserve_options){ 0 };
  options_begin (&walk, &reserve_command);
  while ((key = options_next (&walk, argc, argv)) != OPTIONS_END)
    switch (key)
      {
      case 'o':
        output = optarg;
        break;
      case 's':
        if (!options_size (optarg, &options->size) || options->size == 0)
          return report_usage ("reserve: '%s' is not a size", optarg);
        options->sized = true;
        break;
      case OPTION_IF_NEEDED:
        options->if_needed = true;
        break;
      case OPTION_RESERVE_JSON:
        options->json = true;
        break;
      default:
        if ((status = options_take (key, report)) != OPTIONS_GO_ON)
          return status;
        break;
      }
  if (output == NULL)
    return report_usage ("reserve: no output: give -o OBJECT");
  if (optind == argc && !options->sized)
    return report_usage ("reserve: no INPUT and no --size given");
  options->inputs = argv + optind;
  options->input_count = argc - optind;
  if (output_replaces (output, (const char *const *) options->inputs,
                       (size_t) options->input_count))
    return report_usage ("reserve: the output '%s' is also an INPUT", output);
  status = standard_output (
      "reserve", &output, options->json ? "for both the file and JSON" : NULL);
  if (status == OPTIONS_GO_ON)
    status = standard_inputs ("reserve", options->inputs,
                              (size_t) options->input_count, NULL);
  if (status != OPTIONS_GO_ON)
    return status;
  options->output = output;
  return STATUS_DONE;
}

/* Set OBJECT to the machine that this program runs on, for a reserve without
   INPUTs.  False if SFrame has no ABI for it.  */
static bool
own_machine (struct reserve_object *object)
{
#if defined __x86_64__
  object->machine = EM_X86_64;
#elif defined __aarch64__
  object->machine = EM_AARCH64;
#elif defined __s390x__
  object->machine = EM_S390;
#else
  return false;
#endif
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  object->big_endian = true;
#endif
  return true;
}

/* Set OBJECT to the machine of PATH, for a reserve with --size and INPUTs
   without .sframe.  False if PATH is not an ELF file, which is reported.  */
static bool
machine_of (const char *path, struct reserve_object *object,
            struct report *report)
{
  struct image image;

  if (image_open (path, true, &image, &report->sink) != SFM_OK)
    return false;
  object->machine = image.machine;
  object->big_endian = image.big_endian;
  image_close (&image);
  return true;
}

/* INPUTs that are being added up.  */
struct measure
{
  struct reserve_size *size;
  struct progress progress;
  size_t objects; /* how many were read */
};

/* Add OBJECT, and show that there is progress.  */
static sfm_status
add_object (void *data, const struct input_object *object)
{
  struct measure *m = data;
  const sfm_status status = reserve_size_add (m->size, object);

  progress_show (&m->progress, ++m->objects, object->name, false);
  return status;
}

/* Add up the INPUTs in SIZE.  */
static sfm_status
measure (const struct reserve_options *options, struct reserve_size *size,
         struct report *report)
{
  const size_t count = (size_t) options->input_count;
  struct inputs *inputs = inputs_new (INPUT_READER_LIBBFD, &report->sink);
  struct measure m = { .size = size };

  progress_begin_open (&m.progress, "measured", "objects", false,
                       report->quiet);
  if (inputs == NULL)
    return diag_nomem (&report->sink, NULL);
  inputs_begin (inputs, options->inputs, count);
  sfm_status status
      = inputs_read_all (inputs, options->inputs, count, add_object, &m);
  progress_clear (&m.progress);
  inputs_free (inputs);
  return status;
}

/* Set the machine and size of OBJECT; returns the exit status.  */
static int
decide (const struct reserve_options *options, const struct reserve_size *size,
        struct reserve_object *object, struct report *report)
{
  if (size->known)
    {
      object->machine = size->machine;
      object->big_endian = size->big_endian;
      object->size = reserve_size_total (size);
    }
  else if (options->input_count > 0 && options->sized)
    {
      if (!machine_of (options->inputs[0], object, report))
        return STATUS_USAGE;
    }
  else if (options->input_count > 0)
    {
      diag (&report->sink, DIAG_ERROR, NULL,
            "no INPUT has a .sframe section, so there is nothing to reserve "
            "room for");
      return STATUS_FAILED;
    }
  else if (!own_machine (object))
    {
      diag (&report->sink, DIAG_ERROR, NULL,
            "without an INPUT the machine is unknown");
      return STATUS_FAILED;
    }
  if (options->sized)
    {
      if (size->known && options->size < object->size)
        diag (&report->sink, DIAG_NOTE, options->output,
              "%" PRIu64 " bytes reserved, all functions may need %" PRIu64,
              options->size, object->size);
      object->size = options->size;
    }
  return STATUS_DONE;
}

/* Print what was counted, and whether OBJECT was made of it.  */
static void
print_json (const struct reserve_options *options,
            const struct reserve_size *size,
            const struct reserve_object *object, bool made)
{
  /* Too large for the stack.  */
  static struct outbuf out;

  out.failed = false;
  document_begin ();
  outbuf_json_name (&out, ",\"object\":", options->output);
  outbuf_json_bool (&out, ",\"made\":", made);
  outbuf_json_number (&out, ",\"bytes\":", (int64_t) object->size);
  outbuf_json_number (&out, ",\"functions\":", (int64_t) size->functions);
  outbuf_json_number (&out, ",\"objects\":", (int64_t) size->object_count);
  outbuf_flush (&out);
}

/* Write OBJECT to the file OUTPUT.  Returns the exit status.  */
static int
write_object (const char *output, const struct reserve_object *object,
              const struct diag_sink *sink)
{
  const struct output_options options = { 0 };
  uint8_t *bytes = NULL;
  size_t size;
  sfm_status status = reserve_object_make (object, &bytes, &size, sink);

  if (status == SFM_OK)
    status = output_write (output, bytes, size, &options, sink);
  free (bytes);
  return status == SFM_OK ? STATUS_DONE : STATUS_FAILED;
}

int
cmd_reserve (int argc, char **argv)
{
  struct report report;
  struct reserve_options options;
  struct reserve_object object = { 0 };

  report_init (&report);
  int exit_status = parse (argc, argv, &options, &report);
  if (options.output == NULL)
    return exit_status;
  struct reserve_size size = { .sink = &report.sink };
  exit_status = report_input_status (measure (&options, &size, &report));
  bool wanted = size.known || !options.if_needed;
  if (exit_status == STATUS_DONE && wanted)
    exit_status = decide (&options, &size, &object, &report);
  if (exit_status == STATUS_DONE && wanted)
    {
      diag (&report.sink, DIAG_DETAIL, options.output,
            "functions: %" PRIu64 ", objects: %zu, bytes reserved: %" PRIu64,
            size.functions, size.object_count, object.size);
      exit_status = write_object (options.output, &object, &report.sink);
    }
  if (exit_status == STATUS_DONE && options.json)
    print_json (&options, &size, &object, wanted);
  reserve_size_free (&size);
  return exit_status;
}
