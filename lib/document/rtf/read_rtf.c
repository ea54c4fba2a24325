#include "document/rtf/read_rtf.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "document/rtf/rtf_descriptions.h"
#include "document/rtf/rtf_pages.h"
#include "document/rtf/rtf_words.h"
#include "document/segment/builder.h"

enum { DEEPEST = 1000 /* groups */, MOST_OPEN = 60, MOST_LEAD = 64 /* looks in each other */ };

typedef struct group {
    tr_rtf_look look;
    int uc;        /* characters behind "\u233" that stand for it */
    bool has_text; /* what is in it is text */
    bool is_block; /* its end is a break */
    bool is_twice; /* it has its text twice, the second time in Unicode */
} group;

/* How text looks at a place, and in how many groups it stands. */
typedef struct state {
    size_t end; /* of the bytes that lead to it */
    size_t depth;
    tr_rtf_look look;
} state;

typedef struct rtf {
    tr_content *content;
    tr_builder b;
    const char *text;
    group groups[DEEPEST + 1];
    size_t depth;
    tr_rtf_pages pages;

    bool in_text;          /* text came since the last break */
    size_t text_end;       /* of the last text or mark */
    size_t word_end;       /* of the last group or word, without a blank */
    state open[MOST_OPEN]; /* [n_open] of the text, and of the pairs that are open */
    size_t n_open;
    state *steps; /* [n_steps] since then */
    size_t n_steps, capacity;
    state lead[MOST_LEAD]; /* [n_lead] before the text, since the break; the last ones */
    size_t n_lead;
    tr_span lead_end;   /* from the last word or group before the text to the text */
    bool keeps;         /* what stands since then is not to be lost */
    tr_buf words;       /* text that is not built yet, */
    size_t words_begin; /*   which begins here */
    int skipped;        /* characters that come next and stand for the one before */
    int high;           /* half of a character, or 0 */
} rtf;

/* ---- Out ---- */

/* True if bytes [end] end in a word that a letter, a digit or a blank would go on. */
static bool ends_in_word(const char *bytes, size_t end)
{
    size_t at = tr_skip_back(bytes, 0, end, tr_ascii_is_digit), n = 0;

    if (at > 0 && bytes[at - 1] == '-') at--;
    const size_t name_end = at;
    at = tr_skip_back(bytes, 0, at, tr_ascii_is_letter);
    if (at == name_end) return false;
    while (n < at && bytes[at - 1 - n] == '\\')
        n++;
    return n % 2;
}

static void encode_unit(unsigned unit, int uc, tr_buf *out)
{
    tr_buf_printf(out, "\\u%d", (int)(int16_t)unit);
    for (int i = 0; i < uc; i++)
        tr_buf_add_string(out, "?");
    if (!uc) tr_buf_add_string(out, " ");
}

static void encode_rtf(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const int *const uc = to->segment->extra;
    const bool follows = out->len ? ends_in_word(out->data, out->len)
                                  : ends_in_word(to->content->bytes, to->segment->at.begin);
    int32_t c;

    if (len && follows && (tr_ascii_is_alnum(text[0]) || tr_ascii_is_one_of(text[0], " -")))
        tr_buf_add_string(out, " ");
    for (size_t i = 0, n; i < len; i += n) {
        n = tr_utf8_decode(text + i, len - i, &c);
        if (c == 0xA0) {
            tr_buf_add_string(out, "\\~");
        } else if (c >= 0x10000) {
            encode_unit(0xD800 + (((unsigned)c - 0x10000) >> 10), *uc, out);
            encode_unit(0xDC00 + ((unsigned)c & 0x3FF), *uc, out);
        } else if (c >= 0x80) {
            encode_unit((unsigned)c, *uc, out);
        } else {
            if (tr_ascii_is_one_of(text[i], "\\{}")) tr_buf_add_string(out, "\\");
            tr_buf_add(out, text + i, n);
        }
    }
}

static const tr_writing rtf_text = {.encode = encode_rtf};

/* ---- Looks ---- */

static group *innermost(rtf *r)
{
    return &r->groups[r->depth];
}

static bool is_same_state(const state *a, const state *b)
{
    return a->depth == b->depth && !memcmp(&a->look, &b->look, sizeof a->look);
}

static state state_now(rtf *r, size_t end)
{
    return (state){end, r->depth, innermost(r)->look};
}

/* Notes that bytes up to `end` may have changed the look. */
static void add_step(rtf *r, size_t end)
{
    if (!r->in_text) {
        if (r->n_lead == MOST_LEAD) memmove(r->lead, r->lead + 1, --r->n_lead * sizeof *r->lead);
        r->lead[r->n_lead++] = state_now(r, end);
        return;
    }
    r->steps = tr_room(r->steps, &r->capacity, r->n_steps + 1, sizeof *r->steps, &r->b.failed);
    if (!r->b.failed) r->steps[r->n_steps++] = state_now(r, end);
}

/* What stays comes before the text: no mark of groups of `depth` or more goes back across it. */
static void begin_lead(rtf *r, size_t end, size_t depth)
{
    if (r->in_text) return;
    while (r->n_lead > 0 && r->lead[r->n_lead - 1].depth >= depth)
        r->n_lead--;
    add_step(r, end);
}

static void flush_words(rtf *r)
{
    if (r->words.len)
        tr_build_text(&r->b, (tr_span){r->words_begin, r->text_end}, tr_buf_text(&r->words),
                      r->words.len);
    r->b.failed = r->b.failed || r->words.failed;
    tr_buf_clear(&r->words);
}

/* Closes the pairs whose looks have ended since the last text.  Where the text goes on with the
 * look around a pair, all up to there is its end. */
static void close_pairs(rtf *r, bool goes_on)
{
    const state now = state_now(r, r->word_end);

    for (size_t i = 0; i < r->n_steps && r->n_open > 1 && !r->b.failed; i++) {
        const state *const around = &r->open[r->n_open - 2];
        if (!is_same_state(&r->steps[i], around)) continue;
        const bool is_last = goes_on && is_same_state(&now, around);
        const size_t end = is_last ? now.end : r->steps[i].end;
        flush_words(r);
        tr_build_close(&r->b, (tr_span){r->text_end, end}, "look", 4);
        r->text_end = end;
        r->n_open--;
        if (is_last) r->keeps = false;
        if (is_last) break;
    }
    r->n_steps = 0;
}

/* Ends the segment; the bytes stay. */
static void end_text(rtf *r, tr_span raw)
{
    if (r->in_text) close_pairs(r, false);
    flush_words(r);
    tr_build_fixed(&r->b, raw);
    r->in_text = r->keeps = false;
    r->n_steps = 0;
    r->skipped = r->high = 0;
    begin_lead(r, raw.end, 0);
}

/* Where the text goes on with a look that was there before it, all that came is a pair: what has
 * changed the look before the text is its start, and bytes `raw` are its end.  False if it does
 * not. */
static bool close_first(rtf *r, const state *now, tr_span raw)
{
    size_t i = r->n_lead;

    while (i > 0 && !is_same_state(&r->lead[i - 1], now))
        i--;
    if (r->n_open > 1 || !i || r->lead[i - 1].end >= r->lead_end.begin) return false;
    flush_words(r);
    tr_build_open_first(&r->b, (tr_span){r->lead[i - 1].end, r->lead_end.begin}, "look", 4);
    tr_build_close(&r->b, raw, "look", 4);
    r->open[0] = *now;
    r->n_lead = 0;
    return true;
}

/* Something of a sentence comes at byte `at`: what stands before it since the last text becomes a
 * mark, or part of what comes. */
