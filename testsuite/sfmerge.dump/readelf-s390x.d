# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v2 v3
#name: readelf's text of s390x registers, version @V@
#source: ../inc/s390x.s --defsym V=@V@ --defsym F=4
#as: s390x
#sfmerge: dump --style=readelf %O
#stdout:
Contents of the SFrame section .sframe:
  Header :

    Version: SFRAME_VERSION_@V@
    Flags: SFRAME_F_FDE_FUNC_START_PCREL
    Num FDEs: 2
    Num FREs: 9

  Function Index :

    func idx [0]: pc = 0x0, size = 20 bytes
    STARTPC         CFA       FP        RA           
    0000000000000000  sp+160    u         u            
    0000000000000006  sp+160    c-72      c-48         
    000000000000000c  fp+320    c-72      c-48         
    0000000000000012  sp+160    u         u            

v2|    func idx [1]: pc = 0x14, size = 18 bytes
v3|    func idx [1]: pc = 0x14, size = 18 bytes, attr = "F"
    STARTPC         CFA       FP        RA           
    0000000000000014  sp+160    u         u            
v2|    0000000000000018  sp+160    r17       U            
v3|    0000000000000018  sp+160    r17+0     U            
v2|    000000000000001c  sp+160    r17       r16          
v3|    000000000000001c  sp+160    r17+0     r16+0        
v2|    0000000000000020  sp+160    u         r16          
v3|    0000000000000020  sp+160    u         r16+0        
    0000000000000024  sp+160    u         u            
