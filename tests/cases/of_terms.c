/* of_terms.c - adapters for terms: forms of nouns, glossaries. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cases/case.h"
#include "text/terms/agreement.h"
#include "text/terms/glossary.h"
#include "text/terms/glossary_file.h"
#include "text/terms/noun.h"
#include "text/terms/word_class.h"
#include "unit/scratch.h"

static const char *language_of(const case_input *in)
{
    return case_option_of(in, "language", "");
}

static void noun_plural(const case_input *in, tr_buf *out)
{
    const char *plurals[TR_MOST_PLURALS];
    tr_region region = {0};

    const tr_noun_word noun = {language_of(in), case_text(in, 0), case_len(in, 0),
                               *case_option_of(in, "gender", "")};
    const int n = tr_noun_plurals(&noun, &region, plurals);

    if (n > 0) tr_buf_add_string(out, plurals[0]);
    if (n > 1) tr_buf_add_string(out, "?");
    tr_region_free(&region);
}

static void noun_genders(const case_input *in, tr_buf *out)
{
    tr_buf_add_string(out, tr_noun_genders(language_of(in), case_text(in, 0), case_len(in, 0)));
}

/* ---- Classes of words */

static void add_classes(unsigned classes, tr_buf *out)
{
    static const char *const names[] = {"noun", "verb", "other"};

    for (size_t i = 0; i < 3; i++)
        if (classes >> i & 1) case_add_part(out, " ", names[i], strlen(names[i]));
}

/* The word in brackets; with a sign behind them, it is in another form than its own. */
static void word_class(const case_input *in, tr_buf *out)
{
    const char *const text = case_text(in, 0), *const begin = strchr(text, '['),
                      *const end = strchr(text, ']');
    tr_buf plain = {0};

    if (!begin || !end || begin > end) return;
    const bool is_form = end[1] == '*', is_translation = case_option_of(in, "of", "")[0] == 't';
    const tr_span word = {(size_t)(begin - text), (size_t)(end - text) - 1};
    tr_buf_printf(&plain, "%.*s%.*s%s", (int)(begin - text), text, (int)(end - begin) - 1,
                  begin + 1, end + 1 + is_form);
    if (is_translation)
        add_classes(tr_class_in_translation(language_of(in), plain.data, word), out);
    else
        add_classes(tr_class_in_sentence(language_of(in), plain.data, plain.len, word, !is_form),
                    out);
    tr_buf_free(&plain);
}

static void term_class(const case_input *in, tr_buf *out)
{
    add_classes(tr_class_of_term(language_of(in), case_text(in, 0)), out);
}

/* ---- Agreement */

/* Reads "singular, f, plural plurals, is plural", which it changes. */
static tr_noun read_noun(char *written)
{
    static const char plural[] = "plural ";
    tr_noun noun = {.singular = written};
    char *next;

    for (char *at = written; at; at = next) {
        if ((next = strstr(at, ", "))) *next = '\0', next += 2;
        if (at == written) continue;
        if (!strncmp(at, plural, sizeof plural - 1)) noun.plural = at + sizeof plural - 1;
        if (!at[1]) noun.gender = *at;
        noun.is_plural |= !strcmp(at, "is plural");
        noun.in_capitals |= !strcmp(at, "in capitals");
        noun.is_fixed |= !strcmp(at, "fixed");
        noun.is_past |= !strcmp(at, "past");
        noun.is_told |= !strcmp(at, "told");
    }
    return noun;
}

static void agree(const case_input *in, bool is_verb, tr_buf *out)
{
    const char *const text = case_text(in, 0), *const end = strchr(text, ']');
    const size_t begin = strcspn(text, "[");
    char written[200];
    tr_buf plain = {0};
    tr_region region = {0};
    tr_variants *const v = calloc(1, sizeof *v);

    if (v && end && begin < (size_t)(end - text)) {
        const tr_span place = {begin, (size_t)(end - text) - 1};
        snprintf(written, sizeof written, "%s", case_text(in, 1));
        tr_noun noun = read_noun(written);
        noun.is_verb = is_verb;
        tr_buf_printf(&plain, "%.*s%.*s%s", (int)begin, text, (int)(place.end - begin),
                      text + begin + 1, end + 1);
        v->region = &region;
        tr_agree(language_of(in), plain.data, plain.len, place, &noun, v);
        for (size_t i = 0; i < v->n; i++)
            case_add_part(out, "|", v->list[i].text, strlen(v->list[i].text));
    }
    free(v);
    tr_buf_free(&plain);
    tr_region_free(&region);
}

static void agreement(const case_input *in, tr_buf *out)
{
    agree(in, false, out);
}

static void verb(const case_input *in, tr_buf *out)
{
    agree(in, true, out);
}

/* ---- Glossaries */

static void add_found(const case_input *in, const tr_glossary *g, tr_buf *out)
{
    enum { MOST = 8 };
    tr_term_found found[MOST];
    const char *const text = case_text(in, 1);

    const ptrdiff_t n = tr_glossary_find(g, language_of(in), case_option_of(in, "to", "de"), text,
                                         case_len(in, 1), found, MOST);
    for (ptrdiff_t i = 0; i < n; i++) {
        const tr_span at = found[i].text;
        case_add_part(out, ", ", text + at.begin, at.end - at.begin);
        tr_buf_printf(out, "=%s%s", found[i].term->target ? found[i].term->target : "-",
                      found[i].plural ? "*" : "");
    }
}

static void glossary(const case_input *in, tr_buf *out)
{
    scratch s;
    tr_glossary *g;
    tr_error err = {0};

    if (!scratch_make(&s)) return;
    scratch_file(&s, "terms.tsv");
    if (tr_file_store(s.path, case_text(in, 0), case_len(in, 0), &err) < 0 ||
        tr_glossary_open(&g, s.path, &err) < 0) {
        tr_buf_add_string(out, err.msg);
    } else {
        add_found(in, g, out);
        tr_glossary_free(g);
    }
    unlink(s.path);
    rmdir(s.folder);
}

static int add_term(void *ctx, const tr_term_fields *f, tr_error *err)
{
    tr_buf *const out = ctx;

    (void)err;
    case_add_part(out, "; ", "(", f->reversed);
    tr_buf_printf(out, "%s=%s", f->source, f->target);
    if (*f->plural) tr_buf_printf(out, " pl:%s", f->plural);
    if (*f->gender) tr_buf_printf(out, " %s", f->gender);
    if (*f->source_language) tr_buf_printf(out, " %s-%s", f->source_language, f->target_language);
    if (f->reversed) tr_buf_add_string(out, ")");
    return 0;
}

static void glossary_file(const case_input *in, tr_buf *out)
{
    const tr_file f = {.data = (const unsigned char *)case_text(in, 0), .size = case_len(in, 0)};
    tr_error err = {0};

    if (tr_glossary_file_read(&f, case_option_of(in, "name", ""),
                              &(tr_glossary_reader){.take = add_term, .ctx = out}, &err) < 0) {
        tr_buf_clear(out);
        tr_buf_add_string(out, err.msg);
    }
}

const case_module cases_of_terms[] = {
    {"text/terms/noun", "plural", 1, noun_plural, "language gender "},
    {"text/terms/noun", "genders", 1, noun_genders, "language "},
    {"text/terms/word_class", "sentence", 1, word_class, "language of "},
    {"text/terms/word_class", "term", 1, term_class, "language "},
    {"text/terms/agreement", NULL, 2, agreement, "language "},
    {"text/terms/verb", NULL, 2, verb, "language "},
    {"text/terms/glossary", NULL, 2, glossary, "language to "},
    {"text/terms/glossary_file", NULL, 1, glossary_file, "name "},
    {0},
};
