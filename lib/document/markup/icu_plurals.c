#include "document/markup/icu_plurals.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/putil.h>
#include <unicode/ures.h>

#include "base/ascii.h"
#include "base/hash.h"
#include "document/keys/plural_form.h"
#include "language/language.h"
#include "language/language_data.h"

enum { NAMES = TR_PLURAL_NAMES, SAMPLES = 128 };

/* A form of a language, and whole numbers that take it: "1, 21, 31"; "" where it has none. */
typedef struct form {
    const char *name;
    char samples[SAMPLES];
} form;

/* A choice that got forms: the hash of its place. */
typedef struct completed {
    uint64_t place;
    size_t n_forms;
} completed;

struct tr_icu_plurals {
    form cardinal[NAMES], ordinal[NAMES];
    bool is_known;   /* CLDR has the language */
    completed *list; /* [n], in the order of the document */
    size_t n, capacity;
};

/* ---- Rules ---- */

/* The samples of a rule, "... @integer 1, 21 @decimal 1.0"; cut where there is no more room. */
static void read_samples(const UChar *rule, int32_t len, char samples[SAMPLES])
{
    static const char mark[] = "@integer ";
    size_t matched = 0, n = 0;

    for (int32_t i = 0; i < len && n + 1 < SAMPLES; i++) {
        const char c = rule[i] < 0x80 ? (char)rule[i] : '~'; /* U+2026: and so on */
        if (matched < strlen(mark))
            matched = c == mark[matched] ? matched + 1 : c == mark[0];
        else if (c == '@')
            break;
        else
            samples[n++] = c;
    }
    samples[n] = '\0';
}

/* True if the language is there. */
static bool read_forms(UResourceBundle *all, const char *kind, const char *language,
                       form list[NAMES])
{
    UErrorCode status = U_ZERO_ERROR;
    UResourceBundle *const languages = ures_getByKey(all, kind, NULL, &status);
    UResourceBundle *const rules = ures_getByKey(all, "rules", NULL, &status);
    char name[16] = "";
    int32_t len = 0;

    const UChar *const set = ures_getStringByKey(languages, language, &len, &status);
    const bool is_known = U_SUCCESS(status);
    if (is_known && len < (int32_t)sizeof name) u_UCharsToChars(set, name, len + 1);
    UResourceBundle *const of = ures_getByKey(rules, name, NULL, &status);
    for (size_t i = 0; i < NAMES && U_SUCCESS(status); i++) {
        UErrorCode none = U_ZERO_ERROR;
        const UChar *const rule = ures_getStringByKey(of, tr_plural_form(i), &len, &none);
        if (U_FAILURE(none)) continue;
        list[i].name = tr_plural_form(i);
        read_samples(rule, len, list[i].samples);
    }
    ures_close(of);
    ures_close(rules);
    ures_close(languages);
    return is_known;
}

/* "pt_PT", else "pt". */
static void read_language(struct tr_icu_plurals *p, const char *language)
{
    UErrorCode status = U_ZERO_ERROR;
    UResourceBundle *const all = ures_openDirect(NULL, "plurals", &status);
    char tag[16];

    tr_language_tag(language, tag, sizeof tag);
    for (char *c = tag; *c; c++)
        if (*c == '-') *c = '_';
    for (int i = 0; i < 2 && U_SUCCESS(status); i++) {
        if (!p->cardinal[1].name && !p->cardinal[3].name)
            p->is_known = read_forms(all, "locales", tag, p->cardinal) || p->is_known;
        if (!p->ordinal[1].name && !p->ordinal[4].name)
            read_forms(all, "locales_ordinals", tag, p->ordinal);
        tag[strcspn(tag, "_")] = '\0';
    }
    ures_close(all);
}

/* True if whole numbers below a million take a form. */
static bool is_for_numbers(const form *f)
{
    return f->name && tr_ascii_is_digit(*f->samples) && strtoul(f->samples, NULL, 10) < 1000000;
}

