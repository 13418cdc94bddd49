# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# What link and others refuse of inputs and images.
#
#status: 2

#case: absent-image
#name: an IMAGE that does not exist
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#sfmerge: link -o out absent %1
#error: absent: cannot open: No such file or directory
#stdout:

#case: contradicted-local
#name: rows of a static function that .debug_frame contradicts
#source: ../inc/contradicted-local.s
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: %{objcopy} -R .sframe image
#sfmerge: link --fill=none -o out image %1
#status: 1
#error: image: 1 of 2 functions of the inputs have rows that contradict its .eh_frame; --partial goes on without them
#stdout:

#case: fatal
#name: --fatal-warnings: a loss is an error
#source: ../sfmerge.merge/ambiguous.s
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=40 -T %I/image.ld
#sfmerge: link --fatal-warnings -o out image %O
#status: 1
#warning: image: warning: 2 functions: left out: another of the same address differs
#error: image: nothing is written, as warnings are fatal
#stdout:

#case: fixed-fp
#name: a fixed offset of FP, which no ABI has
#source: ../sfmerge.merge/fixed-ra.s --defsym RA=-8 --defsym FP=0
#source: ../sfmerge.merge/fixed-ra.s --defsym RA=-8 --defsym FP=-16
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: link -o out image %O
#stderr: #...
#stderr: #re sfmerge: fixed-ra-2\.o\(\.sframe\+0x5\): sfh_cfa_fixed_fp_offset is -16, but AMD64 has 0
#stdout:

#case: fixed-ra-none
#name: no fixed offset of RA where the ABI has one
#source: ../sfmerge.merge/fixed-ra.s --defsym RA=0 --defsym FP=0
#sfmerge: repair -o out %O
#stderr: #re sfmerge: fixed-ra\.o\(\.sframe\+0x6\): sfh_cfa_fixed_ra_offset is 0, but AMD64 has -8
#stdout:

#case: fixed-ra-object
#name: a fixed offset of RA where the ABI has none
#source: ../sfmerge.merge/fixed-ra.s --defsym RA=-8 --defsym FP=0
#as: aarch64 aarch64_be s390x
#sfmerge: convert --to=v3 -o out %O
#stderr: #re sfmerge: fixed-ra\.o\(\.sframe\+0x6\): sfh_cfa_fixed_ra_offset is -8, but (AARCH64|AARCH64 big-endian|S390X) has 0
#stdout:

#case: fixed-ra
#name: another fixed offset of RA than the ABI's
#source: ../sfmerge.merge/fixed-ra.s --defsym RA=-16 --defsym FP=0
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: link -o out image %O
#stderr: #...
#stderr: #re sfmerge: fixed-ra\.o\(\.sframe\+0x6\): sfh_cfa_fixed_ra_offset is -16, but AMD64 has -8
#stdout:

#case: flex-invalid
#name: an image with FLEX rows that have no meaning
#source: flex-rows.s
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=40 -T %I/image.ld
#sfmerge: link -o out image %1
#stderr: #...
#error: flex-rows.o(.sframe+0xa1): the FRE info is 0x02: a word count that FLEX does not allow
#stdout:

#case: no-sframe
#name: --require: neither image nor input has a section
#source: plain.s
#ld: ld -e 0 --traditional-format -Ttext=0x401000
#sfmerge: link --require -o out image %1
#status: 1
#error: image: neither it nor an input has SFrame functions (is -Wa,--gsframe missing?)
#stdout:

#case: object-image
#name: an object as IMAGE
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#sfmerge: link -o out %1 %1
#error: amd64.o: a relocatable object, not a linked image
#stdout:

#case: other-data-convert
#name: convert leaves other data in the section alone
#source: ../sfmerge.merge/fixed-ra.s --defsym RA=-8 --defsym FP=0
#source: other-data.s
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: convert --to=v3 --partial -o out image
#status: 1
#stderr: #...
#stderr: #re sfmerge: image\(\.sframe\+0x[0-9a-f]+\): the bytes up to 0x[0-9a-f]+ are neither zeros nor SFrame data with a header: they may be something else's
#stdout:

