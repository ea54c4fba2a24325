#include "document/package/read_idml.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/hash.h"
#include "document/markup/escapes.h"
#include "document/markup/markup.h"
#include "document/markup/xml_check.h"
#include "document/package/ooxml_runs.h"

enum { MAX_DEPTH = 64 }; /* of elements that have text in them */

static const char run_name[] = "CharacterStyleRange", text_name[] = "Content";
static const char properties_name[] = "Properties", variable_name[] = "TextVariableInstance";
/* Elements that end a sentence, with all that they are in. */
static const char block_names[] = " ParagraphStyleRange Br Table ";
/* Elements that are not shown, with all of their content. */
static const char hidden_names[] =
    " Properties PageReference HyperlinkTextDestination ParagraphDestination Note HiddenText "
    "XMLAttribute XMLComment XMLInstruction StoryPreference InCopyExportOption "
    "MetadataPacketPreference ";
/* Looks that nobody sees, or that fit letters to each other. */
static const char no_looks[] = " AppliedLanguage KerningMethod KerningValue Tracking ";

enum kind {
    BLOCK, /* its tags end a sentence */
    PAIR,
    JOINED, /* its tags are bytes of the pair around it */
    RUN, /* a run, whose sentences may be read as runs or, with what is amid their text, without it
          */
    TEXT
};

/* An element that is open. */
typedef struct frame {
    enum kind kind;
    uint64_t look; /* of a run, */
    bool is_raised;
    size_t end; /* and where it ends */
} frame;

typedef struct idml_reading {
    tr_builder b;
    tr_markup m;
    tr_ooxml_run run;
    bool in_run;
    size_t at; /* after the bytes that were built last */
    frame stack[MAX_DEPTH];
    size_t n;
} idml_reading;

static frame *top(idml_reading *r)
{
    return r->n ? &r->stack[r->n - 1] : NULL;
}

static void push(idml_reading *r, enum kind kind)
{
    r->stack[r->n++] = (frame){.kind = kind};
}

/* Returns the bytes from the last built ones up to `end`, which are built now. */
static tr_span take_bytes_to(idml_reading *r, size_t end)
{
    const tr_span raw = {r->at, end};
    r->at = end;
    return raw;
}

static void break_at(idml_reading *r, tr_span raw)
{
    if (r->in_run) tr_ooxml_run_cut(&r->run, &r->b, raw.begin);
    tr_build_fixed(&r->b, raw);
    r->at = raw.end;
}

/* The byte after the element whose start tag, taken last, is `t`.  It has an end, for the XML is
 * well-formed. */
static size_t end_of(const tr_markup *m, const tr_markup_token *t)
{
    tr_markup ahead = *m;
    ahead.searched = 0;
    return t->closed ? t->raw.end : tr_markup_end_of(&ahead, t);
}

/* The byte after the start tag `t` and the properties behind it. */
static size_t end_of_head(tr_markup m, const tr_markup_token *t)
{
    tr_markup_token next;

    m.at = t->raw.end;
    while (!t->closed && tr_markup_next(&m, &next) && next.kind != TR_MARKUP_END)
        if (next.kind == TR_MARKUP_START)
            return strcmp(next.name, properties_name) != 0 ? t->raw.end : end_of(&m, &next);
    return t->raw.end;
}

/* ---- Descriptions ---- */

/* What stands for a picture, as people have written it; "$ID/" begins a name of InDesign's own. */
static void build_description(tr_builder *b, const tr_markup *m, const tr_markup_token *t)
{
    static const char own[] = "$ID/";
    tr_markup_attribute a;

    if (strcmp(t->name, "ObjectExportOption") != 0) return;
    for (size_t at = 0; tr_markup_attribute_next(m, t, &at, &a);)
        if (tr_markup_is(m, a.name, "CustomAltText") &&
            !tr_starts_with(m->text, a.value.begin, a.value.end, own))
            tr_build_html_attribute(b, a.value, a.quote, "CustomAltText");
}

