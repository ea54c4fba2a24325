#include "input/protected_statements.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/word_list.h"
#include "input/protected_groups.h"
#include "input/statement_words.h"
#include "text/placeables/keywords.h"

/* The words of a passage, of which some are a statement. */
typedef struct search {
    const tr_language *language;
    const char *text;
    const tr_statement_word *words; /* [n] */
    size_t n;
    size_t from;        /* words before it are of another statement */
    size_t first, last; /* of the statement */
} search;

static enum tr_statement_kind kind_at(const search *s, size_t i)
{
    return s->words[i].kind;
}

/* ---- Kinds ---- */

/* True if a code may stand here, and no word of the language. */
static bool is_no_prose(enum tr_statement_kind kind)
{
    return kind >= TR_STATEMENT_KEYWORD && kind < TR_STATEMENT_BREAK;
}

static bool is_seed(enum tr_statement_kind kind)
{
    return kind == TR_STATEMENT_HARD || kind == TR_STATEMENT_SIGN;
}

static bool is_keyword(enum tr_statement_kind kind)
{
    return kind == TR_STATEMENT_KEYWORD || kind == TR_STATEMENT_VERB || kind == TR_STATEMENT_NOUN;
}

static bool is_small_letters(const search *s, size_t i)
{
    const tr_span at = s->words[i].at;
    return tr_skip(s->text, at.begin, at.end, tr_ascii_is_lower) == at.end;
}

/* ---- Steps from a word to the next one ---- */

/* True if a list may go on behind the comma at word i: what follows is code, or the last of it. */
static bool goes_on_behind_comma(const search *s, size_t i)
{
    const enum tr_statement_kind next = kind_at(s, i + 1);
    const bool is_value = next == TR_STATEMENT_NUMBER || next == TR_STATEMENT_LETTER ||
                          next == TR_STATEMENT_UNKNOWN || next == TR_STATEMENT_LITERAL;

    if (next == TR_STATEMENT_HARD) return true;
    return is_value && kind_at(s, i) == TR_STATEMENT_HARD &&
           (i + 2 == s->n || s->words[i + 1].tail || is_no_prose(kind_at(s, i + 2)));
}

/* True if word i is the key of a setting: become_user, before a colon. */
static bool is_key(const search *s, size_t i)
{
    const tr_span at = s->words[i].at;
    return kind_at(s, i) >= TR_STATEMENT_UNKNOWN &&
           tr_keyword_is("[a-z\\d]+([_-][a-z\\d]+)+", s->text, at);
}

/* True if no mark of a sentence parts words i and i + 1. */
static bool may_step(const search *s, size_t i)
{
    const tr_statement_word *const w = &s->words[i], *const next = w + 1;

    if (i + 1 >= s->n || next->opened || next->all.begin != w->all.end + 1) return false;
    if (w->tail == ',') return goes_on_behind_comma(s, i);
    if (w->tail == ':' || w->tail == ';')
        return w->kind >= TR_STATEMENT_UNKNOWN &&
               (is_seed(next->kind) || next->kind == TR_STATEMENT_LITERAL ||
                next->kind == TR_STATEMENT_JOINT || (is_key(s, i) && is_no_prose(next->kind)));
    return w->tail == '\0';
}

/* True if a keyword stands between the commas of codes: br %cmp, label %a, label %b. */
static bool is_item_of_list(const search *s, size_t i, size_t j)
{
    return j == i + 2 && s->words[i].tail == ',' && kind_at(s, i) == TR_STATEMENT_HARD &&
           kind_at(s, j) == TR_STATEMENT_HARD && kind_at(s, i + 1) == TR_STATEMENT_NOUN &&
           may_step(s, i + 1) && is_small_letters(s, i + 1);
}

/* True if word i is a code beside which a keyword is no word of prose: no option and no name in
 * capitals is. */
static bool may_be_beside_keyword(const search *s, size_t i)
{
    const enum tr_statement_kind kind = kind_at(s, i);
    return kind != TR_STATEMENT_SOFT && kind != TR_STATEMENT_CAPITALS &&
           kind != TR_STATEMENT_NUMBER && s->text[s->words[i].at.begin] != '-';
}

/* True if words (i, j) may stand between the codes i and j: keywords, or one or two words beside a
 * sign that only programs have. */
static bool may_bridge(const search *s, size_t i, size_t j)
{
    bool keywords = true, small = false;
    const size_t signs =
        (kind_at(s, i) == TR_STATEMENT_SIGN) + (kind_at(s, j) == TR_STATEMENT_SIGN);

    if (is_item_of_list(s, i, j)) return true;
    for (size_t k = i; k < j; k++)
        if (!may_step(s, k) || (k > i && !is_small_letters(s, k))) return false;
    for (size_t k = i + 1; k < j; k++) {
        keywords = keywords && is_keyword(kind_at(s, k));
        small = small || kind_at(s, k) == TR_STATEMENT_SMALL;
    }
    return (keywords && may_be_beside_keyword(s, i) && may_be_beside_keyword(s, j)) || signs == 2 ||
           (signs == 1 && j - i == 2 && !small);
}