static void go_on(rtf *r, size_t at)
{
    const state now = state_now(r, at);

    if (!r->in_text) {
        r->in_text = true;
        r->open[0] = now;
        r->n_open = 1;
        r->text_end = r->words_begin = at;
        r->lead_end = (tr_span){r->n_lead ? r->lead[r->n_lead - 1].end : at, at};
        r->n_steps = 0;
        r->keeps = false;
        return;
    }
    if (!r->n_steps && !r->keeps) return;
    close_pairs(r, true);
    const tr_span raw = {r->text_end, r->word_end > r->text_end ? r->word_end : r->text_end};
    const bool changes = !is_same_state(&now, &r->open[r->n_open - 1]);
    if (changes && r->n_open == MOST_OPEN) {
        end_text(r, (tr_span){raw.begin, at});
        go_on(r, at);
        return;
    }
    if (changes && close_first(r, &now, raw)) {
        r->text_end = raw.end;
        r->keeps = false;
        return;
    }
    if (changes) {
        flush_words(r);
        tr_build_open(&r->b, raw, "look", 4);
        r->open[r->n_open++] = now;
    } else if (r->keeps && raw.begin < raw.end) {
        flush_words(r);
        tr_build_point(&r->b, raw);
    }
    if (changes || r->keeps) r->text_end = raw.end;
    r->keeps = false;
}

/* ---- Text ---- */

static void add_atom(rtf *r, tr_span raw)
{
    go_on(r, raw.begin);
    flush_words(r);
    tr_build_atom(&r->b, (tr_span){r->text_end, raw.end});
    r->text_end = raw.end;
}

/* Adds characters [len] of the bytes `raw`. */
static void add_words(rtf *r, tr_span raw, const char *words, size_t len)
{
    if (innermost(r)->look.of[TR_RTF_HIDDEN]) {
        r->keeps = true;
        return;
    }
    go_on(r, raw.begin);
    if (!r->words.len) {
        r->words_begin = r->text_end;
        tr_build_extra(&r->b, &innermost(r)->uc, sizeof innermost(r)->uc);
    }
    tr_buf_add(&r->words, words, len);
    r->text_end = raw.end;
}

static void add_character(rtf *r, tr_span raw, int32_t c)
{
    char utf8[4];
    add_words(r, raw, utf8, tr_utf8_encode(c, utf8));
}

/* True if a character only stands for the one before, and is gone past. */
static bool is_skipped(rtf *r, tr_span raw)
{
    if (!r->skipped) return false;
    r->skipped--;
    if (r->in_text && r->words.len && !r->n_steps) r->text_end = raw.end;
    return true;
}

/* The character "\u233" of UTF-16. */
static void add_utf16(rtf *r, const tr_rtf_token *t)
{
    const int unit = t->number & 0xFFFF;

    if (unit >= 0xD800 && unit < 0xDC00) {
        r->high = unit;
        go_on(r, t->raw.begin);
    } else if (unit >= 0xDC00 && unit < 0xE000) {
        if (r->high) add_character(r, t->raw, 0x10000 + ((r->high - 0xD800) << 10) + unit - 0xDC00);
        r->high = 0;
    } else if (unit >= ' ') {
        add_character(r, t->raw, unit);
    }
    r->skipped = innermost(r)->uc;
}

static int page_now(rtf *r)
{
    return tr_rtf_pages_of_font(&r->pages, innermost(r)->look.of[TR_RTF_FONT]);
}

/* A byte of a code page, with the second one of its character. */
static size_t add_byte(rtf *r, tr_span raw, unsigned char byte)
{
    const tr_content *const d = r->content;
    const int of_font = page_now(r), page = of_font ? of_font : r->pages.page;
    unsigned char bytes[2] = {byte, 0};
    size_t n = 1;
    tr_buf utf8 = {0};
    tr_rtf_token next;

    if (is_skipped(r, raw)) return raw.end;
    if (tr_rtf_page_is_lead(page, byte) && tr_rtf_next(d->bytes, raw.end, d->size, &next) &&
        (next.kind == TR_RTF_BYTE || next.kind == TR_RTF_TEXT)) {
        const bool is_text = next.kind == TR_RTF_TEXT;
        bytes[n++] = is_text ? (unsigned char)d->bytes[raw.end] : (unsigned char)next.number;
        raw.end = is_text ? raw.end + 1 : next.raw.end;
    }
    if (tr_rtf_pages_decode(&r->pages, page, bytes, n, &utf8) && (n > 1 || byte >= ' '))
        add_words(r, raw, tr_buf_text(&utf8), utf8.len);
    else
        add_atom(r, raw);
    r->b.failed = r->b.failed || utf8.failed;
    tr_buf_free(&utf8);
    return raw.end;
}

