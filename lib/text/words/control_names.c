#include "text/words/control_names.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"

enum { MOST_WORDS = 5, MOST_BYTES = 64, MOST_CANDIDATES = 4 * TR_MOST_CONTROL_NAMES };

/* A sentence, and what may be names in it, in order and disjoint. */
typedef struct job {
    const tr_language *language;
    const char *text;
    tr_span sentence;
    const tr_span *marked; /* [n_marked] */
    size_t n_marked;
    tr_span list[MOST_CANDIDATES];
    size_t n;
} job;

/* ---- Words ---- */

/* The next word of a part from byte `at` on; empty if there is none. */
static tr_span word_from(const char *text, size_t at, size_t end)
{
    const size_t begin = tr_utf8_find(text, at, end, tr_is_letter);
    return (tr_span){begin, tr_utf8_skip(text, begin, end, tr_is_letter)};
}

/* Goes on to the word behind; false if there is none. */
static bool next_word(const char *text, size_t end, tr_span *word)
{
    *word = word_from(text, word->end, end);
    return word->begin < word->end;
}

static bool is_in(const char *list, const char *text, tr_span word)
{
    return word.begin < word.end &&
           tr_list_has_any_case(list, text + word.begin, word.end - word.begin);
}

static bool has_capital(const char *text, tr_span word)
{
    return word.begin < word.end && tr_is_upper(tr_utf8_at(text, word.begin, word.end));
}

/* The last word of text [begin, end); empty if there is none. */
static tr_span word_before(const char *text, size_t begin, size_t end)
{
    tr_span last = {end, end};

    for (tr_span word = {begin, begin}; next_word(text, end, &word);)
        last = word;
    return last;
}

/* True if a word may stand between an act and a name: "on", "off". */
static bool is_small_word(const job *j, tr_span word)
{
    const char *const particles = j->language->controls.particles;
    return is_in(j->language->words.function, j->text, word) ||
           (particles && is_in(particles, j->text, word));
}

/* ---- Candidates ---- */

/* True if a mark within a name ends a sentence there: names end in "...", ":" and "?" alone. */
static bool is_broken(const char *text, tr_span name)
{
    for (size_t i = name.begin; i < name.end; i++) {
        if (strchr("!;\n\t", text[i])) return true;
        if (strchr(":?", text[i]) && i + 1 < name.end) return true;
        if (text[i] == '.' && strspn(text + i, ".") != 3) return true;
        if (text[i] == '.') i += 2;
    }
    return false;
}

/* True for few words that begin with a capital, and touch no other letter, digit or plus. */
static bool is_name(const job *j, tr_span at)
{
    const int32_t before = tr_utf8_before(j->text, j->sentence.begin, at.begin);
    const int32_t behind = tr_utf8_at(j->text, at.end, j->sentence.end);
    size_t n_words = 0, n_letters = 0;

    if (at.end - at.begin > MOST_BYTES || !tr_is_upper(tr_utf8_at(j->text, at.begin, at.end)))
        return false;
    if (tr_is_alnum(before) || tr_is_alnum(behind) || before == '+' || behind == '+') return false;
    for (tr_span w = {at.begin, at.begin}; next_word(j->text, at.end, &w);) {
        n_words++;
        n_letters += w.end - w.begin;
    }
    return n_words <= MOST_WORDS && n_letters > 1 && !is_broken(j->text, at);
}

/* True if a mark begins or ends within it. */
static bool is_cut(const job *j, tr_span at)
{
    for (size_t i = 0; i < j->n_marked && j->marked[i].begin < at.end; i++) {
        const tr_span m = j->marked[i];
        if (m.end > at.begin && (m.begin > at.begin || m.end < at.end)) return true;
    }
    return false;
}

/* Adds a candidate, unless it shares bytes with one that is there. */
static void add(job *j, tr_span at)
{
    size_t i = j->n;

    if (!is_name(j, at) || is_cut(j, at) || j->n == MOST_CANDIDATES) return;
    for (size_t k = 0; k < j->n; k++)
        if (at.begin < j->list[k].end && j->list[k].begin < at.end) return;
    for (; i > 0 && j->list[i - 1].begin > at.begin; i--)
        j->list[i] = j->list[i - 1];
    j->list[i] = at;
    j->n++;
}

static void add_marked(job *j)
{
    for (size_t i = 0; i < j->n_marked; i++) {
        const tr_span m = j->marked[i], at = tr_span_trimmed(j->text, m.begin, m.end);
        const bool inside = at.begin >= j->sentence.begin && at.end <= j->sentence.end;
        if (inside && at.begin < at.end) add(j, at);
    }
}

/* The mark that closes what a quotation mark opens; 0 for other characters. */
static int32_t closing_mark(int32_t open)
{
    static const int32_t pairs[][2] = {{'"', '"'},       {0x201C, 0x201D}, {0x201E, 0x201C},
                                       {0x2018, 0x2019}, {0x201A, 0x2018}, {0xAB, 0xBB},
                                       {0xBB, 0xAB},     {0x2039, 0x203A}, {0x203A, 0x2039}};

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (pairs[i][0] == open) return pairs[i][1];
    return 0;
}

