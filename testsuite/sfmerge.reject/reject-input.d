# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Inputs that link refuses, beside one that it takes.
#

#case: input-abi-0
#name: link with an input: there is no ABI 0
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: abi.s --defsym V=2 --defsym A=0
#source: bare.s --defsym SIZE=8
#ld: ld -e 0 --traditional-format -T %I/image.ld %1 %3
#sfmerge: link -o out image %1 %2
#status: 1
#error: abi.o(.sframe+0x4): sfh_abi_arch is 0, which version 2 does not define: it may be of a later version than this program knows; its rows for 1 function of the image are not merged; --partial goes on without them
#stdout:

#case: input-abi-order
#name: link with an input: a big-endian ABI in a little-endian header
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: abi.s --defsym V=2 --defsym A=1
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %1 %2
#status: 2
#error: abi.o(.sframe+0x4): sfh_abi_arch is 1 (AARCH64 big-endian), but the header is little-endian
#stdout:

#case: input-cut-row
#versions: v1 v2 v3
#name: link with an input: the last row lacks its last word
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: cut-row.s --defsym V=@V@
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %1 %2
#status: 2
v1|#error: cut-row.o(.sframe+0x41): a row of 4 bytes begins here, but the FREs end at 0x44
v2|#error: cut-row.o(.sframe+0x47): a row of 4 bytes begins here, but the FREs end at 0x4a
v3|#error: cut-row.o(.sframe+0x49): a row of 4 bytes begins here, but the FREs end at 0x4c
#stdout:

#case: input-fdes-huge
#versions: v1 v2 v3
#name: link with an input: as many FDEs as the count can say
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: bounds.s --defsym V=@V@ --defsym AUX=-1 --defsym FDES=4294967294 --defsym LEN=-1 --defsym FDEOFF=-1 --defsym FREOFF=-1
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %1 %2
#status: 2
v1|#error: bounds.o(.sframe+0x8): 4294967294 FDEs end at 0x10fffffffa, but the section ends at 0x30
v2|#error: bounds.o(.sframe+0x8): 4294967294 FDEs end at 0x13fffffff4, but the section ends at 0x33
v3|#error: bounds.o(.sframe+0x8): 4294967294 FDEs end at 0xffffffffc, but the section ends at 0x34
#stdout:

#case: input-flags
#versions: v1 v2 v3
#name: link with an input: a flag that version @V@ does not define
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
v1|#source: flags.s --defsym V=1 --defsym F=4
v2|#source: flags.s --defsym V=2 --defsym F=8
v3|#source: flags.s --defsym V=3 --defsym F=2
#source: bare.s --defsym SIZE=8
#ld: ld -e 0 --traditional-format -T %I/image.ld %1 %3
#sfmerge: link -o out image %1 %2
#status: 1
v1|#error: flags.o(.sframe+0x3): the flags are 0x4, version 1 knows 0x3: it may be of a later version than this program knows; its rows for 1 function of the image are not merged; --partial goes on without them
v2|#error: flags.o(.sframe+0x3): the flags are 0x8, version 2 knows 0x7: it may be of a later version than this program knows; its rows for 1 function of the image are not merged; --partial goes on without them
v3|#error: flags.o(.sframe+0x3): the flags are 0x2, version 3 knows 0x5: it may be of a later version than this program knows; its rows for 1 function of the image are not merged; --partial goes on without them
#stdout:

#case: input-rows-huge
#versions: v1 v2 v3
#name: link with an input: nearly all of very many rows are missing
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
v1,v2|#source: too-many-rows.s --defsym V=@V@ --defsym N=4000000000
v3   |#source: too-many-rows.s --defsym V=3 --defsym N=65535
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %1 %2
#status: 2
v1   |#error: too-many-rows.o(.sframe+0x44): a row begins here with 3999999998 still to come, but the FREs end at 0x44
v2   |#error: too-many-rows.o(.sframe+0x4a): a row begins here with 3999999998 still to come, but the FREs end at 0x4a
v3   |#error: too-many-rows.o(.sframe+0x4c): a row begins here with 65533 still to come, but the FREs end at 0x4c
#stdout:

#case: input-second-piece
#name: link with an input: a piece that cannot be read between two that can
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: second-piece.s
#source: bare.s --defsym SIZE=24
#ld: ld -e 0 --traditional-format -T %I/image.ld %1 %3
#sfmerge: link -o out image %1 %2
#status: 1
#error: second-piece.o(.sframe+0x3a): sfp_version is 9, known are 1, 2 and 3: it may be of a later version than this program knows; its rows for 3 functions of the image are not merged; --partial goes on without them
#stdout:

#case: input-tail-padded
#name: link with an input: bytes that are no header after the last row
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: tail-garbage.s --defsym PAD=6
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %1 %2
#status: 2
#error: tail-garbage.o(.sframe+0x38): the magic number is 0x4100, not 0xdee2
#stdout:

#case: input-version-4
#name: link with an input: there is no version 4
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: version.s --defsym V=4
#source: bare.s --defsym SIZE=8
#ld: ld -e 0 --traditional-format -T %I/image.ld %1 %3
#sfmerge: link -o out image %1 %2
#status: 1
#error: version.o(.sframe+0x2): sfp_version is 4, known are 1, 2 and 3: it may be of a later version than this program knows; its rows for 1 function of the image are not merged; --partial goes on without them
#stdout:

#case: other-abi
#name: an input whose section has another ABI than its file
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: abi.s --defsym V=3 --defsym A=2
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %O
#status: 2
#error: abi.o(.sframe+0x4): sfh_abi_arch is 2 (AARCH64), but the image image is 3 (AMD64)
#stdout:

#case: other-machine
#name: an input for another machine
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: ../inc/s390x.s as=s390x --defsym V=3 --defsym F=4
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %O
#status: 2
#error: s390x.o: the machine is s390x (EM_S390), big-endian, but that of the image image is x86-64 (EM_X86_64), little-endian
#stdout:

#case: stray-reloc-input
#name: relocations that belong to no function
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: stray-reloc.s
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %O
#status: 2
#error: stray-reloc.o(.sframe+0x20): a relocation is at no FDE's start field, and 3 relocations cannot be those of 2 FDEs in order
#stdout:

#case: wrong-inputs
#name: none of the inputs is in the image
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: ../sfmerge.merge/many.s
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#prepare: %{objcopy} -R .sframe image
#sfmerge: link -o out image %2
#status: 1
#note: image: note: 8 of 8 functions of the inputs may be in code that nothing describes, which is short or has other names; a link map (--from-map) tells
#error: image: it has none of the 8 functions of the inputs; are they those of its link?
#stdout:
