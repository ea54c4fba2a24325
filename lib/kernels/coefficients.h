/*
 * coefficients.h - the numbers of exp and erf, shared by the reference and the instruction sets.
 *
 * Minimax fits; the errors are of the whole evaluation in float, measured over every float against
 * the double functions of libm: exp 0.9 ulp, erf 1.3 ulp.
 */
#ifndef TR_COEFFICIENTS_H
#define TR_COEFFICIENTS_H

/* exp(x) = 2^n exp(r), n = round(x / ln 2), r = x - n ln 2 in two steps (Cody and Waite): n times
 * EXP_LN2_HIGH is exact.  Outside [EXP_LOW, EXP_HIGH] the result is no normal float. */
#define EXP_LOW      (-0x1.5d589ep+6f)
#define EXP_HIGH     0x1.62e42ep+6f
#define EXP_LOG2E    0x1.715476p+0f
#define EXP_LN2_HIGH 0x1.62e4p-1f
#define EXP_LN2_LOW  0x1.7f7d1cp-20f

/* Adding 1.5 * 2^23 leaves the nearest integer in the low bits of the sum. */
#define EXP_ROUND 12582912.0f

/* exp(r) = 1 + r + r^2 (C2 + C3 r + ...), |r| <= ln 2 / 2. */
#define EXP_C2 0x1.fffffcp-2f
#define EXP_C3 0x1.55549p-3f
#define EXP_C4 0x1.5558fap-5f
#define EXP_C5 0x1.123b6ap-7f
#define EXP_C6 0x1.6a21acp-10f

/* decay(x) = 2^n 2^-r, n = round(x / ln 2), r = n - x / ln 2; x >= DECAY_LOW.
 * 2^-r = 1 + C1 r + C2 r^2 + ..., |r| <= 1/2. */
#define DECAY_LOW (-86.0f)
#define DECAY_C1  (-0x1.62e42ap-1f)
#define DECAY_C2  0x1.ebf9bap-3f
#define DECAY_C3  (-0x1.c6b756p-5f)
#define DECAY_C4  0x1.3ceae2p-7f
#define DECAY_C5  (-0x1.5bb9b6p-10f)

/* |x| < ERF_SPLIT:  erf(x) = x + x (S0 + S1 x^2 + ...).
 * Above, with a = min(|x|, ERF_END):  erf(x) = sign(x) (1 - exp(-a (L0 + L1 a + ...))). */
#define ERF_SPLIT 0.9f
#define ERF_END   4.0f

#define ERF_S0 0.12837915122509003f
#define ERF_S1 (-0.3761252462863922f)
#define ERF_S2 0.11282140761613846f
#define ERF_S3 (-0.02677891217172146f)
#define ERF_S4 0.005011966917663813f
#define ERF_S5 (-0.0006090379320085049f)

#define ERF_L0 1.1285200119018555f
#define ERF_L1 0.6356993913650513f
#define ERF_L2 0.1052868515253067f
#define ERF_L3 (-0.022906029596924782f)
#define ERF_L4 0.0032199749257415533f
#define ERF_L5 (-0.00021459494018927217f)

#define SQRT_HALF    0x1.6a09e6p-1f
#define GELU_SIGMOID 1.702f
/* x (1 + tanh(u)) / 2 is x / (1 + exp(-2 u)), u = sqrt(2 / pi) (x + 0.044715 x^3). */
#define GELU_TANH_1  (-1.5957691216057308f)
#define GELU_TANH_3  (-0.07135481282553604f)
#define INV_SQRT_2PI 0x1.988454p-2f

/* quantize(): below 2^-100 a row counts as zero; bit patterns of |x|. */
#define QUANTIZE_TINY 0x0d800000
#define FLOAT_INF     0x7f800000

#endif
