// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright (C) 2026 the sfmerge authors
//
// synth-rust.rs - a library that panics, unwinds and runs threads.

use std::collections::{BTreeMap, HashMap};

fn deep(n: u32, counts: &mut HashMap<String, u32>) -> u32 {
    if n == 0 {
        let empty: Vec<u32> = Vec::new();
        return empty[counts.len()];
    }
    *counts.entry(format!("{}", n % 7)).or_insert(0) += n;
    deep(n - 1, counts) + 1
}

#[no_mangle]
pub extern "C" fn rust_part() -> u64 {
    let caught = std::panic::catch_unwind(|| {
        let mut counts = HashMap::new();
        deep(20, &mut counts)
    })
    .is_err();
    let mut names = BTreeMap::new();
    for i in 0..1000u64 {
        names.insert(i * 7919 % 1009, i.to_string());
    }
    let worker = std::thread::spawn(move || {
        names.values().map(|name| name.len() as u64).sum::<u64>()
    });
    worker.join().unwrap() + caught as u64
}
