//! Numbers of ways, which can be larger than any `f64`.
//!
//! A weight is 0 exactly where there is no way: that is how certainty is told,
//! so a weight must never be rounded to 0. An `f64` does where it is known that
//! the weights are not too far apart; a [`ExtendedFloat`] always does, and is slower.

/// A number of ways, each weighed.
pub trait Weight: Copy {
    /// No way.
    const ZERO: Self;
    /// One way.
    const ONE: Self;
    /// A number that is not negative, and no smaller than a normal `f64`.
    fn new(number: f64) -> Self;
    /// A power of two.
    fn power(exponent: i32) -> Self;
    /// The ways of one or the other.
    fn plus(self, other: Self) -> Self;
    /// The ways of one, each with all of the other.
    fn times(self, other: Self) -> Self;
    /// Whether there is no way.
    fn is_zero(self) -> bool;
    /// A factor, and a power of two.
    fn parts(self) -> (f64, i64);
    /// The natural logarithm.
    fn ln(self) -> f64 {
        let (factor, exponent) = self.parts();
        factor.ln() + exponent as f64 * std::f64::consts::LN_2
    }
    /// How many times as much as another that is not 0.
    fn over(self, other: Self) -> f64;
}

impl Weight for f64 {
    const ZERO: f64 = 0.0;
    const ONE: f64 = 1.0;

    fn new(number: f64) -> f64 {
        number
    }

    fn power(exponent: i32) -> f64 {
        f64::powi(2.0, exponent)
    }

    #[inline]
    fn plus(self, other: f64) -> f64 {
        self + other
    }

    #[inline]
    fn times(self, other: f64) -> f64 {
        self * other
    }

    #[inline]
    fn is_zero(self) -> bool {
        self == 0.0
    }

    fn parts(self) -> (f64, i64) {
        (self, 0)
    }

    fn over(self, other: f64) -> f64 {
        self / other
    }
}

/// A number with a large exponent: `mantissa` times two to the `exponent`. `mantissa`
/// is 0, or at least 1 and less than 2.
#[derive(Clone, Copy, Debug)]
pub struct ExtendedFloat {
    mantissa: f64,
    exponent: i64,
}

const EXPONENT: u64 = 0x7ff << 52;

impl ExtendedFloat {
    /// The same with `mantissa` where it should be.
    #[inline]
    fn normal(self) -> ExtendedFloat {
        let bits = self.mantissa.to_bits();
        let exponent = (bits & EXPONENT) >> 52;
        if exponent == 0 {
            return ExtendedFloat::ZERO;
        }
        let mantissa = f64::from_bits(bits & !EXPONENT | 1023 << 52);
        ExtendedFloat { mantissa, exponent: self.exponent + exponent as i64 - 1023 }
    }
}

impl Weight for ExtendedFloat {
    const ZERO: ExtendedFloat = ExtendedFloat { mantissa: 0.0, exponent: i64::MIN / 4 };
    const ONE: ExtendedFloat = ExtendedFloat { mantissa: 1.0, exponent: 0 };

    fn new(number: f64) -> ExtendedFloat {
        ExtendedFloat { mantissa: number, exponent: 0 }.normal()
    }

    fn power(exponent: i32) -> ExtendedFloat {
        ExtendedFloat { mantissa: 1.0, exponent: i64::from(exponent) }
    }

    #[inline]
    fn plus(self, other: ExtendedFloat) -> ExtendedFloat {
        let (large, small) = if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        let apart = large.exponent - small.exponent;
        if apart > 64 {
            return large;
        }
        let small = small.mantissa * f64::from_bits((1023 - apart as u64) << 52);
        ExtendedFloat { mantissa: large.mantissa + small, exponent: large.exponent }.normal()
    }

    #[inline]
    fn times(self, other: ExtendedFloat) -> ExtendedFloat {
        ExtendedFloat { mantissa: self.mantissa * other.mantissa, exponent: self.exponent + other.exponent }
            .normal()
    }

    #[inline]
    fn is_zero(self) -> bool {
        self.mantissa == 0.0
    }

    fn parts(self) -> (f64, i64) {
        (self.mantissa, self.exponent)
    }

    fn over(self, other: ExtendedFloat) -> f64 {
        let apart = (self.exponent - other.exponent).clamp(-1022, 1023);
        self.mantissa / other.mantissa * f64::powi(2.0, apart as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn wide_weights_are_like_narrow_ones_where_those_do(
            a in prop_oneof![Just(0.0), 1e-40..1e40_f64], b in prop_oneof![Just(0.0), 1e-40..1e40_f64], c in 1e-40..1e40_f64
        ) {
            let wide = ExtendedFloat::new(a).plus(ExtendedFloat::new(b)).times(ExtendedFloat::new(c));
            let narrow = (a + b) * c;
            prop_assert_eq!(wide.is_zero(), narrow == 0.0);
            prop_assert!((wide.over(ExtendedFloat::ONE) - narrow).abs() <= narrow * 1e-15);
            if narrow > 0.0 {
                prop_assert!((wide.ln() - f64::ln(narrow)).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn wide_weights_do_not_end() {
        let tiny = ExtendedFloat::power(-1_000_000).times(ExtendedFloat::new(3.0));
        assert!(!tiny.is_zero() && !tiny.times(tiny).is_zero());
        assert_eq!(tiny.plus(tiny).over(tiny), 2.0);
        assert_eq!(tiny.plus(ExtendedFloat::ONE).over(ExtendedFloat::ONE), 1.0);
        assert!(
            ExtendedFloat::ZERO.times(tiny).is_zero()
                && ExtendedFloat::ZERO.plus(ExtendedFloat::ZERO).is_zero()
        );
    }
}
