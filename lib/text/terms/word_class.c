#include "text/terms/word_class.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "language/language_data.h"
#include "text/terms/endings.h"
#include "text/terms/function_words.h"
#include "text/terms/inflection.h"

enum { LONGEST = 40 /* bytes of a word that lists have */, MOST_ADVERBS = 3 };

static const unsigned NOMINAL = TR_CLASS_NOUN | TR_CLASS_OTHER;

/* ---- Words beside a word ---- */

/* A word beside another one, in small letters; the ones that are too long are in no list. */
typedef struct neighbour {
    tr_span at; /* empty: there is none */
    char text[LONGEST + 1];
    size_t len;
} neighbour;

static bool belongs(int32_t c)
{
    return tr_is_alnum(c) || c == '\'' || c == 0x2019 || c == '-';
}

static neighbour make_neighbour(const char *text, size_t begin, size_t end)
{
    neighbour n = {.at = {begin, end}};
    tr_buf small = {0};

    for (size_t at = begin; at < end && end - begin <= LONGEST;) {
        char one[4];
        const int32_t c = tr_utf8_next(text, &at, end);
        tr_buf_add(&small, one, tr_utf8_encode(c == 0x2019 ? '\'' : tr_to_lower(c), one));
    }
    if (!small.failed && small.len <= LONGEST) {
        n.len = small.len;
        memcpy(n.text, tr_buf_text(&small), n.len);
    }
    tr_buf_free(&small);
    return n;
}

static neighbour word_before(const char *text, size_t at)
{
    if (at == 0 || text[at - 1] != ' ') return (neighbour){0};
    const size_t begin = tr_utf8_skip_back(text, 0, at - 1, belongs);
    return begin < at - 1 ? make_neighbour(text, begin, at - 1) : (neighbour){0};
}

static neighbour word_behind(const char *text, size_t len, size_t at)
{
    if (at >= len || text[at] != ' ') return (neighbour){0};
    const size_t end = tr_utf8_skip(text, at + 1, len, belongs);
    return end > at + 1 ? make_neighbour(text, at + 1, end) : (neighbour){0};
}

static bool is_there(const neighbour *n)
{
    return n->at.end > 0;
}

static bool is_in(const char *list, const neighbour *n)
{
    return tr_list_has(list, n->text, n->len);
}

/* True for "customer's" and "customers'", and not for "it's". */
static bool is_possessive(const char *language, const tr_neighbours *l, const neighbour *n)
{
    const size_t ending = tr_ending_longest(l->possessives, n->text, n->len);
    return ending && !tr_is_function_word(language, n->text, n->len - ending);
}

/* ---- Capitals ---- */

/* Bytes around a word that are looked at: long lines have many words. */
enum { WIDTH = 100 };

/* A byte of text [0, len) near byte `at`, where a character begins. */
static size_t back_from(const char *text, size_t at)
{
    size_t from = at < WIDTH ? 0 : at - WIDTH;
    while (from < at && tr_utf8_is_inner(text[from]))
        from++;
    return from;
}

static bool begins_sentence(const char *text, size_t at)
{
    return tr_utf8_find(text, back_from(text, at), at, tr_is_alnum) == at;
}

/* True if a capital may be for the place alone: nothing is before it, or a mark that no word goes
 * across. */
static bool may_have_capital(const char *text, size_t at)
{
    const size_t end = tr_utf8_skip_back(text, 0, at, tr_is_space);
    const int32_t c = end ? tr_utf8_before(text, 0, end) : '.';

    return begins_sentence(text, at) || !(tr_is_alnum(c) || c == ',' || c == '-');
}

static bool has_capital(const char *text, tr_span words)
{
    for (size_t at = words.begin; at < words.end;) {
        if (tr_is_upper(tr_utf8_at(text, at, words.end))) return true;
        at = tr_utf8_skip(text, at, words.end, belongs);
        at = at < words.end ? tr_utf8_find(text, at, words.end, belongs) : at;
    }
    return false;
}

