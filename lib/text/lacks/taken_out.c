#include "text/lacks/taken_out.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "text/placeables/placeables.h"

static bool has_space(const char *text, tr_span at)
{
    return tr_utf8_find(text, at.begin, at.end, tr_is_space) < at.end;
}

/* True if the tag marks words, or stands between them: it has a partner, or needs none.  Else it is
 * a part of a word: List<T>. */
static bool is_mark_up(const char *text, tr_span at, size_t len)
{
    enum { LONGEST = 24 };
    char closing[LONGEST + 2] = "</";
    const size_t name = at.begin + 1, end = tr_skip(text, name, at.end, tr_ascii_is_alnum);

    if (text[at.begin] != '<' || end - name > LONGEST - 1) return true;
    if (end == name || text[at.end - 2] == '/') return true;
    if (at.begin > 0 && text[at.begin - 1] == '<') return false;
    if (at.end + 1 < len && text[at.end] == ':' && text[at.end + 1] == ':') return false;
    if (at.begin > 1 && text[at.begin - 1] == ':' && text[at.begin - 2] == ':') return false;
    if (text[end] == '-' && at.end < len && tr_byte_is_word(text[at.end])) return false;
    if (at.begin == 0 || !tr_byte_is_word(text[at.begin - 1])) return true;
    if (end - name == 2 && !memcmp(text + name, "br", 2)) return true;
    memcpy(closing + 2, text + name, end - name);
    const size_t n = 2 + end - name;
    for (size_t i = 0; i + n <= len; i++)
        if (text[i] == '<' && !memcmp(text + i, closing, n)) return true;
    return false;
}

/* Bytes of the entity or the escape sequence at text [at, len): &quot; or the \n of
 * "end.\nNext"; 0 if there is none. */
static size_t written_out(const char *text, size_t at, size_t len)
{
    enum { LONGEST = 10 };
    size_t end = at + 1;

    if (text[at] == '&') {
        end += end < len && text[end] == '#';
        end = tr_skip(text, end, len, tr_ascii_is_alnum);
        const bool is_entity = end - at > 2 && end - at < LONGEST && end < len && text[end] == ';';
        return is_entity ? end + 1 - at : 0;
    }
    if (text[at] != '\\' || end >= len || !tr_ascii_is_one_of(text[end], "nrt")) return 0;
    const size_t word = tr_utf8_skip_back(text, 0, at, tr_is_no_space);
    if (memchr(text + word, '(', at - word)) return 0;
    if (at == 0 || end + 1 == len || text[end + 1] == '\\') return 2;
    return tr_ascii_is_lower(text[end + 1]) || text[at - 1] == ':' ? 0 : 2;
}

/* A placeable with all that touches it, but for marks of a sentence, quotation marks and brackets
 * around it. */
static tr_span with_neighbours(const char *text, tr_span at, size_t len)
{
    tr_span all = {tr_utf8_skip_back(text, 0, at.begin, tr_is_no_space),
                   tr_utf8_find(text, at.end, len, tr_is_space)};

    while (all.begin < at.begin && tr_ascii_is_one_of(text[all.begin], "\"'(["))
        all.begin++;
    while (all.end > at.end &&
           (tr_ascii_is_one_of(text[all.end - 1], ".,:;!?\"'") ||
            (text[all.end - 1] == ')' && !memchr(text + all.begin, '(', all.end - all.begin)) ||
            (text[all.end - 1] == ']' && !memchr(text + all.begin, '[', all.end - all.begin))))
        all.end--;
    if ((unsigned char)text[all.begin] >= 0x80) all.begin = at.begin;
    if ((unsigned char)text[all.end - 1] >= 0x80) all.end = at.end;
    return all;
}

/* Takes what is no word out of the words: it stands in the target as it is, as often. */
static void take_out(tr_lack_job *j, tr_span at)
{
    const tr_two_texts *const t = j->texts;
    const size_t n = at.end - at.begin;
    size_t in_source = 0, in_target = 0;

    for (size_t i = 0; i + n <= at.end; i++)
        in_source += !memcmp(t->source + i, t->source + at.begin, n);
    for (size_t i = 0; i + n <= t->n_target; i++)
        in_target += !memcmp(t->target + i, t->source + at.begin, n);
    if (in_target < in_source) tr_lack_add(j, at, TR_LACKS_CODE);
    memset(j->words + at.begin, ' ', n);
}

static void take_words_out(tr_lack_job *j, tr_span at)
{
    take_out(j, at);
    if (j->n_taken < TR_MOST_TAKEN) j->taken[j->n_taken++] = at;
}

void tr_lack_take_out(tr_lack_job *j, size_t *budget)
{
    const tr_two_texts *const t = j->texts;
    const size_t cost = t->n_source + t->n_target;
    tr_placeables scan;
    tr_placeable p;

    tr_placeables_start(&scan, t->source, 0, t->n_source,
                        TR_FIND_TAGS | TR_FIND_PLACEHOLDERS | TR_FIND_IDENTIFIERS, true);
    while (*budget > cost && tr_placeables_next(&scan, &p)) {
        const bool parts = p.kind == TR_PLACEABLE_TAG && is_mark_up(t->source, p.at, t->n_source);
        *budget -= cost;
        if (parts)
            take_out(j, p.at);
        else if (has_space(t->source, p.at))
            take_words_out(j, with_neighbours(t->source, p.at, t->n_source));
    }
    for (size_t at = 0, n; at < t->n_source; at += n ? n : 1) {
        n = tr_ascii_is_one_of(j->words[at], "&\\") ? written_out(j->words, at, t->n_source) : 0;
        if (!n || *budget < cost) continue;
        take_out(j, (tr_span){at, at + n});
        *budget -= cost;
    }
}