/* Text up to byte `end`; returns where to go on. */
static size_t add_text(rtf *r, tr_span raw)
{
    const bool is_symbol = page_now(r) < 0;

    while (raw.begin < raw.end) {
        const unsigned char c = (unsigned char)r->text[raw.begin];
        const size_t next = raw.begin + 1;
        if (c >= 0x80 || is_symbol) {
            raw.begin = add_byte(r, (tr_span){raw.begin, next}, c);
            continue;
        }
        if (!is_skipped(r, (tr_span){raw.begin, next}) && (c >= ' ' || c == '\t'))
            add_words(r, (tr_span){raw.begin, next}, r->text + raw.begin, 1);
        raw.begin = next;
    }
    return raw.begin;
}

/* ---- Groups ---- */

static bool enter(rtf *r, size_t end, bool has_text, bool is_block)
{
    if (r->depth == DEEPEST) return false;
    r->groups[r->depth + 1] = *innermost(r);
    r->depth++;
    innermost(r)->has_text = has_text;
    innermost(r)->is_block = is_block;
    innermost(r)->is_twice = false;
    add_step(r, end);
    return true;
}

/* The group that begins at `raw`; returns the byte to go on from, 0 if there are too many. */
static size_t open_group(rtf *r, tr_span raw)
{
    const tr_content *const d = r->content;
    tr_rtf_token word;
    enum tr_rtf_group kind = tr_rtf_group_kind(r->text, raw.begin, d->size, &word);

    r->skipped = r->high = 0;
    if (innermost(r)->is_twice) /* readers show what is in Unicode */
        kind = tr_rtf_is(r->text, &word, "ud") ? TR_RTF_PART : TR_RTF_OTHER;
    if (kind == TR_RTF_PART) {
        if (!enter(r, raw.end, innermost(r)->has_text, false)) return 0;
        innermost(r)->is_twice = tr_rtf_is(r->text, &word, "upr");
        return raw.end;
    }
    if (kind == TR_RTF_BLOCK || kind == TR_RTF_FRAME) {
        end_text(r, raw);
        tr_build_where(&r->b, "%.*s", (int)(word.name.end - word.name.begin),
                       r->text + word.name.begin);
        return enter(r, raw.end, kind == TR_RTF_BLOCK, true) ? word.raw.end : 0;
    }
    const tr_span all = {raw.begin, tr_rtf_group_end(r->text, raw.begin, d->size)};
    const bool is_copy = tr_rtf_is(r->text, &word, "nonshppict") ||
                         tr_rtf_is(r->text, &word, "shprslt"); /* for programs of before */
    if (!is_copy) tr_rtf_build_descriptions(&r->b, &r->pages, all, innermost(r)->uc);
    if (tr_rtf_is(r->text, &word, "fonttbl")) tr_rtf_pages_read_fonts(&r->pages, r->text, all);
    if (kind == TR_RTF_FIELD && innermost(r)->has_text)
        add_atom(r, all);
    else
        r->keeps = true;
    return all.end;
}

static void close_group(rtf *r, tr_span raw)
{
    const bool is_block = innermost(r)->is_block;

    if (is_block) end_text(r, raw);
    if (r->depth) r->depth--;
    r->skipped = r->high = 0;
    if (is_block) tr_build_where(&r->b, "par");
    add_step(r, raw.end);
}

/* ---- Words ---- */

static void read_word(rtf *r, const tr_rtf_token *t)
{
    const int32_t c = tr_rtf_character(r->text, t);

    if (tr_rtf_is_break(r->text, t)) {
        end_text(r, t->raw);
    } else if (tr_rtf_set_look(r->text, t, &innermost(r)->look)) {
        add_step(r, t->end);
    } else if (t->kind == TR_RTF_WORD && tr_rtf_is(r->text, t, "uc")) {
        /* What holds for all characters behind it stays, and no text goes across it. */
        const int uc = t->number < 0 || t->number > 9 ? 1 : t->number;
        if (uc != innermost(r)->uc) end_text(r, (tr_span){t->raw.begin, t->end});
        innermost(r)->uc = uc;
    } else if (t->kind == TR_RTF_WORD && tr_rtf_is(r->text, t, "ansicpg")) {
        r->pages.page = t->number;
    } else if (t->kind == TR_RTF_WORD && tr_rtf_is(r->text, t, "mac")) {
        r->pages.page = TR_RTF_MAC_PAGE;
    } else if (innermost(r)->has_text && t->kind == TR_RTF_WORD && tr_rtf_is(r->text, t, "u")) {
        add_utf16(r, t);
    } else if (innermost(r)->has_text && c) {
        if (!is_skipped(r, t->raw)) add_character(r, t->raw, c);
    } else if (innermost(r)->has_text && tr_rtf_is_atom(r->text, t)) {
        add_atom(r, (tr_span){t->raw.begin, t->end});
    } else if (tr_rtf_is_noise(r->text, t)) {
        add_step(r, t->end);
    } else {
        r->keeps = true;
        begin_lead(r, t->end, 0);
    }
}

/* Reads the token at byte `at`; returns where to go on, 0 if groups are too deep. */
static size_t read_token(rtf *r, const tr_rtf_token *t)
{
    if (t->kind == TR_RTF_OPEN) {
        const size_t depth = r->depth, end = open_group(r, t->raw);
        r->word_end = end;
        if (r->depth == depth) begin_lead(r, end, depth);
        return end;
    }
    if (t->kind == TR_RTF_CLOSE) close_group(r, t->raw);
    if (t->kind == TR_RTF_WORD || t->kind == TR_RTF_SYMBOL) read_word(r, t);
    const bool is_word =
        t->kind == TR_RTF_CLOSE || t->kind == TR_RTF_WORD || t->kind == TR_RTF_SYMBOL;
    if (is_word && t->raw.begin >= r->text_end) r->word_end = t->end;
    if (!innermost(r)->has_text) return t->raw.end;
    if (t->kind == TR_RTF_TEXT) return add_text(r, t->raw);
    if (t->kind == TR_RTF_BYTE) return add_byte(r, t->raw, (unsigned char)t->number);
    return t->raw.end;
}

/* Returns what is wrong at *at; NULL: all was read. */
static const char *read_all(rtf *r, size_t *at)
{
    const tr_content *const d = r->content;
    tr_rtf_token t;

    if (!tr_starts_with(d->bytes, d->begin, d->size, "{\\rtf")) return "this is no RTF";
    r->groups[0] = (group){.uc = 1};
    r->groups[1] = (group){.uc = 1, .has_text = true};
    r->depth = 1;
    for (*at = d->begin + 1; r->depth && !r->b.failed; *at = t.raw.end) {
        if (!tr_rtf_next(d->bytes, *at, d->size, &t)) return "a group does not end";
        const size_t next = read_token(r, &t);
        if (!next) return "groups are too deep in each other";
        t.raw.end = next;
    }
    return NULL;
}

int tr_read_rtf(tr_content *d, tr_error *err)
{
    rtf *const r = calloc(1, sizeof *r);
    size_t at = d->begin;

    if (!r) return tr_fail_memory(err);
    r->content = d;
    r->text = d->bytes;
    r->pages.page = 1252;
    tr_builder_init(&r->b, d, &rtf_text);
    tr_build_where(&r->b, "par");
    const char *const wrong = read_all(r, &at);
    end_text(r, (tr_span){at, at});
    r->b.failed = r->b.failed || r->pages.failed;
    const int built = tr_builder_end(&r->b, wrong ? NULL : err);
    tr_rtf_pages_free(&r->pages);
    tr_buf_free(&r->words);
    free(r->steps);
    free(r);
    return wrong ? tr_content_refuse(d, at < d->size ? at : d->size, wrong, err) : built;
}