static void add_quoted(job *j)
{
    for (size_t at = j->sentence.begin; at < j->sentence.end;) {
        const int32_t close = closing_mark(tr_utf8_next(j->text, &at, j->sentence.end));
        size_t end = at, next = at;
        if (!close) continue;
        while (next < j->sentence.end && next - at <= MOST_BYTES) {
            end = next;
            if (tr_utf8_next(j->text, &next, j->sentence.end) != close) continue;
            add(j, tr_span_trimmed(j->text, at, end));
            at = next;
            break;
        }
    }
}

/* Words with a capital from `word` on, with a blank between. */
static tr_span run_of_capitals(const job *j, tr_span word)
{
    tr_span run = word;

    while (run.end < j->sentence.end && j->text[run.end] == ' ') {
        const tr_span next = word_from(j->text, run.end, j->sentence.end);
        if (next.begin != run.end + 1 || !has_capital(j->text, next)) break;
        run.end = next.end;
    }
    return run;
}

/* Where a name stands that an arrow joins to the one that ends at `end`, "File > Print"; `end` if
 * there is none. */
static size_t behind_arrow(const job *j, size_t end)
{
    size_t at = end;

    if (tr_utf8_next(j->text, &at, j->sentence.end) != ' ') return end;
    const int32_t c = at < j->sentence.end ? tr_utf8_next(j->text, &at, j->sentence.end) : 0;
    const bool is_arrow = c == '>' || c == 0x203A || c == 0x2192;
    return is_arrow && at < j->sentence.end && j->text[at] == ' ' ? at + 1 : end;
}

/* Adds a name that no mark shows, and what arrows join to it; the byte behind all. */
static size_t add_bare(job *j, tr_span run)
{
    for (;;) {
        add(j, run);
        const size_t next = run.end < j->sentence.end ? behind_arrow(j, run.end) : run.end;
        if (next == run.end || !tr_is_upper(tr_utf8_at(j->text, next, j->sentence.end)))
            return run.end;
        run = run_of_capitals(j, word_from(j->text, next, j->sentence.end));
    }
}

/* True if the sentence has a small word, or ends in a full stop: else it is a title. */
static bool is_prose(const job *j)
{
    const tr_span s = tr_span_trimmed(j->text, j->sentence.begin, j->sentence.end);

    if (s.end > s.begin && j->text[s.end - 1] == '.') return true;
    for (tr_span w = {s.begin, s.begin}; next_word(j->text, s.end, &w);)
        if (!has_capital(j->text, w)) return true;
    return false;
}

/* The words that were read last, on the way to one with a capital. */
typedef struct words_before {
    tr_span last;
    size_t since_press, since_act; /* small words since such a verb */
} words_before;

enum { NEAR = 2, FAR = NEAR + 1 }; /* words between a verb and a name: "on the" */

/* True if a blank alone parts a word from the last one. */
static bool is_next(const job *j, const words_before *b, tr_span word)
{
    return word.begin == b->last.end + 1 && j->text[b->last.end] == ' ';
}

static void read_word(const job *j, words_before *b, tr_span word)
{
    const tr_control_words *const c = &j->language->controls;
    const size_t len = word.end - word.begin;
    const bool is_small = is_next(j, b, word) && is_small_word(j, word) &&
                          !is_in(c->determiners, j->text, word) &&
                          !tr_list_has(j->language->stops.articles, j->text + word.begin, len);
    const bool is_verb = b->last.begin == b->last.end || !has_capital(j->text, word);

    b->since_press = is_small ? b->since_press + 1 : FAR;
    b->since_act = is_small ? b->since_act + 1 : FAR;
    if (is_verb && is_in(c->acts, j->text, word)) b->since_act = 0;
    if (is_verb && is_in(c->presses, j->text, word)) b->since_press = 0;
    b->last = word;
}

/* True if a word with a capital, which begins a run, is a name that no mark shows: behind a verb
 * that presses, behind any with an arrow, or beside a word such as "button". */
static bool is_bare_name(const job *j, const words_before *b, tr_span run)
{
    const tr_control_words *const c = &j->language->controls;
    const bool nouns = j->language->nouns.capitals;
    const tr_span next = word_from(j->text, run.end, j->sentence.end), last = b->last;
    const bool is_before_part = next.begin == run.end + 1 && is_in(c->parts, j->text, next);
    const bool is_behind_part =
        is_in(c->parts, j->text, last) && has_capital(j->text, last) == nouns;

    if (!is_next(j, b, run) || is_in(j->language->words.function, j->text, run)) return false;
    if (is_behind_part || (b->since_act <= NEAR && behind_arrow(j, run.end) > run.end)) return true;
    if (nouns) return b->since_press <= NEAR && !is_in(c->parts, j->text, run);
    return b->since_press <= NEAR ||
           (is_before_part &&
            tr_list_has(j->language->stops.articles, j->text + last.begin, last.end - last.begin));
}

