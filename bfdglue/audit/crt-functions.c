/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   crt-functions.c - functions that the compiler and the C library add to a
   program's own.

   Distributions build these functions without SFrame, so that no image
   describes them.  Measured with gcc 12 and glibc 2.36: _start and atexit in a
   small program, 12 functions in one that divides 128-bit numbers.

   The names below come from the start files (crt*.o, including those for
   profiling), libgcc.a, libgcc_eh.a, libgcov.a, libssp_nonshared.a,
   libc_nonshared.a and the builtins of compiler-rt, for x86-64, AArch64 and
   s390x, in Debian's packages of gcc 12, 14, 15 and 16, glibc 2.36 to 2.43 and
   clang 14 and 19.  Added by hand: the functions of libc_nonshared.a up to
   glibc 2.33 (stat, __libc_csu_init) and __do_global_ctors_aux.  This lists
   the others:

     nm -f posix --defined-only FILE... \
       | awk '$2 ~ /^[TtWi]$/ { sub ("[.].*", "", $1); print $1 }' \
       | grep -E '^(_|emutls_)' | grep -v -e ^_Z -e ^__wrap_ | LC_ALL=C sort -u

   The strings are in the shell's brace notation: each of the names between
   braces is meant in turn, so that bash prints the names of a string with
   eval "printf '%s\n' STRING".  A program may itself define a name that C does
   not reserve, or __wrap_main.  Therefore only a few such names are listed,
   which every program has.  */

#include "config.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "crt-functions.h"
#include "text.h"

