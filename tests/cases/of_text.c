/* of_text.c - adapters for text: sentences, passages, marks of a language, notation. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "cases/case.h"
#include "language/language.h"
#include "text/final_marks.h"
#include "text/indic/unified.h"
#include "text/moses/moses_join.h"
#include "text/moses/moses_words.h"
#include "text/normalize.h"
#include "text/numbers/notation.h"
#include "text/passages.h"
#include "text/patterns.h"
#include "text/sentences.h"
#include "text/structure.h"
#include "text/typography.h"

static const char *language_of(const case_input *in)
{
    return case_option_of(in, "language", "");
}

static void add_spans(tr_buf *out, const char *text, const tr_span *spans, size_t n)
{
    for (size_t i = 0; i < n; i++)
        case_add_part(out, "|", text + spans[i].begin, spans[i].end - spans[i].begin);
}

static void sentences(const case_input *in, tr_buf *out)
{
    tr_splitter *s;
    tr_span *spans = NULL;
    size_t capacity = 0, n = 0;

    if (tr_splitter_create(&s, language_of(in), NULL) < 0) return;
    tr_splitter_sentences(s, case_text(in, 0), case_len(in, 0), &spans, &capacity, &n, NULL);
    add_spans(out, case_text(in, 0), spans, n);
    free(spans);
    tr_splitter_free(s);
}

static void cut_clause(const case_input *in, tr_buf *out)
{
    const size_t limit = strtoul(case_text(in, 1), NULL, 10);
    tr_buf_add(out, case_text(in, 0), tr_clause_cut(case_text(in, 0), case_len(in, 0), limit));
}

static void passages(const case_input *in, tr_buf *out)
{
    const bool splits = case_option_on(in, "splits"), keeps = case_option_on(in, "keeps");
    tr_passages p;

    if (tr_passages_init(&p, "en", splits, NULL) < 0) return;
    tr_passages_find(&p, case_text(in, 0), case_len(in, 0), splits, keeps, NULL);
    add_spans(out, case_text(in, 0), p.list, p.n);
    tr_passages_free(&p);
}

static void structure(const case_input *in, tr_buf *out)
{
    const tr_stops *const stops = &tr_language_data(language_of(in))->stops;
    tr_span part = {0};

    while (tr_structure_next(stops, case_text(in, 0), case_len(in, 0), part.end, &part))
        case_add_part(out, "/", case_text(in, 0) + part.begin, part.end - part.begin);
}

static void patterns(const case_input *in, tr_buf *out)
{
    const char *const pattern = case_text(in, 0);
    tr_patterns *p;
    tr_matches found = {0};

    if (tr_patterns_create(&p, &pattern, 1, NULL, NULL) < 0) return;
    tr_patterns_find(p, case_text(in, 1), (tr_span){0, case_len(in, 1)}, &found, NULL);
    add_spans(out, case_text(in, 1), found.list, found.n);
    free(found.list);
    tr_patterns_free(p);
}

static void typography(const case_input *in, tr_buf *out)
{
    tr_typography_write((tr_string){case_text(in, 0), case_len(in, 0)}, true,
                        (tr_string){case_text(in, 1), case_len(in, 1)},
                        tr_language_data(language_of(in))->quotes, out, NULL, 0);
}

static void quotes(const case_input *in, tr_buf *out)
{
    const tr_quotes q = tr_language_data(case_text(in, 0))->quotes;
    tr_buf_printf(out, "%s...%s", q.open, q.close);
}

/* The option "languages" is two of them. */
static void find_languages(const case_input *in, const tr_language **from, const tr_language **to)
{
    char first[20] = "";
    const char *const both = case_option_of(in, "languages", " ");
    const char *const blank = strchr(both, ' ');

    snprintf(first, sizeof first, "%.*s", (int)strcspn(both, " "), both);
    *from = tr_language_data(first);
    *to = tr_language_data(blank ? blank + 1 : "");
}

static void find_notations(const case_input *in, tr_notation *from, tr_notation *to)
{
    const tr_language *source, *target;

    find_languages(in, &source, &target);
    *from = source->notation;
    *to = target->notation;
}

static void final_marks(const case_input *in, tr_buf *out)
{
    const tr_language *from, *to;
    const size_t begin = out->len;

    find_languages(in, &from, &to);
    tr_buf_add(out, case_text(in, 1), case_len(in, 1));
    tr_final_marks_write((tr_string){case_text(in, 0), case_len(in, 0)}, &from->orthography,
                         &to->orthography, out, begin, NULL, 0);
}

