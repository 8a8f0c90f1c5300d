//! stub
pub struct Rand {
    r: Vec<u32>,
    i: usize,
}
impl Rand {
    pub fn new(seed: u32) -> Rand {
        let mut r = vec![0u32; 34];
        r[0] = if seed == 0 { 1 } else { seed };
        for i in 1..31 {
            let w = (16807 * i64::from(r[i - 1] as i32)) % 2147483647;
            r[i] = if w < 0 { w + 2147483647 } else { w } as u32;
        }
        for i in 31..34 {
            r[i] = r[i - 31];
        }
        let mut s = Rand { r, i: 34 };
        for _ in 34..344 {
            s.next();
        }
        s
    }
    pub fn next(&mut self) -> u32 {
        let n = self.r.len();
        let v = self.r[n - 3].wrapping_add(self.r[n - 31]);
        self.r.push(v);
        self.r.remove(0);
        self.i += 1;
        v >> 1
    }
}
pub fn draw(rand: &mut Rand, fields: u64, mines: u64, start: u64, mut put: impl FnMut(u64, u64)) {
    let (mut left, mut m) = (fields - 1, mines);
    let mut bits = 0u64;
    for i in 0..fields {
        if i != start {
            let x = u64::from(rand.next()) << 32 | u64::from(rand.next());
            if x % left < m {
                m -= 1;
                bits |= 1 << (i % 64);
            }
            left -= 1;
        }
        if i % 64 == 63 || i + 1 == fields {
            put(i / 64, bits);
            bits = 0;
        }
    }
}