/* clang-format off */
/* Names that begin with two underscores, which are left out here.  */
static const char *const reserved[] = {
  "aarch64_cas{1,2,4,8,16}_{acq,acq_rel,rel,relax,sync}",
  "aarch64_{ldadd,ldclr,ldeor}{1,2,4,8}_{acq,acq_rel,rel,relax,sync}",
  "aarch64_{ldset,swp}{1,2,4,8}_{acq,acq_rel,rel,relax,sync}",
  "aarch64_sync_cache_range", "abs{vdi2,vsi2,vti2}",
  "{add,sub}{df3,sf3,tf3,vdi3,vsi3,vti3}",
  "arm_{get_current_vg,sme_state,tpidr2_restore,tpidr2_save,za_disable}",
  "arm_sc_mem{chr,cpy,move,set}", "{ashl,ashr,lshr}{di,ti}3",
  "{avx,sse}_{resms64,resms64x}_1{2,3,4,5,6,7,8}",
  "{avx,sse}_{resms64f,resms64fx,savms64f}_1{2,3,4,5,6,7}",
  "{avx,sse}_savms64_1{2,3,4,5,6,7,8}",
  "bid{32,64,128}_to_binary{32,64,80,128}",
  "bid{32_to_bid64,32_to_bid128,64_to_bid32,64_to_bid128}",
  "bid{128_to_bid32,128_to_bid64}",
  "bid{64,128}_to_{,u}int{32,64}_{,x}{ceil,floor,int,rnint,rninta}",
  "bid{64,128}_from_{,u}int{32,64}",
  "bid{64,128}_is{Canonical,Finite,Inf,NaN,Normal,Signaling,Signed}",
  "bid{64,128}_is{Subnormal,Zero}",
  "bid{64,128}_{abs,add,class,copy,copySign,div,mul,negate,radix,sameQuantum}",
  "bid{64,128}_{sub,totalOrder,totalOrderMag}",
  "bid{64,128}_{quiet,signaling}_{greater,greater_equal,greater_unordered}",
  "bid{64,128}_{quiet,signaling}_{less,less_equal,less_unordered}",
  "bid{64,128}_{quiet,signaling}_{not_greater,not_less}",
  "bid{64,128}_quiet_{equal,not_equal,ordered,unordered}",
  "bid{64,128}{dq,qd}_{add,div,mul,sub}",
  "bid{64,128}{ddq,dqd,dqq,qdd,qdq,qqd}_fma",
  "bid{64qq,128dd}_{add,div,mul,sub}", "bid{64qqq,128,128ddd}_fma",
  "bid_{pow10bitint,round64_2_18,round128_19_38}",
  "bid_{round192_39_57,round256_58_76}",
  "binary{32,64,80,128}_to_bid{32,64,128}",
  "{bid,dpd}_{add,div,mul,sub}{dd,sd,td}3",
  "{bid,dpd}_{eq,ge,gt,le,lt,ne,unord}{dd,sd,td}2",
  "{bid,dpd}_extend{ddtd2,ddtf,dfdd,dftd,sddd2,sddf,sdtd2,sdtf,sfdd,sfsd}",
  "{bid,dpd}_extend{sftd,tftd}", "bid_extend{ddxf,hfdd,hfsd,hftd,sdxf,xftd}",
  "{bid,dpd}_trunc{dddf,ddsd2,ddsf,dfsd,sdsf,tddd2,tddf,tdsd2,tdsf,tdtf}",
  "{bid,dpd}_trunc{tfdd,tfsd}", "bid_trunc{ddhf,sdhf,tdhf,tdxf,xfdd,xfsd}",
  "{bid,dpd}_fix{,uns}{dd,sd,td}{di,si}", "bid_fix{dd,sd,td}{bitint,ti}",
  "bid_fixuns{dd,sd,td}ti", "{bid,dpd}_float{,uns}{di,si}{dd,sd,td}",
  "bid_float{bitint,ti,unsti}{dd,sd,td}", "bswap{di,si}2", "clear_cache",
  "clrsb{di,ti}2", "{clz,ctz,ffs,parity,popcount}{di,si,ti}2",
  "cmp{df,di,sf,tf,ti}2", "compilerrt_abort_impl", "cpu_indicator_init",
  "decContext{ClearStatus,Default,GetRounding,GetStatus,RestoreStatus}",
  "decContext{SaveStatus,SetRounding,SetStatus,SetStatusFromString}",
  "decContext{SetStatusFromStringQuiet,SetStatusQuiet,StatusToString}",
  "decContext{TestSavedStatus,TestStatus,ZeroStatus}",
  "decDigits{FromDPD,ToDPD}",
  "dec{Double,Number,Quad}{Abs,Add,And,Class,Compare,CompareSignal}",
  "dec{Double,Number,Quad}{CompareTotal,CompareTotalMag,Copy,CopyAbs}",
  "dec{Double,Number,Quad}{CopyNegate,CopySign,Divide,DivideInteger,FMA}",
  "dec{Double,Number,Quad}{FromInt32,FromString,FromUInt32,Invert,IsNormal}",
  "dec{Double,Number,Quad}{IsSubnormal,LogB,Max,MaxMag,Min,MinMag,Minus}",
  "dec{Double,Number,Quad}{Multiply,NextMinus,NextPlus,NextToward,Or,Plus}",
  "dec{Double,Number,Quad}{Quantize,Reduce,Remainder,RemainderNear,Rotate}",
  "dec{Double,Number,Quad}{SameQuantum,ScaleB,Shift,Subtract,ToEngString}",
  "dec{Double,Number,Quad}{ToInt32,ToIntegralExact,ToIntegralValue,ToString}",
  "dec{Double,Number,Quad}{ToUInt32,Version,Xor,Zero}",
  "decNumber{ClassToString,Exp,GetBCD,Ln,Log10,Normalize,Power,Rescale}",
  "decNumber{SetBCD,SquareRoot,Trim}",
  "dec{Double,Quad}{Canonical,ClassString,Digits,IsCanonical,IsFinite}",
  "dec{Double,Quad}{IsInfinite,IsInteger,IsNaN,IsSignaling,IsSignalling}",
  "dec{Double,Quad}{IsSigned,IsZero,ToInt32Exact,ToUInt32Exact}",
  "dec{Double,Quad,Single}{FromBCD,FromPacked,GetCoefficient,GetExponent}",
  "dec{Double,Quad,Single}{Radix,SetCoefficient,SetExponent,ToBCD,ToPacked}",
  "dec{Double,Single}{FromWider,ToWider}",
  "decSingle{FromString,ToEngString,ToString,Version,Zero}",
  "decPacked{FromNumber,ToNumber}", "decGetRound",
  "decimal{32,64,128}{Canonical,FromNumber,FromString,IsCanonical}",
  "decimal{32,64,128}{ToEngString,ToNumber,ToString}",
  "{,de}register_frame{,_info,_info_bases}",
  "register_frame{_info_table,_info_table_bases,_table}",
  "dfp_{clear_except,get_round,raise_except,set_round,test_except}",
  "div{_128_by_128,_256_by_128,modbitint4}",
  "{div,mul}{dc,df,di,hc,sc,sf,tc,tf,ti,xc}3", "div{si3,moddi4,modsi4,modti4}",
  "do_{fini,global_ctors_aux,global_dtors_aux,init}",
  "emutls_{get_address,register_common}", "enable_execute_stack", "eprintf",
  "{eq,ne}{df,hf,sf,tf}2",
  "extend{bfsf,dftf,hfdf,hfsf,hftf,hfxf,sfdf,sftf,xftf}2",
  "fe_{getround,raise_inexact}", "fix{,uns}{df,sf,tf}{di,si,ti}",
  "fix{df,sf,tf,xf}bitint", "fix{,uns}{hfti,xfdi,xfti}", "fixunsxfsi",
  "float{bitint,ti,unti}{bf,df,hf,sf,tf,xf}", "float{,un}di{bf,df,sf,tf,xf}",
  "float{,un}si{df,sf,tf}", "frame_state_for",
  "gcc_{bcmp,nested_func_ptr_created,nested_func_ptr_deleted,personality_v0}",
  "gcov_{average,interval,ior,pow2,topn_values}_profiler{,_atomic}",
  "gcov_indirect_call_profiler_v4{,_atomic}",
  "gcov_{close,dump,dump_int,dump_one,exit,filename_to_gcfn,fork}",
  "gcov_{info_to_gcda,init,is_error,lock,open,reset,reset_int,rewrite}",
  "gcov_{seek,unlock}", "gcov_exec{l,le,lp,v,ve,vp}",
  "gcov_merge_{add,ior,time_profile,topn}",
  "gcov_read_{counter,summary,unsigned}",
  "gcov_write_{object_summary,summary,unsigned}",
  "{ge,gt,le,lt,unord}{df,sf,tf}2",
  "generic_{findstack,morestack,morestack_set_initial_sp,releasestack}",
  "gmon_start__", "gnu_{f2h,h2f}_ieee", "hardcfr_check",
  "host_to_ieee_{32,64,128}", "ieee_to_host_{32,64,128}",
  "init_cpu_features{,_constructor,_resolver}", "libc_csu_{fini,init}",
  "libgcc_arm_{tpidr2_save,za_disable}", "{mod,udiv,umod}{di,si,ti}3",
  "morestack{,_allocate_stack_space,_block_signals,_fail,_get_guard}",
  "morestack{_large_model,_load_mmap,_make_guard,_non_split}",
  "morestack{_release_segments,_set_guard,_unblock_signals}",
  "mul{bitint3,odi4,osi4,oti4,vdi3,vsi3,vti3}",
  "neg{df2,di2,sf2,tf2,ti2,vdi2,vsi2,vti2}", "powi{df,sf,tf,xf}2",
  "pthread_atfork", "sfp_handle_exceptions",
  "splitstack_{block_signals,find}{,_context}",
  "splitstack_{getcontext,makecontext,releasecontext,resetcontext,setcontext}",
  "stack_{chk_fail_local,split_initialize}", "strub_{enter,leave,update}",
  "trampoline_setup",
  "trunc{dfbf,dfhf,dfsf,hfbf,sfbf,sfhf,tfbf,tfdf,tfhf,tfsf,tfxf,xfbf,xfhf}2",
  "ucmp{di,ti}2", "udiv{_w_sdiv,moddi4,modsi4,modti4}"
};

/* The other names.  Nearly all functions' names are compared with them, so no
   string begins with a brace, which takes longer.  */
static const char *const others[] = {
  "_Unwind_{Backtrace,DebugHook,DeleteException}",
  "_Unwind_{FindEnclosingFunction,Find_FDE}",
  "_Unwind_{ForcedUnwind,RaiseException}{,_Phase2}",
  "_Unwind_Get{CFA,DataRelBase,GR,IP,IPInfo,LanguageSpecificData}",
  "_Unwind_Get{RegionStart,TextRelBase}",
  "_Unwind_{Resume,Resume_or_Rethrow,SetGR,SetIP}", "_dl_relocate_static_pie",
  "_fini", "_init", "_start", "at_quick_exit", "atexit", "call_weak_fn",
  "deregister_tm_clones", "register_tm_clones",
  "emutls_{alloc,destroy,init,key_destructor}", "frame_dummy", "fstat{,64}",
  "lstat{,64}", "stat{,64}", "fstatat{,64}", "init_have_lse_atomics",
  "mknod{,at}", "pthread_atfork", "set_{fast_math,precision}"
};
/* clang-format on */

/* Whether the name from NAME to END is one of those of PATTERN.  */
static bool
is_of (const char *pattern, const char *name, const char *end)
{
  for (; *pattern != '{'; pattern++, name++)
    if (name == end || *pattern != *name)
      return name == end && *pattern == '\0';
  const char *rest = strchr (pattern, '}') + 1;
  do
    {
      size_t size = strcspn (++pattern, ",}");
      if (size <= (size_t) (end - name) && memcmp (pattern, name, size) == 0
          && is_of (rest, name + size, end))
        return true;
      pattern += size;
    }
  while (*pattern == ',');
  return false;
}