/* Builds the descriptions in bytes [raw], which stay but for them. */
static void build_descriptions(idml_reading *r, tr_span raw)
{
    tr_markup m = {.text = r->m.text, .size = raw.end, .at = raw.begin, .xml = true};
    tr_markup_token t;

    while (tr_markup_next(&m, &t))
        if (t.kind == TR_MARKUP_START) build_description(&r->b, &m, &t);
}

int tr_read_idml_spread(tr_content *d, tr_error *err)
{
    tr_markup m = {.text = d->bytes, .size = d->size, .at = d->begin, .xml = true};
    tr_markup_token t;
    tr_builder b;

    const int rc = tr_xml_check(d, err);
    if (rc < 0) return rc;
    tr_builder_init(&b, d, &tr_html_text);
    while (!b.failed && tr_markup_next(&m, &t)) {
        if (t.kind == TR_MARKUP_START) build_description(&b, &m, &t);
        if (t.kind == TR_MARKUP_START) tr_build_break(&b, t.raw.end);
    }
    return tr_builder_end(&b, err);
}

/* ---- What elements hold ---- */

static bool is_hidden(const tr_markup *m, const tr_markup_token *t)
{
    tr_span type;
    if (tr_markup_listed(hidden_names, t->name)) return true;
    return !strcmp(t->name, "Change") && tr_markup_find(m, t, "ChangeType", &type) &&
           tr_markup_is(m, type, "DeletedText");
}

enum holding { HOLDS_NOTHING, HOLDS_TEXT, HOLDS_BLOCKS };

/* What the element from `t`, taken last, to `end` has in it. */
static enum holding look_into(tr_markup m, const tr_markup_token *t, size_t end)
{
    enum holding found = HOLDS_NOTHING;
    tr_markup_token next = *t;

    m.size = end;
    do {
        if (next.kind != TR_MARKUP_START) continue;
        if (tr_markup_listed(block_names, next.name)) return HOLDS_BLOCKS;
        if (is_hidden(&m, &next)) m.at = end_of(&m, &next);
        if (!strcmp(next.name, text_name) && !next.closed) found = HOLDS_TEXT;
    } while (tr_markup_next(&m, &next));
    return found;
}

/* The bytes of a tab, or of the end of a line that ends no paragraph, at `text`; 0: of none. */
static size_t part_length(const char *text, size_t len)
{
    static const char *const signs[] = {"\t",   "\n",    "\r",       "\xE2\x80\xA8",
                                        "&#9;", "&#x9;", "&#x2028;", "&#8232;"};

    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (len >= strlen(signs[i]) && !memcmp(text, signs[i], strlen(signs[i])))
            return strlen(signs[i]);
    return 0;
}

/* True if a text that begins at m.at has a part before its first letter. */
static bool leads_with_part(tr_markup m, size_t end)
{
    tr_markup_token t;

    m.size = end;
    if (!tr_markup_next(&m, &t)) return false;
    for (size_t i = t.raw.begin; t.kind == TR_MARKUP_TEXT && i < t.raw.end; i++) {
        if (part_length(m.text + i, t.raw.end - i)) return true;
        if (!tr_ascii_is_html_space(m.text[i])) return false;
    }
    return t.kind == TR_MARKUP_COMMENT;
}

/* What a run has in it up to the next block: texts, pairs around others, signs that are shown. */
typedef struct survey {
    size_t n_texts, n_pairs, n_signs;
    bool ends;                       /* at a block */
    bool is_mixed;                   /* something stands amid the text */
    bool is_variable;                /* a sign is text that InDesign makes */
    bool leads;                      /* a sign stands before all text */
    bool sign_behind, hidden_behind; /* the last text */
} survey;

/* True for the place of a note that was moved (notes.h). */
static bool is_note(const tr_markup *m, const tr_markup_token *t)
{
    static const char mark[] = "<?tr-note ";
    return t->raw.end - t->raw.begin > sizeof mark &&
           !memcmp(m->text + t->raw.begin, mark, sizeof mark - 1);
}

static void survey_sign(survey *s, bool is_variable)
{
    s->n_signs++;
    s->is_variable |= is_variable;
    s->leads |= !s->n_texts;
    s->sign_behind |= s->n_texts > 0;
}

static void survey_text(survey *s, tr_markup m, size_t end)
{
    if (leads_with_part(m, end))
        s->leads &= s->n_texts > 0;
    else
        s->is_mixed |= s->sign_behind || s->hidden_behind;
    s->sign_behind = s->hidden_behind = false;
    s->n_texts++;
}

/* Adds the element that `t` begins and that ends at `end`. */
static void survey_element(survey *s, const tr_markup *m, const tr_markup_token *t, size_t end)
{
    if (is_hidden(m, t)) {
        s->hidden_behind |= s->n_texts > 0;
        return;
    }
    const enum holding held = look_into(*m, t, end);
    const bool is_text = !strcmp(t->name, text_name);
    if (held == HOLDS_BLOCKS)
        s->ends = true;
    else if (held == HOLDS_TEXT && is_text)
        survey_text(s, *m, end);
    else if (held == HOLDS_TEXT)
        s->n_pairs++;
    else if (!is_text)
        survey_sign(s, !strcmp(t->name, variable_name));
}

/* Of bytes [begin, end) of a run; is_start: they are not behind a block in it. */
static survey survey_run(tr_markup m, size_t begin, size_t end, bool is_start)
{
    survey s = {0};
    tr_markup_token t;

    m.at = begin;
    m.size = end;
    while (!s.ends && tr_markup_next(&m, &t)) {
        if (t.kind == TR_MARKUP_COMMENT && is_note(&m, &t)) survey_sign(&s, false);
        if (t.kind != TR_MARKUP_START) continue;
        const size_t stop = end_of(&m, &t);
        survey_element(&s, &m, &t, stop);
        m.at = stop;
    }
    s.is_mixed |= s.n_texts && ((s.leads && is_start) || (s.sign_behind && !s.ends));
    s.is_mixed |= s.n_pairs > 0;
    return s;
}

/* ---- Runs ---- */

static uint64_t look_of(const tr_markup *m, const tr_markup_token *t, size_t head_end,
                        bool *is_raised)
{
    static const char none[] = "CharacterStyle/$ID/[No character style]";
    uint64_t h = TR_FNV1A_START;
    char name[TR_NAME_SIZE];
    tr_markup_attribute a;

    *is_raised = false;
    for (size_t at = 0; tr_markup_attribute_next(m, t, &at, &a);) {
        const size_t len = a.name.end - a.name.begin;
        if (len >= sizeof name) continue;
        memcpy(name, m->text + a.name.begin, len);
        name[len] = '\0';
        if (tr_markup_listed(no_looks, name) || tr_markup_is(m, a.value, none)) continue;
        if (!strcmp(name, "Position") &&
            (tr_markup_is(m, a.value, "Superscript") || tr_markup_is(m, a.value, "Subscript")))
            *is_raised = true;
        h = tr_fnv1a(h, m->text + a.name.begin, a.value.end - a.name.begin);
    }
    if (head_end > 2 && m->text[head_end - 2] != '/') /* <Properties/> */
        for (size_t i = t->raw.end; i < head_end; i++)
            if (!tr_ascii_is_html_space(m->text[i])) h = tr_fnv1a(h, m->text + i, 1);
    return h ^ h >> 31;
}

static void begin_run(idml_reading *r, bool has_tags)
{
    tr_ooxml_run_start(&r->run, r->at, has_tags);
    r->in_run = true;
}