#case: other-data-grow
#name: so it does where it could make a new segment
#source: ../sfmerge.merge/fixed-ra.s --defsym RA=-8 --defsym FP=0
#source: other-data.s
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: link --grow=move-phdrs --for=kernel -o out image %1
#status: 1
#stderr: #...
#stderr: #re sfmerge: image\(\.sframe\+0x[0-9a-f]+\): the bytes up to 0x[0-9a-f]+ are neither zeros nor SFrame data with a header: they may be something else's
#stdout:

#case: other-data-link
#name: link leaves other data in the section alone
#source: ../sfmerge.merge/fixed-ra.s --defsym RA=-8 --defsym FP=0
#source: other-data.s
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: link -o out image %1
#status: 1
#stderr: #...
#stderr: #re sfmerge: image\(\.sframe\+0x[0-9a-f]+\): the bytes up to 0x[0-9a-f]+ are neither zeros nor SFrame data with a header: they may be something else's
#stdout:

#case: other-data-repair
#name: repair leaves other data in the section alone
#source: ../sfmerge.merge/fixed-ra.s --defsym RA=-8 --defsym FP=0
#source: other-data.s
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: repair --partial -o out image
#status: 1
#stderr: #...
#stderr: #re sfmerge: image\(\.sframe\+0x[0-9a-f]+\): the bytes up to 0x[0-9a-f]+ are neither zeros nor SFrame data with a header: they may be something else's
#stdout:

#case: other-order
#name: an input of the other byte order
#source: ../inc/aarch64.s --defsym V=3 --defsym F=4
#source: ../inc/aarch64.s as=aarch64_be --defsym V=3 --defsym F=4
#as: aarch64
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %O
#error: aarch64-2.o: the machine is AArch64 (EM_AARCH64), big-endian, but that of the image image is AArch64 (EM_AARCH64), little-endian
#stdout:

#case: room-small
#name: the merged section is 12 bytes larger than the room
#source: ../sfmerge.merge/many.s
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=16 -T %I/image.ld
#sfmerge: link --grow=none --share-rows=never -o out image %O
#status: 1
#error: image: the merged section needs 220 bytes, but there is room for 208; link it with the object that 'sfmerge reserve' makes, or allow more than --grow=none
#stdout:

#case: sections-limit
#name: an image with seventeen sections of SFrame data
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: raw-sections.s --defsym COUNT=16
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: %{objcopy} $(seq -f --rename-section=.raw.%g=.sframe_raw 0 15) image
#sfmerge: link -o out image %1
#error: image: it has more than 16 sections of SFrame data
#stdout:

#case: stale-object
# The third function has only moved, so it is not named.
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

#case: stray-reloc-dump
#name: relocations that belong to no function: the others are shown
#source: stray-reloc.s
#status: 1
#error: stray-reloc.o: a relocation is at no FDE's start field, and 3 relocations cannot be those of 2 FDEs in order
#...
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 1 at 0x30: start .text+0x8, size 8, fre_off 0x3, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same

#case: text-image
#name: a text file as IMAGE
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#prepare: seq 100 > text
#sfmerge: link -o out text %1
#files: text
#error: text: is not an ELF file
#stdout:

#case: thin-missing
#name: a thin archive whose member is gone
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: ../inc/amd64.s --defsym V=2 --defsym F=0
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: %{ar} rcsT lib.a %O
#prepare: rm amd64-2.o
#sfmerge: link -o out image lib.a
#files: lib.a
#error: lib.a(amd64-2.o): cannot open: No such file or directory
#stdout:

#case: unproven-short
#name: a name alone proves no place: 15 bytes of code
#source: unproven.s --defsym SIZE=15 --defsym N=0x01020304
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: %{objcopy} -R .sframe image
#sfmerge: link -o out image %1
#status: 1
#stderr: sfmerge: image: 1 of 1 functions of the inputs are not found in it, and it has code that nothing describes; --partial goes on without them
#stderr: sfmerge: image: note: of 1 of these it has the name and the code, but no call frame information, and the code is too short, or a part of a function, to prove that it is theirs; a link map (--from-map) does
#stdout:
