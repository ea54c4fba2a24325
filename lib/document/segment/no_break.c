#include "document/segment/no_break.h"

#include <string.h>

#include "text/numbers/numerals.h"
#include "text/placeables/placeables.h"

enum { MOST = 64 /* numbers; later ones are not looked at */ };

typedef struct held {
    tr_numeral number;
    const char *blank;
} held;

/* The no-break space at text [at, len), or NULL. */
static const char *no_break_at(const char *text, size_t at, size_t len)
{
    static const char *const blanks[] = {"\xC2\xA0", "\xE2\x80\xAF"};
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++)
        if (len - at > strlen(blanks[i]) && !memcmp(text + at, blanks[i], strlen(blanks[i])))
            return blanks[i];
    return NULL;
}

static size_t find_unbreakable(const char *text, size_t len, held *list)
{
    tr_placeables scan;
    tr_placeable found;
    size_t n = 0;

    tr_placeables_start(&scan, text, 0, len, TR_FIND_NUMERALS, true);
    while (n < MOST && tr_placeables_next(&scan, &found)) {
        const char *const blank = no_break_at(text, found.at.end, len);
        if (blank) list[n++] = (held){tr_numeral_read(text, found.at), blank};
    }
    return n;
}

static const char *blank_of(const held *list, size_t n, const char *text, tr_span at)
{
    const tr_numeral number = tr_numeral_read(text, at);
    for (size_t i = 0; i < n; i++)
        if (tr_numeral_same(&number, &list[i].number)) return list[i].blank;
    return NULL;
}

/* After the marks at text [at, len), which are "<1>" and "</1>". */
static size_t behind_marks(const char *text, size_t at, size_t len)
{
    while (at < len && text[at] == '<')
        while (at < len && text[at++] != '>')
            continue;
    return at;
}

void tr_no_break_keep(const char *text, size_t len, tr_buf *tagged)
{
    held list[MOST];
    const size_t n = find_unbreakable(text, len, list);
    const char *const t = tr_buf_text(tagged);
    size_t copied = 0;
    tr_placeables scan;
    tr_placeable found;
    tr_buf out = {0};

    tr_placeables_start(&scan, t, 0, tagged->len, TR_FIND_NUMERALS, true);
    while (n && tr_placeables_next(&scan, &found)) {
        const tr_span at = found.at;
        const size_t before = at.begin - (at.begin > 0 && t[at.begin - 1] == '/');
        const bool is_mark = before > 0 && t[before - 1] == '<';
        const size_t end = behind_marks(t, at.end, tagged->len);
        const bool blank = !is_mark && end + 1 < tagged->len && t[end] == ' ';
        const char *const kept = blank ? blank_of(list, n, t, at) : NULL;
        if (!kept) continue;
        tr_buf_add(&out, t + copied, end - copied);
        tr_buf_add_string(&out, kept);
        copied = end + 1;
    }
    if (!copied) return;
    tr_buf_add(&out, t + copied, tagged->len - copied);
    out.failed = out.failed || tagged->failed;
    tr_buf_free(tagged);
    *tagged = out;
}
