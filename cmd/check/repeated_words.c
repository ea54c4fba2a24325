#include "check/repeated_words.h"

#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "check/small_words.h"
#include "check/text_words.h"
#include "console/alloc.h"

enum {
    RUN = 3,           /* words */
    LEAST_LETTERS = 2, /* of a word that is said twice in a row */
    NEAR = 6 /* how many words behind the beginning of a run it may begin again: a text says "the
              * number of" in many places, but not at once */
};

typedef struct word_list {
    tr_span *list; /* [n] */
    uint64_t *hashes;
    size_t n, capacity;
} word_list;

static word_list list_words(const plain_text *p)
{
    word_list w = {0};
    tr_span word = {0};

    while (text_word_next(p->text, word.end, p->len, &word)) {
        if (w.n == w.capacity) {
            w.capacity = 2 * w.capacity + 32;
            w.list = checked_realloc(w.list, w.capacity, sizeof *w.list);
            w.hashes = checked_realloc(w.hashes, w.capacity, sizeof *w.hashes);
        }
        w.hashes[w.n] = text_word_hash(p->text, word);
        w.list[w.n++] = word;
    }
    return w;
}

static void free_words(word_list *w)
{
    free(w->list);
    free(w->hashes);
}

/* How many words from b on repeat the ones from a on. */
static size_t common_run(const plain_text *p, const word_list *w, size_t a, size_t b)
{
    size_t n = 0;

    while (b + n < w->n && a + n < b && w->hashes[a + n] == w->hashes[b + n] &&
           text_words_equal(p->text, w->list[a + n], p->text, w->list[b + n]))
        n++;
    return n;
}

/* How many words from word i on are a run that comes the second time: their place is *at.  0: none.
 */
static size_t run_at(const plain_text *p, const word_list *w, size_t i, tr_span *at)
{
    for (size_t distance = RUN; distance <= NEAR && distance <= i; distance++) {
        const size_t n = common_run(p, w, i - distance, i);
        if (n < RUN) continue;
        *at = (tr_span){w->list[i].begin, w->list[i + n - 1].end};
        return n;
    }
    return 0;
}

/* ---- A word twice in a row ---- */

/* True for "bye-bye". */
static bool is_doubled_within(const char *text, tr_span word)
{
    const size_t len = word.end - word.begin, half = len / 2;
    const tr_span first = {word.begin, word.begin + half},
                  second = {word.begin + half + 1, word.end};

    return len % 2 && text[first.end] == '-' && text_words_equal(text, first, text, second);
}

/* True if words i - 1 and i are the same, whatever their capitals and what stands between. */
static bool is_doubled(const plain_text *p, const word_list *w, size_t i)
{
    return i > 0 && w->hashes[i - 1] == w->hashes[i] &&
           text_words_equal(p->text, w->list[i - 1], p->text, w->list[i]);
}

static bool says_twice(const plain_text *p)
{
    word_list w = list_words(p);
    bool twice = false;

    for (size_t i = 0; i < w.n && !twice; i++)
        twice = is_doubled(p, &w, i) || is_doubled_within(p->text, w.list[i]);
    free_words(&w);
    return twice;
}

/* True if word i is the one before it, letter for letter, with blanks alone between, and no small
 * word: "ein Leben leben" is right, and so is "die, die". */
static bool is_slip(const plain_text *p, const word_list *w, size_t i, const char *language)
{
    if (!is_doubled(p, w, i)) return false;
    const tr_span a = w->list[i - 1], b = w->list[i];
    const size_t len = b.end - b.begin;

    return a.end - a.begin == len && !memcmp(p->text + a.begin, p->text + b.begin, len) &&
           tr_utf8_skip(p->text, a.end, b.begin, tr_is_space) == b.begin &&
           text_count_letters(p->text, b) >= LEAST_LETTERS && !plain_text_is_kept(p, b) &&
           !is_small_word(language, p->text, b);
}

/* ---- What is told ---- */

/* What the source allows: what it says twice itself. */
typedef struct allowed {
    bool runs, words;
} allowed;

static allowed read_source(const plain_text *p)
{
    word_list w = list_words(p);
    allowed a = {.words = says_twice(p)};
    tr_span at;

    for (size_t i = 0; i < w.n && !a.runs; i++)
        a.runs = run_at(p, &w, i, &at) > 0;
    free_words(&w);
    return a;
}

/* The words from word *i on that repeat the ones before them; *i is what follows, or the next word.
 */
static bool take_repeat(const plain_text *p, const word_list *w, const char *language, size_t *i,
                        tr_span *at, bool *is_word)
{
    const size_t n = run_at(p, w, *i, at);

    *is_word = !n && is_slip(p, w, *i, language);
    if (*is_word) *at = w->list[*i];
    *i += n ? n : 1;
    return n || *is_word;
}

void repeated_words_find(checked_pair *pair, const char *language)
{
    const plain_text *const p = &pair->translation;
    word_list w = list_words(p);
    allowed a = {0};
    bool looked = false, is_word;
    tr_span at;

    for (size_t i = 0; i < w.n;) {
        if (!take_repeat(p, &w, language, &i, &at, &is_word)) continue;
        if (!looked) a = read_source(&pair->source);
        looked = true;
        if (is_word ? !a.words : !a.runs) findings_add(&pair->found, FINDING_REPEATED, at, 0);
    }
    free_words(&w);
}
