#include "document/package/ooxml_runs.h"

#include <string.h>

#include "base/ascii.h"
#include "base/hash.h"
#include "document/markup/escapes.h"
#include "document/markup/separators.h"

static const char says_preserve[] = " xml:space=\"preserve\"";

void tr_ooxml_run_clear(tr_ooxml_run *r)
{
    tr_buf words = r->words, rest = r->rest;

    tr_buf_clear(&words);
    tr_buf_clear(&rest);
    *r = (tr_ooxml_run){.words = words, .rest = rest};
}

void tr_ooxml_run_free(tr_ooxml_run *r)
{
    tr_buf_free(&r->words);
    tr_buf_free(&r->rest);
}

void tr_ooxml_run_start(tr_ooxml_run *r, size_t at, bool has_tags)
{
    tr_ooxml_run_clear(r);
    r->run.raw.begin = at;
    r->has_tags = has_tags;
}

void tr_ooxml_run_look(tr_ooxml_run *r, uint64_t look, bool is_raised)
{
    r->run.look = look;
    r->run.is_raised = is_raised;
}

/* ---- To the builder ---- */

static uint64_t mix_preserved(uint64_t h, const char *bytes, size_t len)
{
    enum { SAYS = sizeof says_preserve - 1 };
    for (size_t i = 0; i < len; i++) {
        if (len - i >= SAYS && !memcmp(bytes + i, says_preserve, SAYS)) i += SAYS;
        if (i < len) h = (h ^ (unsigned char)bytes[i]) * TR_FNV1A_PRIME;
    }
    return h ^ h >> 29;
}

void tr_ooxml_run_identify(tr_run *run, const char *bytes)
{
    const char *const head = run->head ? run->head : bytes + run->raw.begin;
    const char *const rest = run->rest ? run->rest : bytes + run->text.end;
    const size_t head_len = run->head ? run->head_len : run->text.begin - run->raw.begin;
    const size_t rest_len = run->rest ? run->rest_len : run->raw.end - run->text.end;

    run->identity = mix_preserved(mix_preserved(0, head, head_len) + 1, rest, rest_len);
}

/* Ends the run at byte `end`. */
static void build_ooxml_run(tr_ooxml_run *r, tr_builder *b, size_t end)
{
    const char *const content = b->content->bytes;
    tr_run *const run = TR_REGION_TAKE(&b->content->region, tr_run, 1);

    r->run.raw.end = end;
    if (r->texts > 1) {
        tr_buf_add(&r->rest, content + r->rest_at, end - r->rest_at);
        r->run.rest = tr_region_copy(&b->content->region, tr_buf_text(&r->rest), r->rest.len);
        r->run.rest_len = r->rest.len;
    }
    if (!run || (r->texts > 1 && !r->run.rest) || r->words.failed || r->rest.failed) {
        b->failed = true;
        return;
    }
    tr_ooxml_run_identify(&r->run, content);
    *run = r->run;
    tr_build_run(b, run, tr_buf_text(&r->words), r->words.len);
}

/* Goes on with the rest of a run. */
static void continue_run(tr_ooxml_run *r)
{
    r->run = (tr_run){.look = r->run.look,
                      .is_raised = r->run.is_raised,
                      .is_first = true,
                      .keeps_blanks = r->run.keeps_blanks};
    r->has_text = false;
    r->texts = 0;
    tr_buf_clear(&r->words);
    tr_buf_clear(&r->rest);
}

void tr_ooxml_run_cut(tr_ooxml_run *r, tr_builder *b, size_t at)
{
    const bool in_text = r->has_text && r->text_begin > r->text_end;

    if (in_text) tr_ooxml_run_text_end(r, (tr_span){at, at});
    r->run.is_last = true;
    if (r->texts) build_ooxml_run(r, b, r->text_end);
    continue_run(r);
}

void tr_ooxml_run_end(tr_ooxml_run *r, tr_builder *b, size_t end)
{
    if (r->texts)
        build_ooxml_run(r, b, end);
    else if (!r->run.is_first)
        tr_build_point(b, (tr_span){r->run.raw.begin, end});
}

/* ---- Texts ---- */

/* The bytes of a line end, or of a control character as spreadsheets write it, at `text`; 0 if
 * there is none. */
static size_t line_length(const char *text, size_t len)
{
    static const char *const written[] = {"&#10;", "&#xA;", "&#xa;", "&#13;", "&#xD;", "&#xd;"};

    if (*text == '\n' || *text == '\r') return 1;
    for (size_t i = 0; *text == '&' && i < sizeof written / sizeof *written; i++)
        if (len >= strlen(written[i]) && !memcmp(text, written[i], strlen(written[i])))
            return strlen(written[i]);
    if (*text != '_' || len < 7 || text[1] != 'x' || text[6] != '_') return 0;
    for (size_t i = 2; i < 6; i++)
        if (!memchr("0123456789abcdefABCDEF", text[i], 22)) return 0;
    return 7;
}