static void notation(const case_input *in, tr_buf *out)
{
    tr_notation from, to;
    tr_buf rewritten = {0};

    find_notations(in, &from, &to);
    const bool done = tr_notation_rewrite(case_text(in, 0), case_len(in, 0), from, to,
                                          case_option_on(in, "bare"), &rewritten);
    tr_buf_add_string(out, tr_buf_text(&rewritten));
    if (done != (rewritten.len > 0)) tr_buf_add_string(out, " (which the function denies)");
    tr_buf_free(&rewritten);
}

static void respell(const case_input *in, tr_buf *out)
{
    tr_notation from, to;

    find_notations(in, &from, &to);
    tr_notation_respell(case_text(in, 0), case_len(in, 0), case_text(in, 1), case_len(in, 1), from,
                        to, out, NULL, 0);
}

static void normalize(const case_input *in, tr_buf *out)
{
    tr_rewrite rewritten = {0};
    tr_normalizer_find(case_option_of(in, "rules", ""))(case_text(in, 0), case_len(in, 0),
                                                        &rewritten);
    tr_buf_add(out, tr_buf_text(&rewritten.text), rewritten.text.len);
    tr_rewrite_free(&rewritten);
}

static void language_fit(const case_input *in, tr_buf *out)
{
    const int fit = tr_language_fit(case_text(in, 0), case_text(in, 1));

    tr_buf_printf(out, "%d", fit);
    if (tr_language_fit(case_text(in, 1), case_text(in, 0)) != fit)
        tr_buf_add_string(out, ", the other way round not");
}

static void language_tag(const case_input *in, tr_buf *out)
{
    char tag[64];
    tr_language_tag(case_text(in, 0), tag, sizeof tag);
    tr_buf_add_string(out, tag);
}

static void add_cells(const tr_cells *t, tr_buf *out)
{
    for (size_t i = 0; i < t->n; i++) {
        char c[4];
        tr_buf_add(out, c, tr_utf8_encode(t->cell[i].c, c));
    }
}

static void moses_words(const case_input *in, tr_buf *out)
{
    tr_moses m;
    tr_cells t = {0};

    tr_moses_init(&m, language_of(in));
    m.hyphens = m.escape = true;
    m.punctuation = case_option_on(in, "punctuation");
    tr_cells_read(&t, case_text(in, 0), case_len(in, 0));
    tr_moses_cut(&m, &t);
    add_cells(&t, out);
    tr_cells_free(&t);
}

static void moses_join(const case_input *in, tr_buf *out)
{
    tr_moses m;
    tr_buf line = {0};

    tr_moses_init(&m, language_of(in));
    tr_buf_add(&line, case_text(in, 0), case_len(in, 0));
    tr_moses_join(&m, &line, out);
    tr_buf_free(&line);
}

static void unified_cut(const case_input *in, tr_buf *out)
{
    tr_unified u;
    tr_cells t = {0};

    tr_unified_init(&u, language_of(in));
    tr_cells_read(&t, case_text(in, 0), case_len(in, 0));
    tr_unified_cut(&u, &t);
    add_cells(&t, out);
    tr_cells_free(&t);
}

static void unified_join(const case_input *in, tr_buf *out)
{
    tr_unified u;

    tr_unified_init(&u, language_of(in));
    tr_unified_join(&u, case_text(in, 0), case_len(in, 0), out);
}

const case_module cases_of_text[] = {
    {"text/sentences", NULL, 1, sentences, "language "},
    {"text/sentences", "cut", 2, cut_clause, "language "},
    {"text/passages", NULL, 1, passages, "splits keeps "},
    {"text/structure", NULL, 1, structure, "language "},
    {"text/patterns", NULL, 2, patterns, ""},
    {"text/typography", NULL, 2, typography, "language "},
    {"text/typography", "quotes", 1, quotes, "language "},
    {"text/final_marks", NULL, 2, final_marks, "languages "},
    {"text/numbers/notation", NULL, 1, notation, "languages bare "},
    {"text/numbers/notation", "respell", 2, respell, "languages "},
    {"text/normalize", NULL, 1, normalize, "rules "},
    {"text/language", "fit", 2, language_fit, ""},
    {"text/language", "tag", 1, language_tag, ""},
    {"text/moses/moses_words", NULL, 1, moses_words, "language punctuation "},
    {"text/moses/moses_join", NULL, 1, moses_join, "language "},
    {"text/indic/unified", NULL, 1, unified_cut, "language "},
    {"text/indic/unified", "join", 1, unified_join, "language "},
    {0},
};
