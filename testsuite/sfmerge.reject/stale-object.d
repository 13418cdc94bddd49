# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# The third function has only moved, so it is not named.
#
#name: an object that was built anew after the link
#source: stale.s --defsym NEW=0
#source: stale.s --defsym NEW=1
#as: x86_64
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#prepare: %{objcopy} -R .sframe image
#sfmerge: link -o out image %2
#status: 1
#stderr: sfmerge: image: 2 of 4 functions of the inputs are not found in it, and it has code that nothing describes; give the link map (--from-map), or --partial to go on without them
#stdout:
