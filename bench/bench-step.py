#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Judge by single steps the rows that `sfmerge synth --fill=code` makes:

    bench-step.py [--samples N] [--most M] [--time T] [--rows] [--jobs J]
                  [--only WORD] [--walks]

Copies of codecs, libgmp and all that they load get .sframe, once with rows of
instructions and once without, and run under testsuite/stepper/prove-step on
video that ffmpeg makes, for each set of instructions that they can be told to
use.  What is not installed is left out.  Each run gives N samples, at most M of
one function, T microseconds apart; --rows also stops at each row when it is
first reached.  With --walks the stacks of both copies are walked instead.  WORD
is in the names of the runs.

Exit status: 1 if a row was wrong.  SFMERGE is the program, BENCH_STEPPER
prove-step, BENCH_FOLDER where the copies go.
"""

import argparse
import collections
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys

SFMERGE = os.path.abspath(os.environ.get("SFMERGE", "./sfmerge"))
STEPPER = os.path.abspath(os.environ.get(
    "BENCH_STEPPER", "testsuite/stepper/prove-step"))
FOLDER = os.path.abspath(os.path.join(
    os.environ.get("BENCH_FOLDER", "bench/scratch"), "step"))
PLAIN, CODE = "plain", "code"
LOADER = "ld-linux-x86-64.so.2"
PROGRAMS = ("x264", "x265", "dav1d", "vpxenc", "vpxdec", "aomenc",
            "ffmpeg", "python3")
# Loaded at run time, by python3.
MORE = ("libgmp.so.10",)

# Arguments of ffmpeg for each file of media; {} is the folder.
VIDEO = ("testsrc2=size=480x272:rate=25[a];mandelbrot=size=480x272:rate=25[b];"
         "[a][b]blend=all_mode=average,noise=alls=12:allf=t,format=yuv420p")
FROM_VIDEO = ("-i", "{}/video.y4m")
MEDIA = {
    "video.y4m": ("-filter_complex", VIDEO, "-frames:v", "100"),
    "video10.y4m": (*FROM_VIDEO, "-pix_fmt", "yuv420p10", "-strict", "-1"),
    "av1.ivf": (*FROM_VIDEO, "-c:v", "libaom-av1", "-cpu-used", "6",
                "-b:v", "500k"),
    "av1-10.ivf": ("-i", "{}/video10.y4m", "-c:v", "libaom-av1", "-cpu-used",
                   "6", "-b:v", "500k", "-frames:v", "60"),
    "vp9.webm": (*FROM_VIDEO, "-c:v", "libvpx-vp9", "-cpu-used", "5",
                 "-b:v", "500k"),
    "h264.mp4": (*FROM_VIDEO, "-c:v", "libx264", "-preset", "fast"),
    "hevc.mp4": (*FROM_VIDEO, "-c:v", "libx265", "-preset", "fast",
                 "-x265-params", "log-level=none"),
    "mpeg4.avi": (*FROM_VIDEO, "-c:v", "mpeg4", "-b:v", "2M"),
    "lossless.avi": (*FROM_VIDEO, "-c:v", "utvideo"),
    "sound.wav": ("-f", "lavfi", "-i", "anoisesrc=d=20,volume=0.3",
                  "-ac", "2"),
}

GMP = """
import ctypes, random
g = ctypes.CDLL('libgmp.so.10')
Z = ctypes.c_uint64 * 2
def new(bits):
    z = Z()
    g.__gmpz_init_set_str(z, hex(random.getrandbits(bits) | 1)[2:].encode(),
                          16)
    return z
