#include "dictionary/entry_items.h"

#include <string.h>

#include "base/span.h"
#include "base/word_list.h"
#include "dictionary/headword.h"

enum { MOST_ITEMS = 2000 /* of a word */ };

/* ---- Marks of grammar ---- */

static const char NOUN[] = "noun", VERB[] = "verb", MASCULINE[] = "masculine",
                  FEMININE[] = "feminine", NEUTER[] = "neuter", PLURAL[] = "plural";

#define OTHER_MARKS                                                                                \
    {"v=", VERB, NULL}, {"vt=", VERB, NULL}, {"vi=", VERB, NULL}, {"vr=", VERB, NULL},             \
        {"vp=", VERB, NULL}, {"verb=", VERB, NULL}, {"noun=", NOUN, NULL},                         \
        {"adj=", "adjective", NULL}, {"adv=", "adverb", NULL}, {"prp=", "preposition", NULL},      \
        {"prep=", "preposition", NULL}, {"conj=", "conjunction", NULL},                            \
        {"pron=", "pronoun", NULL}, {"interj=", "interjection", NULL},                             \
        {"int=", "interjection", NULL}, {"num=", "numeral", NULL}, {"art=", "article", NULL},      \
    {                                                                                              \
        NULL, NULL, NULL                                                                           \
    }

const tr_grammar_mark tr_ding_marks[] = {{"f=", NOUN, FEMININE}, {"m=", NOUN, MASCULINE},
                                         {"n=", NOUN, NEUTER},   {"pl=", NOUN, PLURAL},
                                         {"sg=", NOUN, NULL},    OTHER_MARKS};

const tr_grammar_mark tr_freedict_marks[] = {{"fem=", NOUN, FEMININE}, {"masc=", NOUN, MASCULINE},
                                             {"neut=", NOUN, NEUTER},  {"pl=", NOUN, PLURAL},
                                             {"f=", NOUN, FEMININE},   {"m=", NOUN, MASCULINE},
                                             {"nt=", NOUN, NEUTER},    {"n=", NOUN, NULL},
                                             {"s=", NOUN, NULL},       OTHER_MARKS};

/* What a word says beside its letters. */
typedef struct marked {
    const char *part_of_speech, *gender;
    bool rare;
} marked;

const tr_grammar_mark *tr_grammar_find(const tr_grammar_mark *marks, const char *mark, size_t len)
{
    for (; marks->mark; marks++)
        if (strlen(marks->mark) == len + 1 && !memcmp(marks->mark, mark, len)) return marks;
    return NULL;
}

static void read_grammar(const tr_entry_items *e, const char *text, size_t at, size_t end,
                         marked *m)
{
    while (at < end) {
        const size_t begin = tr_span_skip(text, at, end, ", ;/.+");
        size_t stop = begin;
        while (stop < end && !tr_ascii_is_one_of(text[stop], ", ;/.+"))
            stop++;
        const tr_grammar_mark *const g = tr_grammar_find(e->marks, text + begin, stop - begin);
        if (g) {
            if (!m->part_of_speech) m->part_of_speech = g->part_of_speech;
            if (!m->gender) m->gender = g->gender;
        }
        at = stop > at ? stop : at + 1;
    }
}

static void read_label(tr_entry_items *e, const char *text, size_t at, size_t end, marked *m)
{
    if (at >= end) return;
    const size_t stop = tr_word_end(text, at, end);
    m->rare = m->rare || tr_list_has_any_case(e->source->dictionary.rare, text + at, stop - at) ||
              tr_list_has_any_case(e->target->dictionary.rare, text + at, stop - at);
    if (e->labels.len) tr_buf_add(&e->labels, ", ", 2);
    tr_buf_add(&e->labels, text + at, end - at);
}

/* ---- Words with marks ---- */

