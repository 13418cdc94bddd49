// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright (C) 2026 the sfmerge authors

// go-work.go - goroutines at work for go-sampler.c, until they are killed:
// recursion, interfaces, closures, maps, channels, defer and recover, sorting,
// and the packages that programs use most, some of which are in assembly.

package main

import (
    "bytes"
    "compress/flate"
    "crypto/sha256"
    "encoding/json"
    "fmt"
    "io"
    "math/big"
    "regexp"
    "runtime"
    "runtime/debug"
    "sort"
    "strings"
    "sync"
    "text/template"
)

type tree struct {
    left, right *tree
    value       int
}

type shape interface{ area(depth int) int }

type square struct{ side int }
type disc struct{ radius int }

func (s square) area(depth int) int {
    if depth == 0 {
        return s.side * s.side
    }
    return disc{s.side}.area(depth-1) + 1
}

func (d *disc) grow() { d.radius++ }

func (d disc) area(depth int) int {
    if depth == 0 {
        return 3 * d.radius * d.radius
    }
    d.grow()
    var next shape = square{d.radius}
    return next.area(depth - 1)
}

func grow(t *tree, value int) *tree {
    if t == nil {
        return &tree{value: value}
    }
    if value < t.value {
        t.left = grow(t.left, value)
    } else {
        t.right = grow(t.right, value)
    }
    return t
}

func (t *tree) sum() int {
    if t == nil {
        return 0
    }
    return t.left.sum() + t.value + t.right.sum()
}

func divide(a, b int) (result int) {
    defer func() {
        if recover() != nil {
            result = -1
        }
    }()
    return a / b
}

func kind(value int) string {
    switch value & 15 {
    case 0:
        return "zero"
    case 1:
        return "one"
    case 2:
        return "two"
    case 3:
        return "three"
    case 4:
        return "four"
    case 5:
        return "five"
    case 6:
        return "six"
    case 7:
        return "seven"
    case 8:
        return "eight"
    }
    return "many"
}

func calculate(seed int) int {
    var root *tree
    total := 0
    for i := 0; i < 200; i++ {
        seed = seed*1103515245 + 12345
        root = grow(root, seed>>8&0xffff)
        total += len(kind(seed>>16)) + divide(i, i&127)
    }
    var s shape = square{seed & 7}
    return total + root.sum() + s.area(20)
}

func text(seed int) int {
    words := strings.Fields(strings.Repeat("the quick brown fox jumps ", 40))
    sort.Slice(words, func(a, b int) bool { return words[a] < words[b] })
    count := map[string]int{}
    for _, word := range words {
        count[word] += seed & 3
    }
    made, _ := json.Marshal(count)
    back := map[string]int{}
    json.Unmarshal(made, &back)
    pattern := regexp.MustCompile(`(b|f)[a-z]+ (\w+)`)
    return len(pattern.FindAllString(strings.Join(words, " "), -1)) + len(back) +
        len(fmt.Sprintf("%v %x %q", count, seed, words[:3]))
}

var page = template.Must(template.New("page").Parse(
    `{{range $i, $w := .}}{{if $i}}, {{end}}{{printf "%s:%d" $w $i}}{{end}}`))

func numbers(seed int) int {
    a, b := big.NewInt(int64(seed)), big.NewInt(1)
    for i := int64(1); i < 120; i++ {
        b.Mul(b, a.Add(a, big.NewInt(i)))
        b.Mod(b, new(big.Int).Lsh(big.NewInt(1), 900))
    }
    hash := sha256.Sum256(b.Bytes())
    var packed bytes.Buffer
    w, _ := flate.NewWriter(&packed, 6)
    w.Write(bytes.Repeat(hash[:], 60))
    w.Close()
    page.Execute(&packed, []string{"a", fmt.Sprint(seed)})
    n, _ := io.Copy(io.Discard, flate.NewReader(&packed))
    return int(n)
}

func main() {
    runtime.GOMAXPROCS(3)
    debug.SetGCPercent(1000)
    results := make(chan int)
    var group sync.WaitGroup
    for i, work := range []func(int) int{calculate, text, numbers, calculate} {
        group.Add(1)
        go func(seed int, work func(int) int) {
            defer group.Done()
            for {
                for i := 0; i < 50; i++ {
                    seed = work(seed)
                }
                results <- seed
            }
        }(i+1, work)
    }
    go group.Wait()
    total := 0
    for result := range results {
        total += result
    }
    fmt.Println(total)
}
