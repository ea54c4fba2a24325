#include "document/package/ooxml_ruby.h"

#include <string.h>

#include "document/markup/escapes.h"
#include "document/package/ooxml_runs.h"

typedef struct ruby {
    const tr_ooxml_names *names;
    tr_markup m;
    tr_span head, rest; /* of the first run of the base: around its text */
    uint64_t look;
    bool is_raised, keeps_blanks;
    tr_buf words;
} ruby;

/* The next tag, whose name has its standard prefix; text goes to the words.  False at the end. */
static bool next_tag(ruby *r, tr_markup_token *t, bool in_text)
{
    while (tr_markup_next(&r->m, t)) {
        if (t->kind == TR_MARKUP_TEXT && in_text)
            tr_html_decode(r->m.text + t->raw.begin, t->raw.end - t->raw.begin, false, &r->words);
        if (t->kind != TR_MARKUP_START && t->kind != TR_MARKUP_END) continue;
        tr_ooxml_name(r->names, t);
        return true;
    }
    return false;
}

/* The byte after the element that `t`, taken last, begins. */
static size_t end_of(const ruby *r, const tr_markup_token *t)
{
    tr_markup ahead = r->m;
    tr_markup_token as_written = *t;
    const size_t n = t->name_at.end - t->name_at.begin;

    if (t->closed || n >= sizeof as_written.name) return t->raw.end;
    memcpy(as_written.name, r->m.text + t->name_at.begin, n);
    as_written.name[n] = '\0';
    const size_t end = tr_markup_end_of(&ahead, &as_written);
    return end ? end : t->raw.end;
}

/* A run of the base, whose start tag is `t`: its properties and texts. */
static bool read_run(ruby *r, const tr_markup_token *t)
{
    const bool is_first = !r->head.end;
    tr_markup_token next;
    bool in_text = false;
    tr_span value;

    if (t->closed) return false;
    if (is_first) r->head.begin = t->raw.begin;
    while (next_tag(r, &next, in_text)) {
        const bool is_start = next.kind == TR_MARKUP_START;
        if (!strcmp(next.name, "w:r") && !is_start) {
            if (is_first) r->rest.end = next.raw.end;
            return !is_first || r->head.end;
        }
        if (!strcmp(next.name, "w:rPr") && is_start) {
            const size_t end = end_of(r, &next);
            if (is_first) r->look = tr_ooxml_look(r->names, &r->m, &next, end, &r->is_raised);
            r->m.at = end;
        } else if (!strcmp(next.name, "w:t") && !next.closed) {
            in_text = is_start;
            if (is_start && is_first && r->head.end) return false;
            if (is_start && is_first) r->head.end = next.raw.end;
            if (is_start && is_first)
                r->keeps_blanks = tr_markup_find(&r->m, &next, "xml:space", &value);
            if (!is_start && is_first) r->rest.begin = next.raw.begin;
        } else {
            return false;
        }
    }
    return false;
}

static bool read_base(ruby *r)
{
    tr_markup_token t;

    while (next_tag(r, &t, false)) {
        if (!strcmp(t.name, "w:rubyBase") && t.kind == TR_MARKUP_END) return r->head.end > 0;
        if (strcmp(t.name, "w:r") != 0 || t.kind != TR_MARKUP_START || !read_run(r, &t))
            return false;
    }
    return false;
}

/* Reads a run that has nothing but a ruby. */
static bool read_ruby(ruby *r)
{
    bool is_open = false, any_base = false;
    tr_markup_token t;

    while (next_tag(r, &t, false)) {
        const bool is_start = t.kind == TR_MARKUP_START && !t.closed;
        if (!strcmp(t.name, "w:ruby")) {
            is_open = is_start;
            if (is_start && any_base) return false;
        } else if (!strcmp(t.name, "w:r") && !is_start) {
            return any_base && !is_open;
        } else if (is_start && is_open && !strcmp(t.name, "w:rubyBase") && !any_base) {
            any_base = read_base(r);
            if (!any_base) return false;
        } else if (t.kind == TR_MARKUP_START &&
                   tr_markup_listed(is_open ? " w:rubyPr w:rt " : " w:rPr ", t.name)) {
            r->m.at = end_of(r, &t);
        } else {
            return false;
        }
    }
    return false;
}

bool tr_ooxml_build_ruby(tr_builder *b, const tr_ooxml_names *names, tr_markup m, tr_span raw)
{
    const char *const bytes = b->content->bytes;
    ruby r = {.names = names, .m = m};

    r.m.size = raw.end;
    const bool taken = read_ruby(&r);
    tr_run *const run = taken ? TR_REGION_TAKE(&b->content->region, tr_run, 1) : NULL;
    if (run) {
        *run = (tr_run){.raw = raw,
                        .text = {r.head.end, r.rest.begin},
                        .head = bytes + r.head.begin,
                        .head_len = r.head.end - r.head.begin,
                        .rest = bytes + r.rest.begin,
                        .rest_len = r.rest.end - r.rest.begin,
                        .look = r.look,
                        .is_raised = r.is_raised,
                        .keeps_blanks = r.keeps_blanks};
        tr_ooxml_run_identify(run, bytes);
        tr_build_run(b, run, tr_buf_text(&r.words), r.words.len);
    }
    b->failed = b->failed || r.words.failed || (taken && !run);
    tr_buf_free(&r.words);
    return taken;
}
