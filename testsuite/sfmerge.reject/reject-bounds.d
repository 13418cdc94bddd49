# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Headers that say more than there is, read by dump.
#
#as: x86_64 aarch64_be
#status: 1

#case: dump-aux
#versions: v1 v2 v3
#name: the auxiliary header is longer than the section
#source: bounds.s --defsym V=@V@ --defsym AUX=255 --defsym FDES=-1 --defsym LEN=-1 --defsym FDEOFF=-1 --defsym FREOFF=-1
#...
v1   |    error at 0x7: sfh_auxhdr_len is 255, but 20 bytes follow the header
v2   |    error at 0x7: sfh_auxhdr_len is 255, but 23 bytes follow the header
v3   |    error at 0x7: sfh_auxhdr_len is 255, but 24 bytes follow the header

#case: dump-fdeoff
#versions: v1 v2 v3
#name: the FDEs begin after the section
#source: bounds.s --defsym V=@V@ --defsym AUX=-1 --defsym FDES=-1 --defsym LEN=-1 --defsym FDEOFF=4294967280 --defsym FREOFF=-1
#...
v1   |    error at 0x8: 1 FDEs end at 0x10000001d, but the section ends at 0x30
v2   |    error at 0x8: 1 FDEs end at 0x100000020, but the section ends at 0x33
v3   |    error at 0x8: 1 FDEs end at 0x10000001c, but the section ends at 0x34

#case: dump-fdes-huge
#versions: v1 v2 v3
#name: as many FDEs as the count can say
#source: bounds.s --defsym V=@V@ --defsym AUX=-1 --defsym FDES=4294967294 --defsym LEN=-1 --defsym FDEOFF=-1 --defsym FREOFF=-1
#...
v1   |    error at 0x8: 4294967294 FDEs end at 0x10fffffffa, but the section ends at 0x30
v2   |    error at 0x8: 4294967294 FDEs end at 0x13fffffff4, but the section ends at 0x33
v3   |    error at 0x8: 4294967294 FDEs end at 0xffffffffc, but the section ends at 0x34

#case: dump-fdes
#versions: v1 v2 v3
#name: one FDE more than the section has room for
#source: bounds.s --defsym V=@V@ --defsym AUX=-1 --defsym FDES=2 --defsym LEN=-1 --defsym FDEOFF=-1 --defsym FREOFF=-1
#...
v1   |    error at 0x8: 2 FDEs end at 0x3e, but the section ends at 0x30
v2   |    error at 0x8: 2 FDEs end at 0x44, but the section ends at 0x33
v3   |    error at 0x8: 2 FDEs end at 0x3c, but the section ends at 0x34

#case: dump-freoff
#versions: v1 v2 v3
#name: the rows begin after the section
#source: bounds.s --defsym V=@V@ --defsym AUX=-1 --defsym FDES=-1 --defsym LEN=-1 --defsym FDEOFF=-1 --defsym FREOFF=4294967280
#...
v1   |    error at 0x10: the FREs end at 0x10000000f, but the section ends at 0x30
v2   |    error at 0x10: the FREs end at 0x10000000f, but the section ends at 0x33
v3   |    error at 0x10: the FREs end at 0x100000014, but the section ends at 0x34

#case: dump-len-huge
#versions: v1 v2 v3
#name: as many bytes of rows as the length can say
#source: bounds.s --defsym V=@V@ --defsym AUX=-1 --defsym FDES=-1 --defsym LEN=4294967294 --defsym FDEOFF=-1 --defsym FREOFF=-1
#...
v1   |    error at 0x10: the FREs end at 0x10000002b, but the section ends at 0x30
v2   |    error at 0x10: the FREs end at 0x10000002e, but the section ends at 0x33
v3   |    error at 0x10: the FREs end at 0x10000002a, but the section ends at 0x34

#case: dump-len
#versions: v1 v2 v3
#status: 0
#as: x86_64
#name: the rows are one byte too long for the section
v1,v2|#source: bounds.s --defsym V=@V@ --defsym AUX=-1 --defsym FDES=-1 --defsym LEN=4 --defsym FDEOFF=-1 --defsym FREOFF=-1
v3   |#source: bounds.s --defsym V=3 --defsym AUX=-1 --defsym FDES=-1 --defsym LEN=9 --defsym FDEOFF=-1 --defsym FREOFF=-1
#as: x86_64 aarch64_be
#status: 1
#...
v1   |    error at 0x10: the FREs end at 0x31, but the section ends at 0x30
v2   |    error at 0x10: the FREs end at 0x34, but the section ends at 0x33
v3   |    error at 0x10: the FREs end at 0x35, but the section ends at 0x34

#case: dump-overlap
#versions: v1 v2 v3
#status: 0
#as: x86_64
#name: the rows overlap the FDEs
v1   |#source: bounds.s --defsym V=1 --defsym AUX=-1 --defsym FDES=-1 --defsym LEN=-1 --defsym FDEOFF=-1 --defsym FREOFF=16
v2   |#source: bounds.s --defsym V=2 --defsym AUX=-1 --defsym FDES=-1 --defsym LEN=-1 --defsym FDEOFF=-1 --defsym FREOFF=19
v3   |#source: bounds.s --defsym V=3 --defsym AUX=-1 --defsym FDES=-1 --defsym LEN=-1 --defsym FDEOFF=-1 --defsym FREOFF=15
#as: x86_64 aarch64_be
#status: 1
#...
v1   |    error at 0x14: the FDEs [0x1c, 0x2d) and the FREs [0x2c, 0x2f) overlap
v2   |    error at 0x14: the FDEs [0x1c, 0x30) and the FREs [0x2f, 0x32) overlap
v3   |    error at 0x14: the FDEs [0x1c, 0x2c) and the FREs [0x2b, 0x33) overlap
