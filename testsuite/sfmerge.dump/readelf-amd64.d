# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
v1   |#name: readelf's text of version 1, which it cannot read
v2   |#name: readelf's addresses of an object without PCREL
v3   |#name: readelf's text, version 3
v1,v2|#source: ../inc/amd64.s --defsym V=@V@ --defsym F=0
v3   |#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#as: x86_64
#sfmerge: dump --style=readelf %O
#stdout:
Contents of the SFrame section .sframe:
  Header :

    Version: SFRAME_VERSION_@V@
v1,v2|    Flags: NONE
v3   |    Flags: SFRAME_F_FDE_FUNC_START_PCREL
    CFA fixed RA offset: -8
    Num FDEs: 2
    Num FREs: 7

  Function Index :

v1,v2|    func idx [0]: pc = 0xffffffffffffffe4, size = 7 bytes
v3   |    func idx [0]: pc = 0x0, size = 7 bytes
    STARTPC         CFA       FP        RA           
v1,v2|    ffffffffffffffe4  sp+8      u         f            
v3   |    0000000000000000  sp+8      u         f            
v1,v2|    ffffffffffffffe5  sp+16     c-16      f            
v3   |    0000000000000001  sp+16     c-16      f            
v1,v2|    ffffffffffffffe8  fp+16     c-16      f            
v3   |    0000000000000004  fp+16     c-16      f            
v1,v2|    ffffffffffffffea  sp+8      u         f            
v3   |    0000000000000006  sp+8      u         f            

v1   |    func idx [1]: pc = 0xffffffffffffffda, size = 9 bytes
v2   |    func idx [1]: pc = 0xffffffffffffffd7, size = 9 bytes
v3   |    func idx [1]: pc = 0x7, size = 9 bytes
    STARTPC         CFA       FP        RA           
v1   |    ffffffffffffffda  sp+8      u         f            
v2   |    ffffffffffffffd7  sp+8      u         f            
v3   |    0000000000000007  sp+8      u         f            
v1   |    ffffffffffffffde  sp+32     u         f            
v2   |    ffffffffffffffdb  sp+32     u         f            
v3   |    000000000000000b  sp+32     u         f            
v1   |    ffffffffffffffe2  sp+8      u         f            
v2   |    ffffffffffffffdf  sp+8      u         f            
v3   |    000000000000000f  sp+8      u         f            
