#include "metrics/pcg.h"

/* ---- 128 bits, in halves, high and low ---------------------------------------------------- */

static void add(uint64_t x[2], uint64_t high, uint64_t low)
{
    x[1] += low;
    x[0] += high + (x[1] < low);
}

/* x * y, of which the high half; the low one is x * y in 64 bits. */
static uint64_t multiply_high(uint64_t x, uint64_t y)
{
    const uint64_t x_low = (uint32_t)x, x_high = x >> 32, y_low = (uint32_t)y, y_high = y >> 32;
    const uint64_t middle = x_high * y_low + (x_low * y_low >> 32);
    const uint64_t carry = (uint32_t)middle + x_low * y_high;
    return x_high * y_high + (middle >> 32) + (carry >> 32);
}

static void multiply(uint64_t x[2], uint64_t high, uint64_t low)
{
    x[0] = multiply_high(x[1], low) + x[1] * high + x[0] * low;
    x[1] *= low;
}

/* ---- Seeding: O'Neill's seed_seq_fe with a pool of 4, which numpy calls SeedSequence ------ */

enum { POOL = 4 };

static uint32_t hash(uint32_t x, uint32_t *constant, uint32_t factor)
{
    x ^= *constant;
    *constant *= factor;
    x *= *constant;
    return x ^ x >> 16;
}

static uint32_t mix(uint32_t x, uint32_t y)
{
    const uint32_t z = 0xCA01F9DDU * x - 0x4973F715U * y;
    return z ^ z >> 16;
}

static void fill_pool(uint64_t seed, uint32_t pool[POOL])
{
    const uint32_t entropy[POOL] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    uint32_t constant = 0x43B0D7E5U;
    const uint32_t factor = 0x931E8875U;

    for (int i = 0; i < POOL; i++)
        pool[i] = hash(entropy[i], &constant, factor);
    for (int from = 0; from < POOL; from++)
        for (int to = 0; to < POOL; to++)
            if (from != to) pool[to] = mix(pool[to], hash(pool[from], &constant, factor));
}

/* ---- The generator ----------------------------------------------------------------------- */

static void step(tr_pcg *r)
{
    multiply(r->state, 0x2360ED051FC65DA4U, 0x4385DF649FCCF645U);
    add(r->state, r->increment[0], r->increment[1]);
}

void tr_pcg_seed(tr_pcg *r, uint64_t seed)
{
    uint32_t pool[POOL], constant = 0x8B51F9DDU;
    uint64_t words[4]; /* the start, then the stream; each high half first */

    fill_pool(seed, pool);
    for (int i = 0; i < 4; i++) {
        const uint32_t low = hash(pool[2 * i % POOL], &constant, 0x58F38DEDU);
        const uint32_t high = hash(pool[(2 * i + 1) % POOL], &constant, 0x58F38DEDU);
        words[i] = (uint64_t)high << 32 | low;
    }
    *r = (tr_pcg){.increment = {words[2] << 1 | words[3] >> 63, words[3] << 1 | 1}};
    step(r);
    add(r->state, words[0], words[1]);
    step(r);
}

static uint64_t next_64(tr_pcg *r)
{
    step(r);
    const uint64_t x = r->state[0] ^ r->state[1];
    const unsigned rotation = (unsigned)(r->state[0] >> 58);
    return x >> rotation | x << (-rotation & 63);
}

/* The low half of a number comes first. */
static uint32_t next_32(tr_pcg *r)
{
    r->has_half = !r->has_half;
    if (!r->has_half) return r->half;
    const uint64_t x = next_64(r);
    r->half = (uint32_t)(x >> 32);
    return (uint32_t)x;
}

/* Lemire 2019: the high half of a product is uniform but for a few low halves, which are drawn
 * again. */
uint32_t tr_pcg_below(tr_pcg *r, uint32_t n)
{
    if (n == 1) return 0; /* numpy draws nothing */
    uint64_t product = (uint64_t)next_32(r) * n;

    if ((uint32_t)product < n) {
        const uint32_t first_fair = -n % n;
        while ((uint32_t)product < first_fair)
            product = (uint64_t)next_32(r) * n;
    }
    return (uint32_t)(product >> 32);
}