size_t tr_plural_names(const char *language, bool is_ordinal, const char *list[TR_PLURAL_NAMES])
{
    static const char order[TR_PLURAL_NAMES] = {3, 4, 1, 2, 0}; /* tr_plural_form() */
    struct tr_icu_plurals p = {0};
    size_t n = 0;

    read_language(&p, language);
    const form *const forms = is_ordinal ? p.ordinal : p.cardinal;
    for (size_t i = 0; i < TR_PLURAL_NAMES; i++)
        if (is_for_numbers(&forms[(int)order[i]])) list[n++] = tr_plural_form((size_t)order[i]);
    return n;
}

bool tr_plural_lacks(const char *language, bool is_ordinal, const char *name, size_t len)
{
    struct tr_icu_plurals p = {0};
    bool lacks = false;

    read_language(&p, language);
    const form *const forms = is_ordinal ? p.ordinal : p.cardinal;
    for (size_t i = 1; i < NAMES && p.is_known; i++)
        lacks = lacks || (!forms[i].name && strlen(tr_plural_form(i)) == len &&
                          !memcmp(tr_plural_form(i), name, len));
    return lacks;
}

size_t tr_plural_count(const char *language)
{
    static const char before[] = "nplurals=";
    const char *const field = language ? tr_language_data(language)->plurals.gettext : NULL;
    const int n =
        field && tr_starts_with(field, 0, strlen(field), before) ? field[strlen(before)] - '0' : 0;
    return n > 0 && n < 10 ? (size_t)n : 2;
}

static struct tr_icu_plurals *plurals_of(tr_content *d)
{
    const char *const language = d->options->target_language;

    if (d->plurals || !language) return d->plurals;
    d->plurals = TR_REGION_TAKE(&d->region, struct tr_icu_plurals, 1);
    if (d->plurals) read_language(d->plurals, language);
    return d->plurals;
}

/* ---- Choices ---- */

/* True if a choice has a branch of that name [len]. */
static bool has_branch(const char *message, const tr_icu_choice *choice, const char *name,
                       size_t len)
{
    tr_span branch;

    for (size_t at = choice->branches; tr_icu_next_branch(message, choice, &at, &branch);) {
        const tr_span own = tr_icu_selector(message, choice, branch);
        if (own.end - own.begin == len && !memcmp(message + own.begin, name, len)) return true;
    }
    return false;
}

/* True if whole numbers take a form for which a choice has no branch, neither of its name nor, of
 * a few numbers, as "=1". */
static bool lacks_form(const char *message, const tr_icu_choice *choice, const form *f)
{
    const char *at = f->samples;
    bool lacks = false;

    if (!is_for_numbers(f) || has_branch(message, choice, f->name, strlen(f->name))) return false;
    while (!lacks && tr_ascii_is_digit(*at)) {
        char name[SAMPLES + 1] = "=";
        const size_t len = strspn(at, "0123456789");
        memcpy(name + 1, at, len);
        at += len;
        lacks = *at == '~' || !has_branch(message, choice, name, len + 1);
        at += strspn(at, ", ");
    }
    return lacks || *at == '~';
}

static size_t find_lacking(const struct tr_icu_plurals *p, const char *message,
                           const tr_icu_choice *choice, const char *lacking[NAMES])
{
    const form *const list = choice->is_ordinal ? p->ordinal : p->cardinal;
    size_t n = 0;

    for (size_t i = 0; i < NAMES; i++)
        if (lacks_form(message, choice, &list[i])) lacking[n++] = list[i].name;
    return n;
}

/* Notes that a choice gets forms. */
static bool note_completed(tr_content *d, uint64_t place, size_t n_forms)
{
    struct tr_icu_plurals *const p = d->plurals;

    if (p->n == p->capacity) {
        const size_t capacity = p->capacity ? 2 * p->capacity : 16;
        completed *const list = TR_REGION_TAKE(&d->region, completed, capacity);
        if (!list) return false;
        if (p->n) memcpy(list, p->list, p->n * sizeof *list);
        p->list = list;
        p->capacity = capacity;
    }
    p->list[p->n++] = (completed){place, n_forms};
    return true;
}

