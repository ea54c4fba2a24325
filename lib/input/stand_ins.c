#include "input/stand_ins.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"

/* Words that models copy, in the order in which they are taken: measured, they were copied in more
 * sentences than any others, and what the one kind loses the other keeps. */
static const char *const codes[2][TR_MAX_STAND_INS] = {
    {"AB12", "CD34", "EF56", "GH78", "JK21", "LM43", "NP65", "QR87"},
    {"XQ1", "XV2", "XZ3", "XW4", "ZQ5", "ZV6", "ZX7", "ZW8"}};

/* In the place of a number, which it is followed by the same words as. */
static const char *const numbers[TR_MAX_STAND_INS] = {"47", "83", "62", "95",
                                                      "38", "74", "59", "26"};

static bool has(tr_string text, const char *word, size_t n)
{
    for (size_t i = 0; i + n <= text.len; i++)
        if (text.text[i] == *word && !memcmp(text.text + i, word, n)) return true;
    return false;
}

/* The next word of a list that the source does not have, from *next on; NULL if there is none. */
static const char *take_word(const char *const *words, size_t *next, bool is_number,
                             tr_string source)
{
    enum { LETTERS = 2 };
    while (*next < TR_MAX_STAND_INS) {
        const char *const word = words[(*next)++];
        if (!has(source, word, is_number ? strlen(word) : LETTERS)) return word;
    }
    return NULL;
}

/* What comes back for a stand-in.  False when out of memory. */
static bool write_back(tr_stand_in *one, const char *source, const tr_notations *notations,
                       tr_region *region)
{
    const char *const text = source + one->source.begin;
    const size_t len = one->source.end - one->source.begin;
    tr_buf buf = {0};

    if (!tr_notation_rewrite(text, len, notations->from, notations->to, one->is_number, &buf) &&
        !tr_notation_rewrite_date(text, len, notations->from, notations->to, &buf))
        tr_unicode_add_visible(&buf, text, len);
    const char *const copy = buf.failed ? NULL : tr_region_copy(region, tr_buf_text(&buf), buf.len);
    one->written = (tr_string){copy, buf.len};
    tr_buf_free(&buf);
    return copy != NULL;
}

/* True if the text is replaced in this round. */
static bool is_replaced(const tr_protected_text *p, enum tr_stand_in_round round)
{
    return p->by != TR_PROTECTED_BY_COPY || round != TR_ROUND_HARD;
}

/* True if the model reads something else, and no stand-in. */
static bool is_read(const tr_protected_text *p)
{
    return p->by == TR_PROTECTED_BY_READING || p->by == TR_PROTECTED_BY_BRACKET;
}

size_t tr_stand_ins_count(const tr_protected_text *protected, size_t n,
                          enum tr_stand_in_round round)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += is_replaced(&protected[i], round) && !is_read(&protected[i]);
    return count;
}

bool tr_stand_ins_any(const tr_protected_text *protected, size_t n, enum tr_stand_in_round round)
{
    for (size_t i = 0; i < n; i++)
        if (is_replaced(&protected[i], round)) return true;
    return false;
}

/* Words that are not taken yet. */
typedef struct words_left {
    size_t code, number;
    bool others; /* of the second kind */
    bool first;  /* none was lost yet */
} words_left;

/* The sign that && is where one & is the sign of a key, or joins two conditions. */
static const char ampersand[] = "&";

static bool is_doubled_ampersand(const char *source, tr_span at)
{
    return at.end - at.begin == 2 && !memcmp(source + at.begin, "&&", 2);
}

/* A time, and without blanks and dashes that models write otherwise. */
static const char *plain_clock(const char *time, tr_region *region)
{
    char plain[TR_CLOCK_SIZE];
    size_t n = 0;

    for (const char *c = time; *c; c++) {
        if ((unsigned char)*c == 0xE2) plain[n++] = '-';
        if (tr_ascii_is_digit(*c) || *c == ':' || *c == '-') plain[n++] = *c;
    }
    return tr_region_copy(region, plain, n);
}

