#include "serve/call/random_digits.h"

#include <stdio.h>
#include <sys/random.h>

bool random_digits(char *out, size_t n)
{
    unsigned char bytes[RANDOM_DIGITS_MOST / 2];

    if (getrandom(bytes, n / 2, 0) != (ssize_t)(n / 2)) return false;
    for (size_t i = 0; i < n / 2; i++)
        snprintf(out + 2 * i, 3, "%02x", bytes[i]);
    return true;
}