/* Names that nothing marks but a capital. */
static void add_all_bare(job *j)
{
    words_before b = {.since_press = FAR, .since_act = FAR};
    tr_span word = {j->sentence.begin, j->sentence.begin};

    if (!j->language->words.function || !is_prose(j)) return;
    while (next_word(j->text, j->sentence.end, &word)) {
        const bool is_first = b.last.begin == b.last.end;
        const bool nouns = j->language->nouns.capitals;
        const tr_span run = nouns ? word : run_of_capitals(j, word);
        if (is_first || !has_capital(j->text, word) || !is_bare_name(j, &b, run)) {
            read_word(j, &b, word);
            continue;
        }
        word.end = add_bare(j, run);
        b = (words_before){{0}, FAR, FAR};
        b.last = word;
    }
}

/* ---- What is told of them ---- */

/* True if a verb that presses stands in the sentence, beside the candidates. */
static bool has_press(const job *j)
{
    size_t at = j->sentence.begin;

    for (size_t i = 0; i <= j->n; i++) {
        const size_t end = i < j->n ? j->list[i].begin : j->sentence.end;
        for (tr_span w = {at, at}; next_word(j->text, end, &w);)
            if (is_in(j->language->controls.presses, j->text, w)) return true;
        if (i < j->n) at = j->list[i].end;
    }
    return false;
}

/* True if an act stands before a part that ends at `end`, with few small words between. */
static bool is_behind_act(const job *j, size_t begin, size_t end)
{
    const tr_control_words *const c = &j->language->controls;

    for (size_t i = 0; i <= NEAR; i++) {
        const tr_span word = word_before(j->text, begin, end);
        if (word.begin == word.end) return false;
        if (is_in(c->acts, j->text, word)) return true;
        if (!is_small_word(j, word)) return false;
        end = word.begin;
    }
    return false;
}

/* True if at most two words stand in text [begin, end). */
static bool is_near(const job *j, size_t begin, size_t end)
{
    size_t n = 0;

    for (tr_span w = {begin, begin}; next_word(j->text, end, &w);)
        if (++n > NEAR) return false;
    return true;
}

/* True if text [begin, end) has no mark that parts sentences or clauses. */
static bool is_without_marks(const char *text, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        if (strchr(".,;:!?()", text[i])) return false;
    return true;
}

/* True if it is all that a mark stands around. */
static bool is_marked(const job *j, tr_span at)
{
    for (size_t i = 0; i < j->n_marked && j->marked[i].begin <= at.begin; i++) {
        const tr_span m = tr_span_trimmed(j->text, j->marked[i].begin, j->marked[i].end);
        if (m.begin == at.begin && m.end == at.end) return true;
    }
    return false;
}

/* True if a word beside a candidate tells that it is a name. */
static bool is_beside(const job *j, tr_span at, tr_span word)
{
    const tr_control_words *const c = &j->language->controls;
    return is_in(c->parts, j->text, word) || (is_in(c->places, j->text, word) && is_marked(j, at));
}

/* True if candidate i is a name; `chained`: the one before it is. */
static bool is_told(const job *j, size_t i, bool press, bool chained)
{
    const tr_control_words *const c = &j->language->controls;
    const tr_span at = j->list[i];
    const size_t begin = i ? j->list[i - 1].end : j->sentence.begin;
    const size_t end = i + 1 < j->n ? j->list[i + 1].begin : j->sentence.end;
    const tr_span before = word_before(j->text, begin, at.begin);
    const tr_span behind = word_from(j->text, at.end, end);
    const bool touches = is_without_marks(j->text, at.end, behind.begin);

    if (touches && (is_beside(j, at, behind) || is_in(c->acts, j->text, behind))) return true;
    if (is_in(c->determiners, j->text, before)) return false;
    if (i == 0 && before.begin == before.end) return false;
    return press || is_beside(j, at, before) || is_behind_act(j, begin, at.begin) ||
           (chained && is_near(j, begin, at.begin));
}

size_t tr_control_names_find(const tr_language *language, const char *text, tr_span sentence,
                             const tr_span *marked, size_t n_marked,
                             tr_span names[TR_MOST_CONTROL_NAMES])
{
    job j = {.language = language,
             .text = text,
             .sentence = sentence,
             .marked = marked,
             .n_marked = n_marked};
    bool chained = false;
    size_t n = 0;

    if (!language->controls.acts) return 0;
    add_marked(&j);
    add_quoted(&j);
    add_all_bare(&j);
    const bool press = j.n && has_press(&j);
    for (size_t i = 0; i < j.n; i++) {
        chained = is_told(&j, i, press, chained);
        if (!chained) continue;
        if (n == TR_MOST_CONTROL_NAMES) return 0;
        names[n++] = j.list[i];
    }
    return n;
}