/* The byte behind the bracket that closes the one at byte `at`; `end` if none does. */
static size_t behind_bracket(const char *text, size_t at, size_t end)
{
    static const char opening[] = "([{<", closing[] = ")]}>";
    const char open = text[at], close = closing[strchr(opening, open) - opening];
    size_t depth = 0;

    for (; at < end; at++) {
        depth += text[at] == open;
        if (text[at] == close && --depth == 0) return at + 1;
    }
    return end;
}

size_t tr_entry_find(const char *text, size_t at, size_t end, const char *set)
{
    while (at < end && !tr_ascii_is_one_of(text[at], set))
        at = tr_ascii_is_one_of(text[at], "([{<") ? behind_bracket(text, at, end) : at + 1;
    return at;
}

static void add_letter(tr_buf *text, char c)
{
    const bool blank = tr_ascii_is_space(c);

    if (!blank || (text->len && text->data[text->len - 1] != ' '))
        tr_buf_add(text, blank ? " " : &c, 1);
}

static bool ends_word(const char *text, size_t at, size_t end)
{
    return at >= end || tr_ascii_is_one_of(text[at], " \t,;");
}

/* The byte behind an abbreviation of the word before: "/Str./" of its own, and what touches a mark
 * of grammar, "<fem>Str."; `at` if there is none. */
static size_t behind_abbreviation(const char *text, size_t at, size_t end)
{
    if (text[at] == '/' && (!at || text[at - 1] == ' ')) {
        size_t close = at + 1;
        while (!ends_word(text, close, end) && text[close] != '/')
            close++;
        const bool whole = close > at + 1 && close < end && text[close] == '/';
        return whole && ends_word(text, close + 1, end) ? close + 1 : at;
    }
    if (at && text[at - 1] == '>')
        while (!ends_word(text, at, end))
            at++;
    return at;
}

/* The byte behind a bracket or an abbreviation that begins at byte `at`; `at` if none does. */
static size_t behind_mark(const char *text, size_t at, size_t end)
{
    return tr_ascii_is_one_of(text[at], "([{<") ? behind_bracket(text, at, end)
                                                : behind_abbreviation(text, at, end);
}

static void drop_end(tr_buf *text)
{
    while (text->len && tr_ascii_is_one_of(text->data[text->len - 1], " ,;"))
        text->data[--text->len] = '\0';
}

void tr_entry_bare(const char *text, size_t len, tr_buf *out)
{
    tr_buf_clear(out);
    for (size_t at = 0, end; at < len; at = end) {
        end = behind_mark(text, at, len);
        if (end == at) add_letter(out, text[end++]);
    }
    drop_end(out);
}

/* Reads a word into the buffers `text` and `labels`. */
static marked read_marked(tr_entry_items *e, const char *text, size_t len)
{
    marked m = {0};

    tr_buf_clear(&e->text);
    tr_buf_clear(&e->labels);
    for (size_t at = 0, end; at < len; at = end) {
        const char c = text[at];
        end = behind_mark(text, at, len);
        if (end == at) add_letter(&e->text, text[end++]);
        if (end == at + 1) continue;
        if (c == '[') read_label(e, text, at + 1, end - 1, &m);
        if (c == '<' || c == '{') read_grammar(e, text, at + 1, end - 1, &m);
    }
    drop_end(&e->text);
    e->failed = e->failed || e->text.failed || e->labels.failed;
    return m;
}

bool tr_entry_is_full(const tr_entry_items *e)
{
    return e->failed || e->n >= MOST_ITEMS;
}

static void tell(tr_entry_items *e, int part, const marked *m, bool form)
{
    const bool word = part == TR_DICTIONARY_HEADWORD || part == TR_DICTIONARY_TRANSLATION;
    const char *const own = m->part_of_speech ? m->part_of_speech : e->part_of_speech;

    if (tr_entry_is_full(e)) return;
    e->n++;
    e->tell(e->ctx, &(tr_dictionary_item){.part = part,
                                          .sense = e->sense,
                                          .text = tr_buf_text(&e->text),
                                          .plain = word ? tr_buf_text(&e->plain) : "",
                                          .translation = part == TR_DICTIONARY_EXAMPLE
                                                             ? tr_buf_text(&e->translation)
                                                             : "",
                                          .part_of_speech = word && own ? own : "",
                                          .gender = word && m->gender ? m->gender : "",
                                          .labels = word ? tr_buf_text(&e->labels) : "",
                                          .is_rare = m->rare,
                                          .is_form = form});
}

void tr_entry_part_of_speech(tr_entry_items *e, const char *text, size_t len)
{
    const marked m = read_marked(e, text, len);
    if (!e->part_of_speech) e->part_of_speech = m.part_of_speech;
}

void tr_entry_headword(tr_entry_items *e, const char *text, size_t len, bool form)
{
    const marked m = read_marked(e, text, len);

    e->sense = 0;
    tr_headword_plain(e->source, tr_buf_text(&e->text), &e->plain);
    e->failed = e->failed || e->plain.failed;
    if (m.part_of_speech) e->part_of_speech = m.part_of_speech;
    tell(e, TR_DICTIONARY_HEADWORD, &m, form);
}

/* True if a comma at byte `at` has a pronunciation behind it, ", /abc/": the word before, or its
 * end, is the abbreviation that is said so. */
static bool is_said_behind(const char *text, size_t at, size_t len)
{
    if (at >= len || text[at] != ',') return false;
    const size_t begin = tr_span_skip(text, at + 1, len, " ");
    return begin > at + 1 && begin < len && text[begin] == '/' &&
           behind_abbreviation(text, begin, len) > begin;
}

/* The end of a word [at, end) that an abbreviation ends, "Norden <masc> [geogr.] N": where its last
 * mark does.  After the pronunciation of another one there is nothing else, "/abc/ N". */
static size_t before_abbreviation(const char *text, size_t at, size_t end)
{
    const size_t begin = tr_span_skip(text, at, end, " ");
    size_t last = begin < end && text[begin] == '/' ? at : end;

    for (size_t i = at; i < end;) {
        const bool mark = tr_ascii_is_one_of(text[i], "[<");
        i = mark ? behind_bracket(text, i, end) : i + 1;
        if (mark) last = i;
    }
    return last;
}

void tr_entry_translations(tr_entry_items *e, const char *text, size_t len, bool semicolons)
{
    bool first = true;

    for (size_t at = 0, end; at < len && !tr_entry_is_full(e); at = end + 1) {
        end = tr_entry_find(text, at, len, semicolons ? ";" : ",;");
        const size_t stop =
            is_said_behind(text, end, len) ? before_abbreviation(text, at, end) : end;
        const marked m = read_marked(e, text + at, stop - at);
        if (!e->text.len) continue;
        e->sense += first;
        first = false;
        tr_headword_plain(e->target, e->text.data, &e->plain);
        e->failed = e->failed || e->plain.failed;
        tell(e, TR_DICTIONARY_TRANSLATION, &m, false);
    }
}

void tr_entry_note(tr_entry_items *e, const char *text, size_t len)
{
    tr_buf_clear(&e->text);
    tr_buf_add(&e->text, text, len);
    e->failed = e->failed || e->text.failed;
    if (len) tell(e, TR_DICTIONARY_NOTE, &(marked){0}, false);
}

void tr_entry_example(tr_entry_items *e, const char *text, size_t len, const char *translation,
                      size_t n_translation)
{
    read_marked(e, translation, n_translation);
    tr_buf_clear(&e->translation);
    tr_buf_add_string(&e->translation, tr_buf_text(&e->text));
    e->failed = e->failed || e->translation.failed;
    read_marked(e, text, len);
    if (e->text.len) tell(e, TR_DICTIONARY_EXAMPLE, &(marked){0}, false);
}

void tr_entry_items_free(tr_entry_items *e)
{
    tr_buf_free(&e->text);
    tr_buf_free(&e->plain);
    tr_buf_free(&e->labels);
    tr_buf_free(&e->translation);
}