/* Begins a text at byte `begin`, whose start tag begins at `tag`. */
static void begin_text(tr_ooxml_run *r, tr_builder *b, size_t tag, size_t begin)
{
    const char *const content = b->content->bytes;

    if (r->has_text) {
        tr_buf_add(&r->rest, content + r->rest_at, begin - r->rest_at);
    } else {
        if (r->run.is_first) r->run.raw.begin = tag;
        r->run.text.begin = begin;
        r->has_text = true;
    }
    r->text_begin = begin;
    r->text_end = 0;
}

void tr_ooxml_run_text(tr_ooxml_run *r, tr_builder *b, const tr_markup_token *t)
{
    const tr_markup m = {.text = b->content->bytes, .size = b->content->size, .xml = true};
    tr_span value;

    r->break_length = t->name[0] != 'w' ? line_length : NULL;
    if (!r->has_text)
        r->run.keeps_blanks = t->name[0] == 'a' || tr_markup_find(&m, t, "xml:space", &value);
    begin_text(r, b, t->raw.begin, t->raw.end);
}

void tr_ooxml_run_text_end(tr_ooxml_run *r, tr_span raw)
{
    if (!r->has_text) return; /* a break was the last of it */
    if (!r->texts) r->run.text.end = raw.begin;
    r->texts++;
    r->rest_at = raw.begin;
    r->text_end = raw.end;
}

bool tr_ooxml_run_hyphen(tr_ooxml_run *r, tr_builder *b, tr_span raw)
{
    static const char hyphen[] = "\xE2\x80\x91";

    if (!r->texts) return false;
    tr_buf_add(&r->words, hyphen, sizeof hyphen - 1);
    tr_buf_add(&r->rest, b->content->bytes + r->rest_at, raw.begin - r->rest_at);
    r->texts++;
    r->rest_at = raw.end;
    r->text_end = raw.end;
    return true;
}

/* Some of a text that nothing parts but what breaks it. */
static void read_words(tr_ooxml_run *r, tr_builder *b, tr_span raw)
{
    const char *const content = b->content->bytes;
    size_t begin = raw.begin;

    if (!r->has_text) begin_text(r, b, begin, begin); /* after a break in it */
    for (size_t i = begin, n; i < raw.end && r->break_length; i += n ? n : 1) {
        n = r->break_length(content + i, raw.end - i);
        if (!n) continue;
        tr_html_decode(content + begin, i - begin, false, &r->words);
        tr_ooxml_run_cut(r, b, i);
        tr_build_fixed(b, (tr_span){i, i + n});
        begin = i + n;
        begin_text(r, b, begin, begin);
    }
    tr_html_decode(content + begin, raw.end - begin, false, &r->words);
}

/* The next white space with three blanks and more in bytes [begin, end) of words that go on, as
 * between columns; is_begun: there are words before them.  Empty at `end` if there is none. */
static tr_span next_gap(const char *text, size_t begin, size_t end, bool is_begun)
{
    enum { GAP = 3 };

    for (size_t i = begin, n; i < end; i += n + 1) {
        n = tr_skip(text, i, end, tr_ascii_is_html_space) - i;
        if (n < GAP || (i == begin && !is_begun) || i + n == end) continue;
        if (tr_span_find(text, i, i + n, "   ") < i + n) return (tr_span){i, i + n};
    }
    return (tr_span){end, end};
}

void tr_ooxml_run_words(tr_ooxml_run *r, tr_builder *b, tr_span raw)
{
    const tr_document_options *const o = b->content->options;
    const char *const text = b->content->bytes;
    tr_span sign = tr_next_separator(text, raw.begin, raw.end, o);

    while (raw.begin < raw.end) {
        const tr_span gap = next_gap(text, raw.begin, sign.begin, r->texts > 0);
        tr_span part = gap.begin < gap.end ? gap : sign;
        const bool ends_sign = part.end == sign.end;
        if (part.begin < part.end) { /* blanks beside a sign tell it */
            part.begin = tr_skip_back(text, raw.begin, part.begin, tr_ascii_is_html_space);
            part.end = tr_skip(text, part.end, raw.end, tr_ascii_is_html_space);
        }
        if (part.begin > raw.begin) read_words(r, b, (tr_span){raw.begin, part.begin});
        if (part.begin < part.end) {
            tr_ooxml_run_cut(r, b, part.begin);
            tr_build_fixed(b, part);
        }
        raw.begin = part.end;
        if (ends_sign) sign = tr_next_separator(text, raw.begin, raw.end, o);
    }
}