/* Goes on with a run after a block in it: what is amid its text cannot leave it. */
static void resume_run(idml_reading *r)
{
    const frame *const f = top(r);

    if (!f || f->kind != RUN) return;
    if (survey_run(r->m, r->m.at, f->end, false).is_mixed) {
        r->in_run = false;
    } else if (!r->in_run) {
        begin_run(r, true);
        tr_ooxml_run_look(&r->run, f->look, f->is_raised);
        r->run.run.is_first = r->run.run.keeps_blanks = true;
    }
}

static void start_block(idml_reading *r, const tr_markup_token *t)
{
    const size_t head_end = end_of_head(r->m, t);

    break_at(r, (tr_span){t->raw.begin, head_end});
    r->m.at = head_end;
    if (t->closed) {
        resume_run(r);
        return;
    }
    r->in_run = false;
    push(r, BLOCK);
    tr_build_where(&r->b, "%s", t->name);
}

static void open_pair(idml_reading *r, size_t head_end)
{
    tr_build_open(&r->b, take_bytes_to(r, head_end), "pair", 4);
    r->m.at = head_end;
    push(r, PAIR);
}

/* A run that has nothing in it but a pair: both are one. */
static void open_both(idml_reading *r, size_t head_end)
{
    tr_markup_token t;

    r->m.at = head_end;
    while (tr_markup_next(&r->m, &t)) {
        if (t.kind != TR_MARKUP_START) continue;
        const size_t end = end_of(&r->m, &t);
        if (!is_hidden(&r->m, &t) && look_into(r->m, &t, end) == HOLDS_TEXT) break;
        r->m.at = end;
    }
    open_pair(r, end_of_head(r->m, &t));
    push(r, JOINED);
}

static void open_run(idml_reading *r, const tr_markup_token *t, size_t end, bool is_mixed)
{
    const size_t head_end = end_of_head(r->m, t);
    frame f = {.kind = RUN, .end = end};

    f.look = look_of(&r->m, t, head_end, &f.is_raised);
    if (is_mixed) {
        break_at(r, (tr_span){t->raw.begin, head_end});
    } else {
        begin_run(r, true);
        tr_ooxml_run_look(&r->run, f.look, f.is_raised);
    }
    r->m.at = head_end;
    r->stack[r->n++] = f;
}

static void start_idml_run(idml_reading *r, const tr_markup_token *t)
{
    const size_t end = end_of(&r->m, t), head_end = end_of_head(r->m, t);
    const survey s = survey_run(r->m, head_end, end, true);

    if (s.ends || (s.n_texts && !s.is_mixed)) {
        open_run(r, t, end, s.is_mixed);
    } else if (s.n_pairs == 1 && !s.n_texts && !s.n_signs) {
        open_both(r, head_end);
    } else if (s.is_mixed) {
        open_pair(r, head_end);
    } else {
        r->m.at = end;
        if (!s.n_signs) return;
        (s.is_variable ? tr_build_atom : tr_build_point)(&r->b, take_bytes_to(r, end));
        build_descriptions(r, (tr_span){t->raw.begin, end});
    }
}

static void end_idml_run(idml_reading *r, size_t end)
{
    tr_ooxml_run_end(&r->run, &r->b, end);
    r->in_run = false;
    r->at = end;
}

static void start_idml_text(idml_reading *r, const tr_markup_token *t)
{
    if (!r->in_run) begin_run(r, false);
    tr_ooxml_run_text(&r->run, &r->b, t);
    r->run.run.keeps_blanks = true;
    r->run.break_length = part_length;
    push(r, TEXT);
}

/* ---- Elements ---- */

/* An element that has neither text nor paragraphs in it. */
static void build_sign(idml_reading *r, const tr_markup_token *t, size_t end)
{
    r->m.at = end;
    if (r->in_run)
        break_at(r, (tr_span){t->raw.begin, end});
    else
        (!strcmp(t->name, variable_name) ? tr_build_atom : tr_build_point)(&r->b,
                                                                           take_bytes_to(r, end));
    build_descriptions(r, (tr_span){t->raw.begin, end});
    if (r->in_run) tr_build_break(&r->b, end);
}

