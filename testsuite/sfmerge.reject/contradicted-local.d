# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: rows of a static function that .debug_frame contradicts
#source: ../inc/contradicted-local.s
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: %{objcopy} -R .sframe image
#sfmerge: link --fill=none -o out image %1
#status: 1
#error: image: 1 of 2 functions of the inputs have rows that contradict its .eh_frame; --partial goes on without them
#stdout:
