#include "text/terms/words_around.h"

#include "base/unicode.h"
#include "base/utf8.h"
#include "text/terms/inflection.h"

static bool belongs(int32_t c)
{
    return tr_is_letter(c) || c == '-';
}

bool tr_word_before(const char *text, size_t at, tr_span *word)
{
    if (at == 0 || text[at - 1] != ' ') return false;
    *word = (tr_span){tr_utf8_skip_back(text, 0, at - 1, belongs), at - 1};
    return word->begin < word->end;
}

bool tr_word_after(const char *text, size_t len, size_t at, tr_span *word)
{
    if (at >= len || text[at] != ' ') return false;
    *word = (tr_span){at + 1, tr_utf8_skip(text, at + 1, len, belongs)};
    return word->begin < word->end;
}

const char *tr_small_word(tr_region *region, const char *text, tr_span word)
{
    tr_buf small = {0};

    tr_fold(text + word.begin, word.end - word.begin, &small);
    const char *const copy = tr_region_keep(region, &small);
    return copy ? copy : "";
}
