# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: starts that mean functions both ways are not believed
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: repair --fill=none -o out image
#status: 1
#warning: image(.sframe+0x0): warning: cannot tell what the starts of this piece are relative to: of 1 functions 1 are confirmed if to the field, 1 if to the section; the piece is not used
#error: image: 1 function of its .sframe cannot be used, and nothing in it describes its code; 'sfmerge link' with the objects of its link may
#error: image: it is left as it is; --partial goes on without them
#stdout:
