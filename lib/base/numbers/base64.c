#include "base/numbers/base64.h"

#include <stdint.h>
#include <string.h>

static const char digits64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

bool tr_base64_decode(const char *text, size_t size, tr_buf *out)
{
    uint32_t bits = 0;
    size_t n = 0, padding = 0;

    for (size_t i = 0; i < size; i++) {
        if (strchr(" \t\r\n", text[i]) && text[i]) continue;
        const char *const digit = text[i] ? strchr(digits64, text[i]) : NULL;
        if (text[i] == '=') {
            padding++;
            continue;
        }
        if (!digit || padding) return false;
        bits = bits << 6 | (uint32_t)(digit - digits64);
        if (++n % 4) continue;
        const char bytes[] = {(char)(bits >> 16), (char)(bits >> 8), (char)bits};
        tr_buf_add(out, bytes, 3);
    }
    if (n % 4 == 1 || padding > 2) return false;
    const char rest[] = {(char)(n % 4 == 2 ? bits >> 4 : bits >> 10), (char)(bits >> 2)};
    if (n % 4) tr_buf_add(out, rest, n % 4 - 1);
    return true;
}

void tr_base64_encode(const char *bytes, size_t n, tr_buf *out)
{
    for (size_t i = 0; i < n; i += 3) {
        const size_t left = n - i < 3 ? n - i : 3;
        uint32_t bits = 0;
        char four[4];
        for (size_t k = 0; k < 3; k++)
            bits = bits << 8 | (k < left ? (unsigned char)bytes[i + k] : 0);
        for (size_t k = 0; k < 4; k++)
            four[k] = k <= left ? digits64[bits >> (18 - 6 * k) & 63] : '=';
        tr_buf_add(out, four, 4);
    }
}
