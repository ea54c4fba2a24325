#include "text/marks/unseen_marks.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "text/placeables/placeables.h"

enum { SOFT_HYPHEN = 0xAD, END_OF_EMBEDDING = 0x202C, END_OF_ISOLATE = 0x2069 };

static bool opens(int32_t c)
{
    return (c >= 0x202A && c <= 0x202E && c != END_OF_EMBEDDING) || (c >= 0x2066 && c <= 0x2068);
}

/* The one that ends what c opens. */
static int32_t end_of(int32_t c)
{
    return c >= 0x2066 ? END_OF_ISOLATE : END_OF_EMBEDDING;
}

static bool is_mark(int32_t c)
{
    return tr_is_unseen(c) && c != SOFT_HYPHEN;
}

static bool is_nothing(int32_t c)
{
    return tr_is_unseen(c) || tr_is_space(c);
}

bool tr_unseen_may_be(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if ((unsigned char)text[i] >= 0xC2 && is_mark(tr_utf8_at(text, i, len))) return true;
    return false;
}

/* True if unseen characters from byte `at` on stand between two letters. */
static bool is_in_word(const char *text, size_t at, size_t len)
{
    const size_t before = tr_utf8_skip_back(text, 0, at, tr_is_unseen),
                 behind = tr_utf8_skip(text, at, len, tr_is_unseen);

    return tr_is_letter(tr_utf8_before(text, 0, before)) &&
           tr_is_letter(tr_utf8_at(text, behind, len));
}

/* True if bytes [begin, end) are in what is held, and not at its ends, but for a pair around it. */
static bool is_amid(const char *text, tr_span held, size_t begin, size_t end)
{
    if (begin < held.begin || end > held.end) return false;
    const int32_t first = tr_utf8_at(text, held.begin, held.end);
    if (opens(first) && tr_utf8_before(text, held.begin, held.end) == end_of(first)) return true;
    return tr_utf8_skip_back(text, held.begin, begin, tr_is_unseen) > held.begin &&
           tr_utf8_skip(text, end, held.end, tr_is_unseen) < held.end;
}

/* Lists all as points. */
static size_t list_marks(const char *text, size_t len, bool spaces, tr_unseen_mark *marks,
                         size_t most)
{
    tr_placeables scan;
    tr_placeable held = {.at = {0, 0}};
    size_t n = 0;
    int32_t c;

    tr_placeables_start(&scan, text, 0, len,
                        TR_FIND_KEPT | TR_FIND_PLACEHOLDERS | TR_FIND_IDENTIFIERS, spaces);
    for (size_t at = 0, size, behind = 0; at < len; at += size) {
        size = tr_utf8_decode(text + at, len - at, &c);
        if (size == 1 || !is_mark(c)) continue;
        while (held.at.end <= at && tr_placeables_next(&scan, &held)) {
        }
        if (is_amid(text, held.at, at, at + size)) continue;
        if (at >= behind && is_in_word(text, at, len)) {
            behind = tr_utf8_skip(text, at, len, tr_is_unseen);
        }
        if (at < behind) continue;
        if (n == most) return 0;
        marks[n++] = (tr_unseen_mark){.at = {at, at + size}, .role = TR_UNSEEN_POINT};
    }
    return n;
}

/* Pairs what opens and ends a stretch; what is left are points. */
static void pair_marks(const char *text, tr_unseen_mark *marks, size_t n)
{
    enum { MOST_OPEN = 32 };
    size_t open[MOST_OPEN], n_open = 0;

    for (size_t i = 0; i < n; i++) {
        const int32_t c = tr_utf8_at(text, marks[i].at.begin, marks[i].at.end);
        if (opens(c) && n_open < MOST_OPEN) open[n_open++] = i;
        if (c != END_OF_EMBEDDING && c != END_OF_ISOLATE) continue;
        size_t k = n_open;
        while (k > 0 && end_of(tr_utf8_at(text, marks[open[k - 1]].at.begin,
                                          marks[open[k - 1]].at.end)) != c)
            k--;
        if (k == 0) continue;
        tr_unseen_mark *const first = &marks[open[k - 1]];
        n_open = k - 1;
        first->role = TR_UNSEEN_OPENS;
        marks[i].role = TR_UNSEEN_CLOSES;
        first->first = marks[i].first = first->at;
    }
}

/* Leaves out marks at the ends of the text; returns how many are left. */
static size_t peel(const char *text, size_t len, tr_unseen_mark *marks, size_t n)
{
    size_t begin = 0, end = n;
    tr_span rest = {tr_utf8_skip(text, 0, len, is_nothing),
                    tr_utf8_skip_back(text, 0, len, is_nothing)};

    for (bool again = true; again;) {
        again = false;
        for (; begin < end && marks[begin].at.begin < rest.begin &&
               marks[begin].role == TR_UNSEEN_POINT;
             begin++)
            again = true;
        for (; end > begin && marks[end - 1].at.end > rest.end &&
               marks[end - 1].role == TR_UNSEEN_POINT;
             end--)
            again = true;
        if (end - begin < 2 || marks[begin].at.begin >= rest.begin ||
            marks[end - 1].at.end <= rest.end || marks[begin].role != TR_UNSEEN_OPENS ||
            marks[end - 1].role != TR_UNSEEN_CLOSES ||
            marks[end - 1].first.begin != marks[begin].at.begin)
            continue;
        begin++;
        end--;
        again = true;
    }
    memmove(marks, marks + begin, (end - begin) * sizeof *marks);
    return end - begin;
}

size_t tr_unseen_marks_find(const char *text, size_t len, bool spaces, tr_unseen_mark *marks,
                            size_t most)
{
    const size_t n = list_marks(text, len, spaces, marks, most);

    pair_marks(text, marks, n);
    return peel(text, len, marks, n);
}