/* Whole names are compared, because those of other functions begin with "__"
   as well.  The compiler adds suffixes after a dot, as in f.cold and f.part.0;
   names in C have no dot.  */
bool
crt_function_name (const char *name)
{
  const char *end = name + strcspn (name, ".");
  bool is_reserved = text_begins (name, "__");
  const char *const *patterns = is_reserved ? reserved : others;
  size_t count = is_reserved ? sizeof reserved / sizeof *reserved
                             : sizeof others / sizeof *others;

  if (is_reserved)
    name += 2;
  /* Nearly all names differ in the first letters from nearly all patterns.  */
  for (size_t i = 0; i < count; i++)
    if ((*patterns[i] == '{'
         || (*patterns[i] == *name
             && (patterns[i][1] == name[1] || patterns[i][1] == '{')))
        && is_of (patterns[i], name, end))
      return true;
  return false;
}

bool
crt_function_inside (const struct function_index *index)
{
  static const char *const names[] = { "_Unwind_RaiseException",
                                       "_Unwind_Resume",
                                       "_Unwind_Backtrace",
                                       "__cxa_throw",
                                       "__libc_start_main",
                                       "__gcov_init",
                                       "__asan_init",
                                       "__tsan_init",
                                       "__ubsan_on_report",
                                       "GOMP_parallel" };

  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      size_t first;
      size_t count = index_named (index, names[i], &first);
      for (size_t k = first; k < first + count; k++)
        if (index->symbols.at[index->by_name[k].idx].size != 0)
          return true;
    }
  return false;
}

/* Whether TEXT, a string of .comment, names a linker that copies .sframe.  */
static bool
copies (const char *text)
{
  /* mold merges .sframe since 2.42.  */
  enum
  {
    MERGES_MAJOR = 2,
    MERGES_MINOR = 42
  };
  char *end;

  if (text_begins (text, "Linker: "))
    return strstr (text, "LLD ") != NULL;
  if (!text_begins (text, "mold ") || !isdigit ((unsigned char) text[5]))
    return false;
  unsigned long major = strtoul (text + 5, &end, 10);
  unsigned long minor = *end == '.' ? strtoul (end + 1, NULL, 10) : 0;
  return major < MERGES_MAJOR
         || (major == MERGES_MAJOR && minor < MERGES_MINOR);
}

bool
copying_linker (const struct image *image)
{
  if (image_find_section (image, ".note.gnu.gold-version", 0) != 0)
    return true;
  uint32_t idx = image_find_section (image, ".comment", 0);
  if (idx == 0)
    return false;
  size_t size;
  const uint8_t *bytes
      = image_section_bytes (image, &image->sections[idx], &size);
  for (size_t at = 0; at < size;)
    {
      const uint8_t *end = memchr (bytes + at, '\0', size - at);
      if (end == NULL)
        break;
      if (copies ((const char *) bytes + at))
        return true;
      at = (size_t) (end - bytes) + 1;
    }
  return false;
}