r, q, s = new(1), new(1), new(1)
random.seed(1)
for turn in range(100000):
    n = random.choice((60, 130, 700, 3000, 9000, 40000))
    a, b, m = new(n), new(n // random.randint(1, 3) + 2), new(n // 2 + 9)
    for f in ('mul', 'add', 'sub', 'gcd', 'and', 'ior', 'xor', 'lcm'):
        getattr(g, '__gmpz_' + f)(r, a, b)
    g.__gmpz_tdiv_qr(q, r, a, b)
    g.__gmpz_divexact(q, a, b)
    g.__gmpz_sqrtrem(q, r, a)
    g.__gmpz_gcdext(r, q, s, a, b)
    g.__gmpz_invert(r, b, m)
    g.__gmpz_mul(r, a, a)
    g.__gmpz_mul_2exp(r, a, 13)
    g.__gmpz_tdiv_q_2exp(r, a, 13)
    g.__gmpz_hamdist(a, b)
    g.__gmpz_popcount(a)
    g.__gmpz_tdiv_ui(a, ctypes.c_ulong(12345677))
    g.__gmpz_mul_ui(r, a, ctypes.c_ulong(12345677))
    g.__gmpz_addmul_ui(r, a, ctypes.c_ulong(12345677))
    g.__gmpz_submul_ui(r, a, ctypes.c_ulong(12345677))
    if n < 3000:
        g.__gmpz_powm(r, a, b, m)
        g.__gmpz_probab_prime_p(m, 2)
    for z in (a, b, m):
        g.__gmpz_clear(z)
"""


def each_run(media):
    """(name, environment, command) of all runs."""
    video, deep = media + "/video.y4m", media + "/video10.y4m"
    null, again = ("-f", "null", "-"), ("-stream_loop", "20")

    def x264(*words):
        return ("x264", "--quiet", "--no-progress", "--threads", "1",
                *words, "-o", "/dev/null", video)

    for asm, preset in (("MMX2", "fast"), ("SSE2Fast", "medium"),
                        ("SSSE3", "slow"), ("SSE4.2", "medium"),
                        ("AVX", "slower"), ("AVX2", "medium"),
                        ("AVX512", "veryslow")):
        yield f"x264 {asm}", {}, x264("--asm", asm, "--preset", preset)
    yield "x264", {}, x264("--preset", "faster", "--qp", "0")
    yield "x264 interlaced", {}, x264("--tff", "--preset", "slow")
    yield "x264 4:4:4", {}, x264("--output-csp", "i444", "--no-8x8dct")
    for asm in ("SSE2", "AVX2"):
        yield f"x264 10 bits {asm}", {}, x264(
            "--asm", asm, "--output-depth", "10", "--preset", "medium")
    for mask in ("sse2", "ssse3", "sse41", "avx2", "avx512icl"):
        for name in ("av1", "av1-10"):
            yield f"dav1d {mask} {name}", {}, (
                "dav1d", "--threads", "1", "--cpumask", mask, "-q", "-i",
                f"{media}/{name}.ivf", "--muxer", "null", "-o", "/dev/null")
    for asm, preset in (("SSE2", "medium"), ("SSSE3", "fast"),
                        ("SSE4.1", "medium"), ("AVX", "fast"),
                        ("AVX2", "slow"), ("AVX512", "medium")):
        for depth in ("8", "10"):
            yield f"x265 {asm} {depth}", {}, (
                "x265", "--log-level", "none", "--no-progress", "--pools",
                "none", "-F", "1", "--asm", asm, "--preset", preset,
                "--output-depth", depth, "-o", "/dev/null", video)
    for name, caps in (("sse2", 0x7), ("ssse3", 0x1f), ("sse4.1", 0x3f),
                       ("avx2", 0xff), ("avx512", 0x1ff)):
        yield f"vpxenc {name}", {"VPX_SIMD_CAPS": str(caps)}, (
            "vpxenc", "--codec=vp9", "--ivf", "-q", "--rt", "--cpu-used=3",
            "-t", "1", "-o", "/dev/null", video)
        yield f"vp8 {name}", {"VPX_SIMD_CAPS": str(caps)}, (
            "vpxenc", "--codec=vp8", "--ivf", "-q", "--good", "--cpu-used=2",
            "-t", "1", "-o", "/dev/null", video)
        yield f"vpxdec {name}", {"VPX_SIMD_CAPS": str(caps)}, (
            "vpxdec", "--noblit", "-t", "1", media + "/vp9.webm")
        yield f"aomenc {name}", {"AOM_SIMD_CAPS": str(caps)}, (
            "aomenc", "--ivf", "-q", "--rt", "--cpu-used=7", "-t", "1", "-o",
            "/dev/null", video)
    for flags in ("mmxext", "sse2", "ssse3", "sse4.2", "avx", "avx2",
                  "avx512"):
        def ffmpeg(*words, flags=flags):
            return ("ffmpeg", "-v", "error", "-nostdin", "-cpuflags", flags,
                    "-threads", "1", "-filter_threads", "1", *words)

        for name in ("h264.mp4", "hevc.mp4", "vp9.webm", "mpeg4.avi",
                     "lossless.avi"):
            yield f"ffmpeg {flags} {name}", {}, ffmpeg(
                *again, "-i", f"{media}/{name}", *null)
        yield f"swscale {flags}", {}, ffmpeg(
            *again, "-i", video, "-vf",
            "scale=500:300:flags=bicubic,format=rgb24,"
            "scale=352:288:flags=lanczos,format=yuv444p,format=bgra,"
            "format=yuyv422,format=nv12,format=yuv420p10", *null)
        yield f"swscale {flags} 10", {}, ffmpeg(
            *again, "-i", deep, "-vf",
            "scale=640:400:flags=bilinear,format=gbrp,format=yuv420p,"
            "format=rgb565,format=gray", *null)
        yield f"swresample {flags}", {}, ffmpeg(
            *again, "-i", media + "/sound.wav", "-af",
            "aresample=44100:out_sample_fmt=fltp,"
            "aresample=48000:out_sample_fmt=s16p", "-c:a", "ac3", *null)
        yield f"filters {flags}", {}, ffmpeg(
            *again, "-i", video, "-vf", "yadif,gradfun,hqdn3d,idet", *null)
    yield "gmp", {"PYTHONHOME": "/usr"}, ("python3", "-c", GMP)


def run(args, **more):
    """Run ARGS, which must not fail."""
    done = subprocess.run(args, check=False, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          **more)
    if done.returncode:
        sys.exit(f"{args}: status {done.returncode}\n"
                 + done.stdout.decode("utf-8", "replace")[:2000])
    return done.stdout.decode("utf-8", "replace")


def images():
    """{name: path} of the programs and of all that they load."""
    found = {}
    for program in PROGRAMS:
        path = shutil.which(program, path="/usr/bin:/bin")
        if not path:
            print(f"{program} is not installed", file=sys.stderr)
            continue
        found[program] = os.path.realpath(path)
        for line in run(["ldd", path]).splitlines():
            match = re.search(r"(/\S+) \(0x", line)
            if match:
                found[os.path.basename(match[1])] = match[1]
    folder = os.path.dirname(found["libc.so.6"])
    found.update({name: os.path.join(folder, name) for name in MORE
                  if os.path.exists(os.path.join(folder, name))})
    return found


def make_copies(found):
    """Make both copies of the images FOUND, where they are not there yet."""
    for name, path in sorted(found.items()):
        for which, more in ((PLAIN, ()), (CODE, ("--fill=code",))):
            copy = os.path.join(FOLDER, which, name)
            if os.path.exists(copy):
                continue
            os.makedirs(os.path.dirname(copy), exist_ok=True)
            done = subprocess.run([SFMERGE, "synth", "-q", *more, "-o", copy,
                                   path], check=False)
            if done.returncode:
                print(f"{name} is left as it is", file=sys.stderr)
                shutil.copy(path, copy)
            os.chmod(copy, 0o755)


def make_media():
    """The folder of the files of MEDIA."""
    folder = os.path.join(FOLDER, "media")
    os.makedirs(folder, exist_ok=True)
    for name, words in MEDIA.items():
        path = os.path.join(folder, name)
        if not os.path.exists(path):
            run(["ffmpeg", "-v", "error", "-nostdin", "-y",
                 *(word.format(folder) for word in words), path])
    return folder


def step(which, name, environment, command, options):
    """Run COMMAND of the copies WHICH under the stepper; the path of the
    report."""
    folder = os.path.join(FOLDER, which)
    report = os.path.join(FOLDER, "reports", re.sub(r"\W+", "-", name)
                          + f".{which}")
    os.makedirs(os.path.dirname(report), exist_ok=True)
    with open(report + ".said", "wb") as said:
        subprocess.run(
            [STEPPER, "-o", report, *options, os.path.join(folder, LOADER),
             "--library-path", folder, os.path.join(folder, command[0]),
             *command[1:]],
            check=False, stdin=subprocess.DEVNULL, stdout=said,
            stderr=subprocess.STDOUT, env=dict(os.environ, **environment))
    return report


def text(path):
    """The contents of the file PATH."""
    with open(path, encoding="utf-8") as file:
        return file.read()


COUNTS = re.compile(
    r"^(.*): samples (\d+) by timer, (\d+) by row: right (\d+), wrong (\d+), "
    r"given up (\d+); functions (\d+); rows compared (\d+), at (\d+)", re.M)


def judge(runs, args):
    """Judge rows in RUNS; how many were wrong."""
    sums = collections.defaultdict(lambda: [0] * 8)
    options = ["-d", os.path.join(FOLDER, PLAIN), "-n", str(args.samples),
               "-m", str(args.most), "-t", str(args.time)] + ["-b"] * args.rows
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        waiting = {pool.submit(step, CODE, *one, options): one[0]
                   for one in runs}
        for done in concurrent.futures.as_completed(waiting):
            found = text(done.result())
            for line in found.splitlines():
                if line.startswith("wrong"):
                    print(line)
            for match in COUNTS.finditer(found):
                name = os.path.basename(match[1])
                for i in range(8):
                    sums[name][i] += int(match[i + 2])
            print(f"{waiting[done]}: {found.splitlines()[-1]}", flush=True)
    print("library: by timer, by row, right, wrong, given up; rows compared")
    for name, row in sorted(sums.items(), key=lambda item: -item[1][6]):
        print(f"{name}: " + " ".join(str(n) for n in row[:5]) + f"; {row[6]}")
    return sums["all"][3]


def walk(runs, args):
    """Print how many walks of RUNS stop, without and with rows of code."""
    for one in runs:
        for which in (PLAIN, CODE):
            found = text(step(which, *one, ["-w", "-n", str(args.samples),
                                            "-t", "2000"]))
            print(f"{one[0]}, {which}: {found.splitlines()[0]}", flush=True)


def main():
    """Make what is needed, and run."""
    options = argparse.ArgumentParser()
    options.add_argument("--samples", type=int, default=400)
    options.add_argument("--most", type=int, default=20)
    options.add_argument("--time", type=int, default=100)
    options.add_argument("--rows", action="store_true")
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--only", default="")
    options.add_argument("--walks", action="store_true")
    args = options.parse_args()
    found = images()
    make_copies(found)
    runs = [one for one in each_run(make_media())
            if one[2][0] in found and args.only.lower() in one[0].lower()]
    if not runs:
        sys.exit("no run has that word in its name, and its program here")
    if args.walks:
        walk(runs, args)
        return 0
    return 1 if judge(runs, args) else 0


if __name__ == "__main__":
    sys.exit(main())