/* What a capital, or none, tells in a language in which nouns have one. */
static unsigned tell_by_capital(const tr_nouns *nouns, const char *text, tr_span word)
{
    if (!nouns->capitals || may_have_capital(text, word.begin)) return TR_ANY_CLASS;
    return has_capital(text, word) ? TR_CLASS_NOUN : TR_CLASS_VERB | TR_CLASS_OTHER;
}

/* ---- In a sentence ---- */

typedef struct place {
    const char *language, *text;
    const tr_neighbours *list;
    size_t len;
    tr_span word;
    bool is_own_form;
    neighbour before, behind;
    bool is_first; /* nothing of the sentence is before it */
} place;

static bool is_function_word(const place *p, const neighbour *n)
{
    return tr_is_function_word(p->language, n->text, n->len);
}

static bool is_subject(const place *p, const neighbour *n)
{
    return is_in(p->list->subjects, n) || is_in(p->list->either, n);
}

/* "You" is a subject at the beginning and behind small words: "if you order", not "give you". */
static bool is_either_subject(const place *p)
{
    const neighbour one = word_before(p->text, p->before.at.begin);
    return !is_there(&one) || (is_function_word(p, &one) && !is_in(p->list->before_nouns, &one));
}

/* By the word before, of which adverbs are none. */
static unsigned tell_by_before(const place *p)
{
    const tr_neighbours *const l = p->list;

    if (is_in(l->before_singulars, &p->before)) return p->is_own_form ? NOMINAL : TR_CLASS_VERB;
    if (is_in(l->before_nouns, &p->before)) return NOMINAL;
    if (is_possessive(p->language, l, &p->before)) return NOMINAL;
    if (is_in(l->subjects, &p->before)) return TR_CLASS_VERB;
    if (is_in(l->either, &p->before) && is_either_subject(p)) return TR_CLASS_VERB;
    if (is_in(l->before_verbs, &p->before)) return p->is_own_form ? TR_CLASS_VERB : TR_ANY_CLASS;
    if (is_in(l->copulas, &p->before) && p->is_own_form) return NOMINAL;
    return TR_ANY_CLASS;
}

/* True if the words before are a subject, for a verb that an object comes behind: "shops display
 * their", "the pump checks the". */
static bool is_behind_subject(const place *p)
{
    const neighbour *const noun = &p->before;

    if (!is_there(noun) || is_function_word(p, noun)) return false;
    if (begins_sentence(p->text, noun->at.begin)) return true;
    const neighbour first = word_before(p->text, noun->at.begin);
    return is_there(&first) && is_in(p->list->before_nouns, &first) &&
           begins_sentence(p->text, first.at.begin);
}

static unsigned tell_by_behind(const place *p)
{
    const bool may_begin = !is_there(&p->before) || is_function_word(p, &p->before);

    if (p->is_first && p->is_own_form && is_subject(p, &p->behind)) return TR_CLASS_VERB;
    if (is_in(p->list->behind_nouns, &p->behind)) return NOMINAL;
    if (is_in(p->list->behind_verbs, &p->behind) &&
        ((may_begin && p->is_own_form && !is_in(p->list->copulas, &p->before)) ||
         is_behind_subject(p)))
        return TR_CLASS_VERB;
    return TR_ANY_CLASS;
}

/* True if no other word near it has a small letter. */
static bool all_in_capitals(const place *p)
{
    const size_t from = back_from(p->text, p->word.begin);
    size_t end = p->len - p->word.end < WIDTH ? p->len : p->word.end + WIDTH;

    while (end < p->len && tr_utf8_is_inner(p->text[end]))
        end++;
    return tr_utf8_find(p->text, from, p->word.begin, tr_is_lower) == p->word.begin &&
           tr_utf8_find(p->text, p->word.end, end, tr_is_lower) == end;
}

/* What "may", "can" and "will" are where nothing else tells: verbs, but for a capital within a
 * sentence. */
static unsigned tell_auxiliary(const place *p)
{
    const bool is_capital = tr_is_upper(tr_utf8_at(p->text, p->word.begin, p->word.end));
    return is_capital && !p->is_first && !all_in_capitals(p) ? NOMINAL : TR_CLASS_VERB;
}