/* Where the branches [n] behind a branch end; they are forms that were added. */
static size_t end_of_added(const char *message, const tr_icu_choice *choice, tr_span branch,
                           size_t n)
{
    size_t at = branch.end + 1;
    tr_span next = branch;

    for (size_t i = 0; i < n && tr_icu_next_branch(message, choice, &at, &next); i++) {
    }
    return next.end;
}

/* The segment behind all others is the text of the branch "other" of a choice.  Its translation is
 * written for the forms that the choice lacks, too; `raw` are the document's bytes of the branch.
 * In a translation that is read again, such forms are behind it up to byte `*end` of the message,
 * where the text of the last one ends; else that is 0.  False when out of memory. */
static bool complete_choice(tr_content *d, const char *message, const tr_icu_choice *choice,
                            tr_span branch, tr_span raw, const char *where, size_t *end)
{
    struct tr_icu_plurals *const p = plurals_of(d);
    const uint64_t head = tr_fnv1a(TR_FNV1A_START, where, strlen(where));
    const uint64_t place =
        tr_fnv1a(head, message + choice->all.begin, choice->branches - choice->all.begin);
    const char *lacking[NAMES];

    *end = 0;
    if (!p) return true;
    const size_t n = find_lacking(p, message, choice, lacking);
    if (d->again) {
        const completed *const next = d->n_plurals < p->n ? &p->list[d->n_plurals] : NULL;
        if (!next || next->place != place) return true;
        d->n_plurals++;
        if (!n) *end = end_of_added(message, choice, branch, next->n_forms);
        return true;
    }
    if (!n) return true;
    tr_copies *const copies = TR_REGION_TAKE(&d->region, tr_copies, 1);
    tr_segment *const last = tr_content_only(d, d->n_segments - 1);
    if (!copies || !note_completed(d, place, n)) return false;
    *copies = (tr_copies){
        .before = {raw.begin, last->at.begin}, .behind = {last->at.end, raw.end}, .n = n};
    memcpy(copies->names, lacking, n * sizeof *lacking);
    last->copies = copies;
    return tr_content_change(d, last);
}

/* ---- Branches ---- */

static size_t where_written(const tr_icu_branches *m, size_t at)
{
    return m->value ? tr_decoded_where(m->value, at) : at;
}

/* Lets the branch "other", which was built as the segments from number n on, stand for the forms
 * that the choice lacks.  Moves *at behind the marks that are there when it is read again. */
static void build_forms(tr_builder *b, const tr_icu_branches *m, const tr_icu_choice *choice,
                        tr_span branch, size_t n, size_t *at)
{
    const tr_span raw = {where_written(m, branch.begin), where_written(m, branch.end)};
    tr_segment *const p = tr_content_only(b->content, n);
    size_t end;

    if (!p || b->failed) return;
    b->failed = !complete_choice(b->content, m->text, choice, branch, raw, b->where, &end);
    if (b->failed || !end) return;
    p->outer.end = where_written(m, end);
    b->failed = !tr_content_change(b->content, p);
    *at = end + 1;
}

static bool build_branches(tr_builder *b, const tr_icu_branches *m, tr_span message, bool is_plural,
                           int depth)
{
    enum { DEEPEST = 8 };
    const tr_span all = tr_span_trimmed(m->text, message.begin, message.end);
    tr_icu_choice choice;
    tr_span branch;
    bool complete = false;

    if (!tr_icu_next_choice(m->text, message.begin, message.end, &choice)) return false;
    if (depth == DEEPEST || choice.is_format || choice.all.begin != all.begin ||
        choice.all.end != all.end) {
        b->content->n_passed++;
        return true;
    }
    is_plural = is_plural || choice.is_plural;
    for (size_t at = choice.branches; tr_icu_next_branch(m->text, &choice, &at, &branch);) {
        const size_t n = b->content->n_segments;
        if (build_branches(b, m, branch, is_plural, depth + 1)) continue;
        m->build(b, m->ctx, branch, is_plural);
        if (complete || !tr_icu_is_other(m->text, &choice, branch)) continue;
        build_forms(b, m, &choice, branch, n, &at);
        complete = true;
    }
    return true;
}

bool tr_icu_build_branches(tr_builder *b, const tr_icu_branches *m, tr_span message)
{
    return build_branches(b, m, message, false, 0);
}
