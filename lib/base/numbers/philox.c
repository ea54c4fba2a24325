#include "base/numbers/philox.h"

#include <string.h>

void tr_philox(const uint32_t counter[4], uint64_t key, uint32_t word[4])
{
    uint32_t k0 = (uint32_t)key, k1 = (uint32_t)(key >> 32);
    memcpy(word, counter, 4 * sizeof *word);
    for (int round = 0; round < 10; round++) {
        const uint64_t a = (uint64_t)TR_PHILOX_M0 * word[0], b = (uint64_t)TR_PHILOX_M1 * word[2];
        word[0] = (uint32_t)(b >> 32) ^ word[1] ^ k0;
        word[1] = (uint32_t)b;
        word[2] = (uint32_t)(a >> 32) ^ word[3] ^ k1;
        word[3] = (uint32_t)a;
        k0 += TR_PHILOX_W0;
        k1 += TR_PHILOX_W1;
    }
}

double tr_philox_uniform(const uint32_t counter[4], uint64_t key)
{
    uint32_t word[4];
    tr_philox(counter, key, word);
    return ((double)(word[0] >> 5) * 0x1p26 + (double)(word[1] >> 6)) * 0x1p-53;
}