/* True for a word that is an auxiliary, too. */
static bool is_auxiliary(const place *p)
{
    const neighbour word = make_neighbour(p->text, p->word.begin, p->word.end);
    return is_in(p->list->before_verbs, &word);
}

unsigned tr_class_in_sentence(const char *language, const char *text, size_t len, tr_span word,
                              bool is_own_form)
{
    place p = {.language = language,
               .text = text,
               .list = &tr_language_data(language)->neighbours,
               .len = len,
               .word = word,
               .is_own_form = is_own_form,
               .before = word_before(text, word.begin),
               .behind = word_behind(text, len, word.end),
               .is_first = begins_sentence(text, word.begin)};

    for (int i = 0; i < MOST_ADVERBS && is_in(p.list->adverbs, &p.before); i++)
        p.before = word_before(text, p.before.at.begin);
    unsigned told = tell_by_capital(&tr_language_data(language)->nouns, text, word);
    if (told == TR_ANY_CLASS) told = tell_by_before(&p);
    if (told == TR_ANY_CLASS) told = tell_by_behind(&p);
    return told == TR_ANY_CLASS && is_auxiliary(&p) ? tell_auxiliary(&p) : told;
}

bool tr_may_be_command(const char *language, const char *text, tr_span word)
{
    const tr_neighbours *const l = &tr_language_data(language)->neighbours;
    neighbour before = word_before(text, word.begin);

    for (int i = 0; i < MOST_ADVERBS && is_in(l->adverbs, &before); i++)
        before = word_before(text, before.at.begin);
    if (!is_there(&before) || is_in(l->before_verbs, &before)) return true;
    return !is_in(l->subjects, &before) && !is_in(l->either, &before) &&
           tr_is_function_word(language, before.text, before.len);
}

/* ---- In a translation ---- */

/* True if a word ends as infinitives do; several words are none. */
static bool ends_as_verb(const tr_endings *e, const neighbour *word)
{
    return tr_ending_longest(e->infinitive, word->text, word->len) &&
           !is_in(e->no_infinitives, word) && !memchr(word->text, ' ', word->len);
}

unsigned tr_class_in_translation(const char *language, const char *text, tr_span word)
{
    const tr_language *const l = tr_language_data(language);
    const neighbour before = word_before(text, word.begin),
                    own = make_neighbour(text, word.begin, word.end);

    if (l->nouns.capitals) return tell_by_capital(&l->nouns, text, word);
    if (ends_as_verb(&l->endings, &own)) return TR_CLASS_VERB;
    if (is_in(l->neighbours.before_nouns, &before)) return NOMINAL;
    if (is_in(l->neighbours.subjects, &before)) return TR_CLASS_VERB;
    return TR_ANY_CLASS;
}

/* ---- A term ---- */

/* Several words without a capital are a verb if the last one is: "instand setzen". */
static unsigned class_of_last(const tr_language *l, const char *term)
{
    const size_t len = strlen(term), begin = (size_t)(strrchr(term, ' ') + 1 - term);
    const neighbour last = make_neighbour(term, begin, len);
    const bool is_verb = l->nouns.capitals && ends_as_verb(&l->endings, &last) &&
                         !has_capital(term, (tr_span){0, len});
    return is_verb ? TR_CLASS_VERB : TR_ANY_CLASS;
}

unsigned tr_class_of_term(const char *language, const char *term)
{
    const tr_language *const l = tr_language_data(language);
    const size_t len = strlen(term);
    const neighbour own = make_neighbour(term, 0, len);

    if (!len || !l->endings.infinitive) return TR_ANY_CLASS;
    if (l->nouns.capitals && tr_is_upper(tr_utf8_at(term, 0, len))) return TR_CLASS_NOUN;
    if (strchr(term, ' ')) return class_of_last(l, term);
    if (ends_as_verb(&l->endings, &own)) return TR_CLASS_VERB;
    return l->nouns.capitals ? TR_CLASS_OTHER : NOMINAL;
}