/* Where the statement goes on behind its last word: the next one of it, or its last. */
static size_t next_of(const search *s)
{
    enum { MOST = 2 };
    const size_t i = s->last;

    if (i + 1 < s->n && is_no_prose(kind_at(s, i + 1))) return may_step(s, i) ? i + 1 : i;
    for (size_t j = i + 2; j < s->n && j <= i + 1 + MOST; j++) {
        const enum tr_statement_kind kind = kind_at(s, j);
        const bool keyword = is_keyword(kind_at(s, j - 1)) && is_no_prose(kind);
        if ((is_seed(kind) || keyword) && may_bridge(s, i, j)) return j;
    }
    return i;
}

/* Where the statement begins, one step before its first word, or there: a code, or a code with a
 * keyword behind it. */
static size_t before_of(const search *s)
{
    const size_t i = s->first;

    if (i > s->from && is_no_prose(kind_at(s, i - 1))) return may_step(s, i - 1) ? i - 1 : i;
    if (i > s->from + 1 && is_keyword(kind_at(s, i - 1)) && is_no_prose(kind_at(s, i - 2)) &&
        kind_at(s, i - 2) != TR_STATEMENT_NUMBER && kind_at(s, i - 2) != TR_STATEMENT_SOFT &&
        kind_at(s, i - 2) != TR_STATEMENT_CAPITALS && may_bridge(s, i - 2, i))
        return i - 2;
    return i;
}

/* ---- Keywords before a statement ---- */

static bool word_is_in(const search *s, size_t i, const char *list)
{
    const tr_span at = s->words[i].at;
    return tr_list_has_any_case(list, s->text + at.begin, at.end - at.begin);
}

/* True if word i is an article, or stands where one does. */
static bool is_determiner(const search *s, size_t i)
{
    return word_is_in(s, i, s->language->stops.articles) ||
           word_is_in(s, i, s->language->neighbours.before_singulars) ||
           (word_is_in(s, i, s->language->neighbours.behind_verbs) &&
            word_is_in(s, i, s->language->neighbours.before_nouns));
}

/* True if a verb of prose may follow word i: "we import", "to return". */
static bool may_precede_verb(const search *s, size_t i)
{
    const tr_language *const l = s->language;
    const tr_span at = s->words[i].at;
    const bool is_preposition = word_is_in(s, i, l->neighbours.before_nouns);

    if (kind_at(s, i) == TR_STATEMENT_SMALL)
        return !is_preposition && !word_is_in(s, i, l->neighbours.copulas);
    return tr_ascii_is_upper(s->text[at.begin]) || s->text[at.end - 1] == 's' ||
           s->text[at.end - 1] == 'y' || word_is_in(s, i, l->neighbours.before_verbs) ||
           word_is_in(s, i, l->neighbours.adverbs);
}

/* True if word i begins as an option, a path or a placeholder does, which prose has, too. */
static bool is_argument(const search *s, size_t i)
{
    return tr_ascii_is_one_of(s->text[s->words[i].at.begin], "-/%`\"'{[(~_");
}

/* True if the keywords [begin, end) before a statement are of it. */
static bool are_of_statement(const search *s, size_t begin, size_t end)
{
    if (!is_small_letters(s, begin)) return false;
    if (kind_at(s, begin) == TR_STATEMENT_KEYWORD) return true;
    if (is_argument(s, end) && end - begin == 1 && end == s->last) return false;
    if (begin == 0) return true;
    if (!s->language || is_determiner(s, begin - 1)) return false;
    if (kind_at(s, begin) == TR_STATEMENT_VERB) return !may_precede_verb(s, begin - 1);
    return end - begin > 1 || s->last > s->first;
}

/* Takes in keywords before the statement. */
static void take_keywords(search *s)
{
    enum { MOST = 6 };
    size_t begin = s->first;

    while (begin > s->from && s->first - begin < MOST && is_keyword(kind_at(s, begin - 1)) &&
           may_step(s, begin - 1) && s->words[begin - 1].tail == '\0')
        begin--;
    while (begin < s->first && !are_of_statement(s, begin, s->first))
        begin++;
    s->first = begin;
}