/* Chooses the word for what is protected: NULL if there is none.  False when out of memory. */
static bool choose_word(tr_stand_in *one, const tr_protected_text *p, words_left *left,
                        const char *source, tr_string all, tr_region *region)
{
    const bool is_clock = p->by == TR_PROTECTED_BY_CLOCK;

    if (p->by == TR_PROTECTED_BY_PATTERN)
        one->written = (tr_string){source + p->at.begin, p->at.end - p->at.begin};
    if (p->by == TR_PROTECTED_BY_NAME) one->written = p->read_as;
    if (is_clock) {
        const char *const time = tr_region_copy(region, p->time, strlen(p->time));
        if (!time) return false;
        one->written = (tr_string){time, strlen(time)};
    }
    if (one->is_reading) {
        const bool is_time = !p->read_as.text;
        one->word = is_time ? tr_region_copy(region, p->time, strlen(p->time))
                            : tr_region_copy(region, p->read_as.text, p->read_as.len);
        return one->word != NULL;
    }
    if (is_clock && !left->others) {
        one->word = plain_clock(p->time, region);
        return one->word != NULL;
    }
    if (left->first && is_doubled_ampersand(source, p->at))
        one->word = ampersand;
    else if (one->is_number && !left->others)
        one->word = take_word(numbers, &left->number, true, all);
    else
        one->word = take_word(codes[left->others], &left->code, false, all);
    return true;
}

/* A sign that touches the word before it, such as the number of a note: words that models copy
 * touch no other. */
static bool is_tight(const char *source, tr_span part, const tr_stand_in *one)
{
    const size_t at = one->source.begin;
    return !one->is_reading && at > part.begin && tr_is_alnum(tr_utf8_before(source, 0, at)) &&
           !tr_is_alnum(tr_utf8_at(source, at, part.end));
}

/* A placeholder that touches the word behind it, "{{ name }}Read more"; short ones are units. */
static bool is_tight_behind(const char *source, tr_span part, const tr_stand_in *one)
{
    enum { SHORTEST = 3 };
    size_t n = 0;

    if (one->is_reading || !strchr("%{$[", source[one->source.begin])) return false;
    for (size_t at = one->source.end; at < part.end && n < SHORTEST; n++)
        if (!tr_is_letter(tr_utf8_next(source, &at, part.end))) return false;
    return n == SHORTEST;
}

bool tr_stand_ins_make(tr_stand_ins *s, const char *source, tr_span part,
                       const tr_protected_text *protected, size_t n, enum tr_stand_in_round round,
                       const tr_notations *notations, tr_buf *text, tr_region *region)
{
    const tr_string all = {source + part.begin, part.end - part.begin};
    words_left left = {.others = round == TR_ROUND_OTHERS, .first = round == TR_ROUND_HARD};
    size_t at = part.begin;

    *s = (tr_stand_ins){.list = TR_REGION_TAKE(region, tr_stand_in, n)};
    if (!s->list) return false;
    for (size_t i = 0; i < n; i++) {
        tr_stand_in *const one = &s->list[s->n];
        if (!is_replaced(&protected[i], round)) continue;
        *one = (tr_stand_in){.source = protected[i].at,
                             .is_number = protected[i].by == TR_PROTECTED_BY_NUMBER,
                             .is_reading = is_read(&protected[i]),
                             .is_name = protected[i].by == TR_PROTECTED_BY_NAME,
                             .is_bracket = protected[i].by == TR_PROTECTED_BY_BRACKET};
        if (!choose_word(one, &protected[i], &left, source, all, region)) return false;
        s->lacks = s->lacks || !one->word;
        if (!one->word) break;
        if (!one->written.text && !write_back(one, source, notations, region)) return false;
        tr_buf_add(text, source + at, one->source.begin - at);
        one->is_tight = is_tight(source, part, one);
        one->is_tight_behind = is_tight_behind(source, part, one);
        one->text.begin = text->len;
        tr_buf_printf(text, "%s%s%s", one->is_tight ? " " : "", one->word,
                      one->is_tight_behind ? " " : "");
        one->text.end = text->len;
        at = one->source.end;
        s->n++;
    }
    tr_buf_add(text, source + at, part.end - at);
    return !text->failed;
}

size_t tr_stand_ins_source(const tr_stand_ins *s, size_t begin, size_t at, bool ends)
{
    size_t source = begin + at;
    for (size_t i = 0; i < s->n && at > s->list[i].text.begin; i++) {
        const tr_stand_in *const one = &s->list[i];
        if (at < one->text.end) return ends ? one->source.end : one->source.begin;
        source = one->source.end + (at - one->text.end);
    }
    return source;
}

tr_stand_ins tr_stand_ins_within(const tr_stand_ins *s, size_t begin, size_t end)
{
    tr_stand_ins part = {.list = s->list};
    size_t i = 0;
    while (i < s->n && s->list[i].text.begin < begin)
        i++;
    part.list += i;
    while (i < s->n && s->list[i].text.end <= end)
        i++, part.n++;
    return part;
}