/* What is not shown goes with what follows, but amid the texts of a run. */
static void pass_hidden(idml_reading *r, const tr_markup_token *t, size_t end)
{
    const frame *const f = top(r);

    r->m.at = end;
    if (f && (f->kind == PAIR || (f->kind == RUN && !r->in_run)) &&
        strcmp(t->name, properties_name) != 0)
        tr_build_point(&r->b, take_bytes_to(r, end));
}

static void read_idml_start(idml_reading *r, const tr_markup_token *t)
{
    const size_t end = end_of(&r->m, t);

    /* A run may take two places; and InDesign has no element in a text. */
    if (r->n == MAX_DEPTH - 1 || (top(r) && top(r)->kind == TEXT)) {
        break_at(r, (tr_span){t->raw.begin, end});
        r->m.at = end;
    } else if (is_hidden(&r->m, t)) {
        pass_hidden(r, t, end);
    } else if (!strcmp(t->name, text_name)) {
        if (!t->closed) start_idml_text(r, t);
    } else if (!strcmp(t->name, run_name) && !r->in_run) {
        start_idml_run(r, t);
    } else {
        switch (look_into(r->m, t, end)) {
        case HOLDS_NOTHING:
            build_sign(r, t, end);
            break;
        case HOLDS_TEXT:
            open_pair(r, end_of_head(r->m, t));
            break;
        case HOLDS_BLOCKS:
            start_block(r, t);
        }
    }
}

static void read_idml_end(idml_reading *r, const tr_markup_token *t)
{
    if (!r->n) return;
    switch (r->stack[--r->n].kind) {
    case TEXT:
        tr_ooxml_run_text_end(&r->run, t->raw);
        if (!r->run.has_tags) end_idml_run(r, t->raw.end);
        break;
    case RUN:
        if (r->in_run)
            end_idml_run(r, t->raw.end);
        else
            break_at(r, t->raw);
        break;
    case PAIR:
        tr_build_close(&r->b, take_bytes_to(r, t->raw.end), "pair", 4);
        break;
    case BLOCK:
        break_at(r, t->raw);
        resume_run(r);
        break;
    case JOINED:
        break;
    }
}

/* Comments, instructions, CDATA. */
static void read_idml_aside(idml_reading *r, const tr_markup_token *t)
{
    if (top(r) && top(r)->kind == TEXT)
        break_at(r, t->raw);
    else if (!r->in_run && is_note(&r->m, t))
        tr_build_point(&r->b, take_bytes_to(r, t->raw.end));
}

static void read_idml_token(idml_reading *r, const tr_markup_token *t)
{
    if (t->kind == TR_MARKUP_START) read_idml_start(r, t);
    if (t->kind == TR_MARKUP_END) read_idml_end(r, t);
    if (t->kind == TR_MARKUP_COMMENT || t->kind == TR_MARKUP_CDATA) read_idml_aside(r, t);
    if (t->kind == TR_MARKUP_TEXT && top(r) && top(r)->kind == TEXT)
        tr_ooxml_run_words(&r->run, &r->b, t->raw);
}

int tr_read_idml(tr_content *d, tr_error *err)
{
    idml_reading *const r = calloc(1, sizeof *r);
    tr_markup_token t;

    int rc = r ? tr_xml_check(d, err) : tr_fail_memory(err);
    if (rc == TR_OK) {
        r->m = (tr_markup){.text = d->bytes, .size = d->size, .at = d->begin, .xml = true};
        r->at = d->begin;
        tr_builder_init(&r->b, d, &tr_html_text);
        while (!r->b.failed && tr_markup_next(&r->m, &t))
            read_idml_token(r, &t);
        rc = tr_builder_end(&r->b, err);
    }
    if (r) tr_ooxml_run_free(&r->run);
    free(r);
    return rc;
}
