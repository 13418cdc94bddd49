# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# The rooms, from the bottom up.  A room is a directory with a library of its
# own; its line here names the rooms that it may include and call.  The
# local.mk of the room derives the include paths from the line, so that no
# other include compiles.  check-rooms compares includes and symbols with
# these lines.

bfdglue_base_rooms = include
bfdglue_files_rooms = include bfdglue/base
bfdglue_elf_rooms = include bfdglue/base bfdglue/files
bfdglue_cfi_rooms = include bfdglue/base bfdglue/elf
bfdglue_input_rooms = include bfdglue/base bfdglue/files bfdglue/elf
bfdglue_go_rooms = include bfdglue/base bfdglue/elf
bfdglue_index_rooms = include bfdglue/base bfdglue/elf bfdglue/cfi \
  bfdglue/go
bfdglue_pieces_rooms = include bfdglue/base bfdglue/elf bfdglue/cfi \
  bfdglue/index
bfdglue_prove_rooms = include bfdglue/base bfdglue/elf bfdglue/cfi \
  bfdglue/go bfdglue/index
bfdglue_describe_rooms = include bfdglue/base bfdglue/elf bfdglue/cfi \
  bfdglue/go bfdglue/index bfdglue/pieces bfdglue/prove
bfdglue_place_rooms = include bfdglue/base bfdglue/elf bfdglue/cfi \
  bfdglue/input bfdglue/index bfdglue/pieces
bfdglue_edit_rooms = include bfdglue/base bfdglue/elf
bfdglue_object_rooms = include bfdglue/base bfdglue/elf bfdglue/cfi \
  bfdglue/input
bfdglue_audit_rooms = include bfdglue/base bfdglue/elf bfdglue/cfi \
  bfdglue/input bfdglue/index bfdglue/pieces bfdglue/prove
tool_ui_rooms = include bfdglue/base bfdglue/files bfdglue/elf bfdglue/input
tool_consumers_rooms = include bfdglue/base bfdglue/elf bfdglue/cfi \
  bfdglue/index bfdglue/input bfdglue/pieces bfdglue/audit tool/ui
tool_image_rooms = include bfdglue/base bfdglue/files bfdglue/elf \
  bfdglue/cfi bfdglue/input bfdglue/index bfdglue/pieces \
  bfdglue/describe bfdglue/edit bfdglue/audit tool/ui tool/consumers
tool_link_rooms = include bfdglue/base bfdglue/files bfdglue/elf \
  bfdglue/cfi bfdglue/input bfdglue/index bfdglue/pieces \
  bfdglue/describe bfdglue/place bfdglue/edit bfdglue/object \
  bfdglue/audit tool/ui tool/consumers tool/image
tool_repair_rooms = include bfdglue/base bfdglue/files bfdglue/elf \
  bfdglue/cfi bfdglue/input bfdglue/index bfdglue/pieces \
  bfdglue/describe bfdglue/edit bfdglue/object bfdglue/audit tool/ui \
  tool/consumers tool/image
tool_check_rooms = include bfdglue/base bfdglue/files bfdglue/elf \
  bfdglue/cfi bfdglue/input bfdglue/index bfdglue/pieces \
  bfdglue/prove bfdglue/describe bfdglue/place bfdglue/edit bfdglue/object \
  bfdglue/audit tool/ui tool/consumers tool/image tool/repair
tool_show_rooms = include bfdglue/base bfdglue/files bfdglue/elf bfdglue/cfi \
  bfdglue/input bfdglue/index bfdglue/pieces bfdglue/audit tool/ui
tool_rooms = include bfdglue/base bfdglue/files bfdglue/elf bfdglue/cfi \
  bfdglue/input bfdglue/index bfdglue/pieces \
  bfdglue/describe bfdglue/edit bfdglue/audit \
  tool/ui tool/consumers tool/image tool/link tool/repair \
  tool/check tool/show
wrap_rooms = include bfdglue/base bfdglue/files tool/ui
