//! The mines of the drawn fields, put together to words of the map.

/// Takes the drawn fields in order and gives the map's words, with the start
/// field, which is not drawn, in its place.
pub struct Output<P: FnMut(u64, u64)> {
    put: P,
    /// The index of the word in the making, its bits so far and their number.
    index: u64,
    word: u64,
    filled: u32,
    /// How many drawn fields are still to come before the start field.
    before_start: u64,
}

impl<P: FnMut(u64, u64)> Output<P> {
    pub fn new(start: u64, put: P) -> Output<P> {
        Output { put, index: 0, word: 0, filled: 0, before_start: start }
    }

    /// Takes the next `count` (1 to 64) drawn fields; the bits past them are 0.
    #[inline]
    pub fn push(&mut self, bits: u64, count: u32) {
        if self.before_start >= u64::from(count) {
            self.before_start -= u64::from(count);
            self.append(bits, count);
        } else {
            // Less than `count`, so less than 64.
            let before = self.before_start as u32;
            self.append(bits & ((1 << before) - 1), before);
            self.append(0, 1);
            self.append(bits >> before, count - before);
            // There are never so many fields left: the start does not return.
            self.before_start = u64::MAX;
        }
    }

    /// Takes the next drawn fields, 64 in every word.
    pub fn push_words(&mut self, words: &[u64]) {
        let count = 64 * words.len() as u64;
        if self.before_start < count {
            words.iter().for_each(|&word| self.push(word, 64));
            return;
        }
        self.before_start -= count;
        for (index, &word) in (self.index..).zip(words) {
            (self.put)(index, self.word | word << self.filled);
            // In two steps, as 64 places at once are too many for `>>`.
            self.word = word >> 1 >> (63 - self.filled);
        }
        self.index += words.len() as u64;
    }

    /// Gives the last word.
    pub fn finish(mut self) {
        if self.before_start == 0 {
            self.append(0, 1);
        }
        if self.filled > 0 {
            (self.put)(self.index, self.word);
        }
    }

    #[inline]
    fn append(&mut self, bits: u64, count: u32) {
        self.word |= bits << self.filled;
        let filled = self.filled + count;
        if filled < 64 {
            self.filled = filled;
        } else {
            (self.put)(self.index, self.word);
            self.index += 1;
            self.word = bits >> 1 >> (63 - self.filled);
            self.filled = filled - 64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_put_between() {
        for fields in [1u64, 2, 63, 64, 65, 127, 128, 129, 300, 320] {
            // All but the start are mines.
            for start in 0..fields {
                for wordwise in [false, true] {
                    let mut words = vec![];
                    let mut output = Output::new(start, |index, bits| {
                        assert_eq!(index, words.len() as u64);
                        words.push(bits);
                    });
                    let mut left = fields - 1;
                    if wordwise {
                        let whole = vec![u64::MAX; (left / 64) as usize];
                        output.push_words(&whole);
                        left %= 64;
                    }
                    while left > 0 {
                        let count = left.min(7) as u32;
                        output.push((1 << count) - 1, count);
                        left -= u64::from(count);
                    }
                    output.finish();
                    assert_eq!(words.len() as u64, fields.div_ceil(64));
                    for field in 0..64 * words.len() as u64 {
                        let bit = words[(field / 64) as usize] >> (field % 64) & 1 == 1;
                        assert_eq!(bit, field < fields && field != start, "{field} {start} {fields}");
                    }
                }
            }
        }
    }
}
