//! What solving costs as games grow: the game with any number of men on any number of points, from a few hundred
//! positions to more than ten million.

mod race;
#[cfg(test)]
mod rules;

use std::time::Instant;
use race::Race;
use tourne_solver::graph::{Game, values, proof};
fn status(key:&str)->f64{ let s=std::fs::read_to_string("/proc/self/status").unwrap(); s.lines().find(|l|l.starts_with(key)).unwrap().split_whitespace().nth(1).unwrap().parse::<f64>().unwrap()*1024.0}
fn main(){
    let a:Vec<usize>=std::env::args().skip(1).map(|x|x.parse().unwrap()).collect();
    rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build_global().unwrap();
    let base=status("VmHWM");
    let t=Instant::now();
    let race=Race::new(a[0],a[1]);
    let n=race.states() as f64;
    println!("{}x{} {} positions {} moves built {:.2}s hwm {:.1} B/pos now {:.1}",a[0],a[1],n,race.moves(),t.elapsed().as_secs_f64(),(status("VmHWM")-base)/n,(status("VmRSS")-base)/n);
    std::fs::write("/proc/self/clear_refs","5").unwrap();
    let t=Instant::now();
    let v=values::iterate(&race,&mut |_|()).unwrap();
    println!("values {} sweeps {:.2}s hwm {:.1} now {:.1} start {}",v.sweeps,t.elapsed().as_secs_f64(),(status("VmHWM")-base)/n,(status("VmRSS")-base)/n,(1.0+v.points[race.start()])/2.0);
    std::fs::write("/proc/self/clear_refs","5").unwrap();
    let t=Instant::now();
    let p=proof::prove(&race,&v.points).unwrap();
    println!("proof {:.2}s hwm {:.1} now {:.1} bound {:e} {:?} ties {}",t.elapsed().as_secs_f64(),(status("VmHWM")-base)/n,(status("VmRSS")-base)/n,p.bound(),p.ending,p.ties);
}