/* True if a letter or digit touches text [at, end) of text [len], or the digits go on. */
static bool is_touched(const char *text, size_t at, size_t end, size_t len)
{
    const bool goes_on = end + 1 < len && strchr(".,:", text[end]) &&
                         tr_ascii_is_digit(text[end + 1]) && tr_ascii_is_digit(text[at]);
    const bool is_end = at > 1 && strchr(".,:", text[at - 1]) && tr_ascii_is_digit(text[at - 2]) &&
                        tr_ascii_is_digit(text[at]);

    return goes_on || is_end || tr_is_alnum(tr_utf8_before(text, 0, at)) ||
           tr_is_alnum(tr_utf8_at(text, end, len));
}

/* The stand-in at text [at ..] of text [len], or NULL. */
static const tr_stand_in *stand_in_at(const tr_stand_ins *s, const char *text, size_t at,
                                      size_t len)
{
    if (!tr_ascii_is_upper(text[at]) && !tr_ascii_is_digit(text[at]) && text[at] != *ampersand)
        return NULL;
    for (size_t i = 0; i < s->n; i++) {
        const tr_stand_in *const one = &s->list[i];
        const size_t n = strlen(one->word);
        if (!one->is_reading && len - at >= n && !memcmp(text + at, one->word, n) &&
            !is_touched(text, at, at + n, len))
            return one;
    }
    return NULL;
}

bool tr_stand_ins_agree(const tr_stand_ins *s, const char *text, size_t len)
{
    enum { LETTERS = 2 };
    size_t wanted = 0, found = 0, begun = 0;

    for (size_t i = 0; i < s->n; i++) {
        const char *const word = s->list[i].word;
        if (s->list[i].is_reading) continue;
        if (!has((tr_string){text, len}, word, strlen(word))) return false;
        wanted++;
        begun += !tr_ascii_is_upper(word[0]);
    }
    for (size_t at = 0; at < len; at++) {
        found += stand_in_at(s, text, at, len) != NULL;
        for (size_t i = 0; i < s->n && tr_ascii_is_upper(text[at]) && at + LETTERS <= len; i++)
            begun += !s->list[i].is_reading && !memcmp(text + at, s->list[i].word, LETTERS);
    }
    return found == wanted && begun == wanted;
}

const tr_stand_in *tr_stand_ins_next(const tr_stand_ins *s, const char *text, size_t *at,
                                     size_t len)
{
    for (; *at < len; ++*at) {
        const tr_stand_in *const one = stand_in_at(s, text, *at, len);
        if (one) return one;
    }
    return NULL;
}

bool tr_stand_ins_any_bracket(const tr_stand_ins *s)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->list[i].is_bracket) return true;
    return false;
}

bool tr_stand_ins_have_words(const tr_stand_ins *s, const char *text, size_t len)
{
    int32_t c;

    for (size_t at = 0, n; at < len; at += n) {
        const tr_stand_in *const one = stand_in_at(s, text, at, len);
        n = one ? strlen(one->word) : tr_utf8_decode(text + at, len - at, &c);
        if (!one && tr_is_letter(c)) return true;
    }
    return false;
}

/* The blank at the end of `out` goes; offsets [n] may be of it. */
static void touch(tr_buf *out, size_t begin, size_t *offsets, size_t n)
{
    if (out->len == begin || out->data[out->len - 1] != ' ') return;
    out->len--;
    while (n > 0 && offsets[n - 1] > out->len)
        offsets[--n] = out->len;
}

void tr_stand_ins_restore(const tr_stand_ins *s, const char *text, size_t len, tr_buf *out,
                          size_t *offsets, size_t n)
{
    const size_t begin = out->len;
    size_t at = 0, k = 0;

    while (at < len) {
        const tr_stand_in *const one = stand_in_at(s, text, at, len);
        const size_t step = one ? strlen(one->word) : 1;
        if (one && one->is_tight) touch(out, begin, offsets, k);
        for (; k < n && offsets[k] < at + step; k++)
            offsets[k] = out->len;
        if (one)
            tr_buf_add(out, one->written.text, one->written.len);
        else
            tr_buf_add(out, text + at, 1);
        at += step;
        if (one && one->is_tight_behind && at < len && text[at] == ' ') at++;
    }
    for (; k < n; k++)
        offsets[k] = out->len;
}
