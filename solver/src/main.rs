//! t
use tourne_solver::*;
fn main() {
    let t = std::time::Instant::now();
    for (name, r) in game::Rules::PRESETS {
        let t0 = std::time::Instant::now();
        let mut last = (t0, "");
        let s = solve::solve(r, &mut |s| {
            let n = match s {
                solve::Stage::Enumerating => "enum",
                solve::Stage::Linking => "link",
                solve::Stage::Iterating(_) => "iter",
                solve::Stage::Proving => "prove",
            };
            if n != last.1 {
                eprintln!("   {} {:?}", last.1, last.0.elapsed());
                last = (std::time::Instant::now(), n);
            }
        });
        eprintln!("   {} {:?}", last.1, last.0.elapsed());
        match s {
            Ok(s) => println!(
                "{name} {:?} {:?} {:?} {:?} sweeps {}",
                s.solution.counts(),
                s.findings,
                s.solution.value(r.start()),
                t0.elapsed(),
                s.sweeps
            ),
            Err(e) => println!("{name} {e}"),
        }
    }
    println!("{:?}", t.elapsed());
}
