#include "input/protected_words.h"

#include "base/utf8.h"
#include "input/stress.h"

int tr_find_readings(tr_protected *h, const tr_finding *f, tr_span gap)
{
    enum { SOFT_HYPHEN = 0xAD, HYPHEN = 0x2010, NO_BREAK_HYPHEN = 0x2011 };
    int32_t c;
    int rc = 0;

    for (size_t at = gap.begin, n; rc == 0 && at < gap.end; at += n) {
        n = 1;
        if ((unsigned char)f->text[at] < 0xC2) continue;
        n = tr_utf8_decode(f->text + at, gap.end - at, &c);
        if (c == SOFT_HYPHEN || c == HYPHEN || c == NO_BREAK_HYPHEN)
            rc = tr_protected_add(h, (tr_span){at, at + n}, TR_PROTECTED_BY_READING, f->err);
    }
    return rc;
}

int tr_find_capital_codes(tr_protected *h, const tr_finding *f, tr_span gap)
{
    tr_span word = {.end = gap.begin};
    int rc = 0;

    while (rc == 0 && tr_capital_word_next(f->text, gap.end, word.end, &word)) {
        enum tr_capital_word is;
        rc = tr_capital_word_judge(f->chunks, h->stops->articles, h->capitals, f->text, word, &is,
                                   f->err);
        if (rc == 0 && is == TR_CAPITALS_CODE)
            rc = tr_protected_add(h, word, TR_PROTECTED_BY_STAND_IN, f->err);
    }
    return rc;
}
