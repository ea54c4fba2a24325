/* of_facts.c - adapters for facts, which a translation has to say again, and for marks of a line.
 */
#include "text/facts.h"

#include <string.h>

#include "cases/case.h"
#include "text/marks/inline_tags.h"
#include "text/marks/mark_words.h"

enum { MOST = 40 };

/* The facts of a case's source. */
typedef struct source_facts {
    tr_fact list[MOST];
    size_t n;
    bool lost[MOST];
} source_facts;

static source_facts facts_of(const case_input *in)
{
    source_facts f = {0};
    f.n = tr_facts_find(case_text(in, 0), case_len(in, 0), f.list, MOST);
    return f;
}

static void facts_find(const case_input *in, tr_buf *out)
{
    const source_facts f = facts_of(in);

    for (size_t i = 0; i < f.n; i++) {
        const tr_fact *const fact = &f.list[i];
        const bool number = fact->kind == TR_FACT_NUMBER;
        if (i) tr_buf_add_string(out, "|");
        if (number) tr_buf_add_string(out, "(");
        tr_buf_add(out, fact->text, fact->len);
        if (number) tr_buf_add_string(out, fact->clock ? "h)" : fact->measure ? "=)" : ")");
    }
}

static void facts_lost(const case_input *in, tr_buf *out)
{
    source_facts f = facts_of(in);
    tr_buf_printf(out, "%zu",
                  tr_facts_lost(f.list, f.n, NULL, case_text(in, 1), case_len(in, 1), f.lost));
}

static void facts_repeated(const case_input *in, tr_buf *out)
{
    source_facts f = facts_of(in);
    tr_facts_lost(f.list, f.n, NULL, case_text(in, 1), case_len(in, 1), f.lost);
    tr_buf_printf(out, "%zu",
                  tr_facts_repeated(f.list, f.n, case_text(in, 1), case_len(in, 1), f.lost));
}

static void facts_made_up(const case_input *in, tr_buf *out)
{
    const source_facts f = facts_of(in);
    case_add_bool(out, tr_facts_made_up(f.list, f.n, case_text(in, 1), case_len(in, 1)));
}

/* True if knowledge of the first k - 1 bytes changes nothing for some bytes more. */
static bool knowledge_changes_nothing(const source_facts *f, const char *begun, size_t len,
                                      size_t k)
{
    tr_facts_begun nothing, known;

    tr_facts_begin(&nothing, f->list, f->n, begun, 0);
    tr_facts_begin(&known, f->list, f->n, begun, k - 1);
    for (size_t longer = k; longer <= len && longer < k + 8; longer++)
        if (tr_facts_allow(f->list, f->n, begun, longer, &known) !=
            tr_facts_allow(f->list, f->n, begun, longer, &nothing))
            return false;
    return true;
}

static void facts_allowed(const case_input *in, tr_buf *out)
{
    const source_facts f = facts_of(in);
    const char *const begun = case_text(in, 1);
    const size_t len = case_len(in, 1);
    tr_facts_begun nothing;

    tr_facts_begin(&nothing, f.list, f.n, begun, 0);
    case_add_bool(out, tr_facts_allow(f.list, f.n, begun, len, &nothing));
    for (size_t k = 1; k <= len && tr_facts_allow(f.list, f.n, begun, k - 1, &nothing); k++)
        if (!knowledge_changes_nothing(&f, begun, len, k))
            tr_buf_printf(out, ", not so from byte %zu on", k - 1);
}

/* ---- Marks of a line */

static void mark_words(const case_input *in, tr_buf *out)
{
    tr_words w = {0};

    tr_words_find(&w, case_text(in, 0), case_len(in, 0));
    for (size_t i = 0; i < w.n; i++) {
        const tr_word *const word = &w.list[i];
        tr_buf_printf(out, "%s%.*s%s",
                      word->copied    ? "["
                      : word->letters ? ""
                                      : "(",
                      (int)(word->end - word->begin), case_text(in, 0) + word->begin,
                      word->copied    ? "]|"
                      : word->letters ? "|"
                                      : ")|");
    }
    tr_words_free(&w);
}

/* Adds the numbers of marks that end or begin at a byte of the plain text. */
static void add_marks_at(const tr_inline_tags *tags, size_t at, bool ends, tr_buf *out)
{
    static const char *const forms[][2] = {[TR_MARK_PAIR] = {"[%zu", "%zu]"},
                                           [TR_MARK_POINT] = {"(%zu)", NULL},
                                           [TR_MARK_ATOM] = {"{%zu", "%zu}"},
                                           [TR_MARK_KEY] = {"<%zu>", NULL}};

    for (size_t i = 0; i < tags->plain.n_marks; i++) {
        const size_t k = ends ? tags->plain.n_marks - 1 - i : i; /* the inner one ends first */
        const tr_mark *const m = &tags->plain.marks[k];
        if ((ends ? m->end : m->begin) == at && forms[m->kind][ends])
            tr_buf_printf(out, forms[m->kind][ends], k + 1);
    }
}

static void inline_tags(const case_input *in, tr_buf *out)
{
    tr_region region = {0};
    tr_inline_tags tags;

    const int rc = tr_inline_tags_find(&tags, case_text(in, 0), case_len(in, 0),
                                       case_option_on(in, "spaces"), &region);
    for (size_t at = 0; rc > 0 && at <= tags.plain.len; at++) {
        add_marks_at(&tags, at, true, out);
        add_marks_at(&tags, at, false, out);
        if (at < tags.plain.len) tr_buf_add(out, tags.plain.text + at, 1);
    }
    tr_region_free(&region);
}

const case_module cases_of_facts[] = {
    {"text/facts", "find", 1, facts_find, ""},
    {"text/facts", "lost", 2, facts_lost, ""},
    {"text/facts", "repeated", 2, facts_repeated, ""},
    {"text/facts", "made-up", 2, facts_made_up, ""},
    {"text/facts", "allowed", 2, facts_allowed, ""},
    {"text/marks/mark_words", NULL, 1, mark_words, ""},
    {"text/marks/inline_tags", NULL, 1, inline_tags, "spaces "},
    {0},
};
