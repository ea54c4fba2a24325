#include "line/stand_ins.h"

#include <stdio.h>
#include <string.h>

static const char *find_stand_in(const char *text, size_t len, const char *word)
{
    const size_t n = strlen(word);
    for (size_t i = 0; i + n <= len; i++)
        if (text[i] == *word && !memcmp(text + i, word, n)) return text + i;
    return NULL;
}

/* The beginning of the words: letters that the source does not have. */
static const char *letters_for(const char *source, size_t len)
{
    if (!find_stand_in(source, len, "XQ")) return "XQ";
    return find_stand_in(source, len, "ZQ") ? "QX" : "ZQ";
}

/* False when out of memory. */
static bool write_back(tr_stand_in *one, const char *source, const tr_notations *notations,
                       tr_region *region)
{
    const char *const text = source + one->source.begin;
    const size_t len = one->source.end - one->source.begin;
    tr_buf buf = {0};

    one->written = (tr_string){text, len};
    if (tr_notation_rewrite(text, len, notations->from, notations->to, &buf)) {
        one->written.text = buf.failed ? NULL : tr_region_copy(region, buf.data, buf.len);
        one->written.len = buf.len;
    }
    tr_buf_free(&buf);
    return one->written.text != NULL;
}

bool tr_stand_ins_make(tr_stand_ins *s, const char *source, tr_span part, const tr_span *protected,
                       size_t n, const tr_notations *notations, tr_buf *text, tr_region *region)
{
    const char *const letters = letters_for(source + part.begin, part.end - part.begin);
    size_t at = part.begin;

    *s = (tr_stand_ins){0};
    if (n > 0 && n <= TR_MAX_STAND_INS) {
        s->list = TR_REGION_TAKE(region, tr_stand_in, n);
        if (!s->list) return false;
    }
    for (; s->list && s->n < n; at = protected[s->n - 1].end) {
        tr_stand_in *const one = &s->list[s->n];
        one->source = protected[s->n++];
        if (!write_back(one, source, notations, region)) return false;
        snprintf(one->word, sizeof one->word, "%s%u", letters, (unsigned)s->n % 100);
        tr_buf_add(text, source + at, one->source.begin - at);
        one->text = (tr_span){text->len, text->len + strlen(one->word)};
        tr_buf_add_string(text, one->word);
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

/* The stand-in at the beginning of text [len], or NULL: no digit may follow it. */
static const tr_stand_in *stand_in_at(const tr_stand_ins *s, const char *text, size_t len)
{
    for (size_t i = 0; i < s->n; i++) {
        const tr_stand_in *const one = &s->list[i];
        const size_t n = strlen(one->word);
        if (len < n || memcmp(text, one->word, n) != 0) continue;
        if (len == n || text[n] < '0' || text[n] > '9') return one;
    }
    return NULL;
}

void tr_stand_ins_restore(const tr_stand_ins *s, const char *text, size_t len, tr_buf *out,
                          size_t *offsets, size_t n)
{
    const char letter = s->n ? s->list[0].word[0] : '\0';
    size_t at = 0, k = 0;

    while (at < len) {
        const tr_stand_in *const one =
            text[at] == letter ? stand_in_at(s, text + at, len - at) : NULL;
        const size_t step = one ? strlen(one->word) : 1;
        for (; k < n && offsets[k] < at + step; k++)
            offsets[k] = out->len;
        if (one)
            tr_buf_add(out, one->written.text, one->written.len);
        else
            tr_buf_add(out, text + at, 1);
        at += step;
    }
    for (; k < n; k++)
        offsets[k] = out->len;
}
