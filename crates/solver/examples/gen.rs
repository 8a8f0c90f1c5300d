use omnisweep_engine::*;
use omnisweep_solver::*;
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let (h,w,m,repair,secs): (u64,u64,u64,bool,f64) = (a[1].parse().unwrap(),a[2].parse().unwrap(),a[3].parse().unwrap(),a[4]=="repair",a[5].parse().unwrap());
    let shape = Shape::new(&[h,w]).unwrap();
    let mut g = NoGuess::new(&shape, m, NoGuess::centre(&shape), if repair {Method::Repair} else {Method::Draw}).unwrap();
    let t = Instant::now();
    let (mut n, mut ok) = (0u64,0);
    while t.elapsed().as_secs_f64() < secs { if g.attempt(1, n, || true).is_some() { ok+=1 } n+=1; }
    let s = t.elapsed().as_secs_f64();
    println!("{h}x{w}/{m} {}: {ok} of {n}, {:.1} boards/s, {:.1} us/attempt", a[4], ok as f64/s, s/n as f64*1e6);
}