/* Takes in a command of a tool before its options and files: git log --oneline. */
static void take_tool(search *s)
{
    enum { MOST = 3 };

    for (size_t k = s->first; k > s->from && s->first - k < MOST + 1;) {
        k--;
        if (!is_small_letters(s, k) || !may_step(s, k) || s->words[k].tail) return;
        if (kind_at(s, k) == TR_STATEMENT_TOOL) {
            s->first = k;
            return;
        }
        if (!tr_keyword_is("(?&tool-command)", s->text, s->words[k].at)) return;
    }
}

/* Takes in the word before a block in braces: subscription { sali { id } }. */
static void take_name_of_block(search *s)
{
    const size_t i = s->first;
    const char *const text = s->text + s->words[i].all.begin;

    if (i <= s->from || text[0] != '{' || text[1] != ' ' || !is_small_letters(s, i - 1) ||
        kind_at(s, i - 1) == TR_STATEMENT_SMALL || s->words[i - 1].tail || !may_step(s, i - 1) ||
        (i > 1 && s->language && is_determiner(s, i - 2)))
        return;
    s->first--;
}

/* ---- Statements ---- */

/* True if a word at the edge of a statement is of it only because of a sign beside it. */
static bool is_loose(enum tr_statement_kind kind)
{
    return kind == TR_STATEMENT_SOFT || kind == TR_STATEMENT_CAPITALS ||
           kind == TR_STATEMENT_LITERAL;
}

static bool joins(const search *s, size_t i)
{
    return kind_at(s, i) == TR_STATEMENT_SIGN || kind_at(s, i) == TR_STATEMENT_JOINT ||
           s->words[i].tail == ':' || s->words[i].tail == ';';
}

/* Leaves out what is at the edges by chance. */
static void trim_statement(search *s, size_t seed)
{
    while (s->last > seed && (kind_at(s, s->last) == TR_STATEMENT_JOINT ||
                              (is_loose(kind_at(s, s->last)) && !joins(s, s->last - 1))))
        s->last--;
    while (s->first < seed && (kind_at(s, s->first) == TR_STATEMENT_JOINT ||
                               kind_at(s, s->first) == TR_STATEMENT_NUMBER ||
                               (is_loose(kind_at(s, s->first)) && !joins(s, s->first + 1) &&
                                s->words[s->first].tail == '\0')))
        s->first++;
}

/* Grows a statement from its first code on. */
static void grow(search *s, size_t seed)
{
    s->first = s->last = seed;
    for (size_t next; (next = next_of(s)) > s->last;)
        s->last = next;
    for (size_t before; (before = before_of(s)) < s->first;)
        s->first = before;
    trim_statement(s, seed);
    take_keywords(s);
    take_tool(s);
    take_name_of_block(s);
}

static int compare_places(const void *a, const void *b)
{
    const tr_protected_text *const x = a, *const y = b;
    if (x->at.begin != y->at.begin) return x->at.begin < y->at.begin ? -1 : 1;
    return x->at.end > y->at.end ? -1 : x->at.end < y->at.end;
}

/* Makes one of all that overlaps. */
static void merge_overlaps(tr_protected *h)
{
    size_t n = 0;

    if (h->n) qsort(h->list, h->n, sizeof *h->list, compare_places);
    for (size_t i = 0; i < h->n; i++) {
        tr_protected_text *const last = n ? &h->list[n - 1] : NULL;
        if (!last || last->at.end <= h->list[i].at.begin) {
            h->list[n++] = h->list[i];
            continue;
        }
        if (h->list[i].at.end > last->at.end) last->at.end = h->list[i].at.end;
        last->by = TR_PROTECTED_BY_STAND_IN;
        last->is_code = true;
    }
    h->n = n;
}

static int add_statements(tr_protected *h, const tr_finding *f, search *s)
{
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < s->n; i++) {
        if (!is_seed(s->words[i].kind)) continue;
        grow(s, i);
        i = s->last;
        s->from = i + 1;
        if (s->first == s->last) continue;
        rc = tr_protected_add(h, (tr_span){s->words[s->first].at.begin, s->words[s->last].at.end},
                              TR_PROTECTED_BY_STAND_IN, f->err);
        if (rc == 0) h->list[h->n - 1].is_code = true;
    }
    return rc;
}

int tr_protected_statements(tr_protected *h, const tr_finding *f)
{
    tr_statement_word *words = NULL;
    size_t n = 0, was = h->n;
    int rc = tr_find_code_groups(h, f);

    if (h->n > was) merge_overlaps(h);
    if (rc == 0) rc = tr_statement_words(h, f, &words, &n);
    if (rc == 0 && n) {
        search s = {.language = h->language, .text = f->text, .words = words, .n = n};
        was = h->n;
        rc = add_statements(h, f, &s);
        if (h->n > was) merge_overlaps(h);
    }
    free(words);
    return rc;
}
