#include "text/passages.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "language/language_data.h"
#include "text/placeables/embracing.h"
#include "text/placeables/identifiers.h"
#include "text/placeables/placeables.h"
#include "text/placeables/placeholders.h"
#include "text/structure.h"

enum { NEAR = 256 }; /* bytes that are looked at around the end of a sentence */

int tr_passages_init(tr_passages *p, const char *language, bool splits, tr_error *err)
{
    *p = (tr_passages){.spaces = tr_language_has_spaces(language),
                       .stops = &tr_language_data(language)->stops};
    return splits ? tr_splitter_create(&p->splitter, language, err) : 0;
}

void tr_passages_free(tr_passages *p)
{
    tr_splitter_free(p->splitter);
    free(p->sentences);
    free(p->list);
}

static int add_passage(tr_passages *p, size_t begin, size_t end, tr_error *err)
{
    void *list = p->list;
    if (begin == end) return 0;
    if (tr_reserve(&list, &p->capacity, p->n + 1, sizeof *p->list) < 0) return tr_fail_memory(err);
    p->list = list;
    p->list[p->n++] = (tr_span){begin, end};
    return 0;
}

/* A place not far before `at` in text [begin, ...), and not far behind it before `end`. */
static size_t near_before(const char *text, size_t begin, size_t at)
{
    size_t near = at - begin > NEAR ? at - NEAR : begin;
    while (near < at && tr_utf8_is_inner(text[near]))
        near++;
    return near;
}

static size_t near_behind(const char *text, size_t at, size_t end)
{
    size_t near = end - at > NEAR ? at + NEAR : end;
    while (near < end && tr_utf8_is_inner(text[near]))
        near++;
    return near;
}

/* True if the last words of a sentence, of which the last is one of signs, are one code: 5 4 * * *
 */
static bool ends_in_code(const char *text, tr_span sentence)
{
    const size_t begin = near_before(text, sentence.begin, sentence.end);
    tr_placeables scan;
    tr_placeable code = {.at = {begin, begin}};

    tr_placeables_start(&scan, text, begin, sentence.end, TR_FIND_IDENTIFIERS, true);
    while (code.at.end + 1 < sentence.end && tr_placeables_next(&scan, &code)) {
    }
    return code.at.end + 1 >= sentence.end &&
           tr_find_byte(text, code.at.begin, code.at.end, ' ') < code.at.end;
}

static bool is_nothing(int32_t c)
{
    return tr_is_space(c) || tr_is_unseen(c);
}

/* A sentence without blanks, characters that are not seen, and words of signs, which it begins or
 * ends with. */
static tr_span without_signs(const char *text, tr_span sentence)
{
    tr_span rest = {.end = tr_utf8_skip_back(text, sentence.begin, sentence.end, is_nothing)};

    rest.begin = tr_utf8_skip(text, sentence.begin, rest.end, is_nothing);

    for (tr_span word = rest;; word.begin = rest.begin) {
        for (word.end = word.begin; word.end < rest.end && text[word.end] != ' ';)
            word.end++;
        if (!tr_identifier_is_signs(text, word)) break;
        rest = tr_span_trimmed(text, word.end, rest.end);
    }
    for (tr_span word = rest;; word.end = rest.end) {
        for (word.begin = word.end; word.begin > rest.begin && text[word.begin - 1] != ' ';)
            word.begin--;
        if (!tr_identifier_is_signs(text, word) || ends_in_code(text, rest)) break;
        rest = tr_span_trimmed(text, rest.begin, word.begin);
    }
    return rest;
}

/* What is looked for to find tags: none is within a code, as in "#include <a>". */
static unsigned tags_in(const char *text, tr_span part)
{
    const bool any = tr_find_byte(text, part.begin, part.end, '<') < part.end;
    return any ? TR_FIND_TAGS | TR_FIND_IDENTIFIERS : TR_FIND_TAGS;
}

/* The text of a sentence between words that are kept and tags. */
static int add_passages_between(tr_passages *p, const char *text, tr_span sentence, tr_error *err)
{
    const tr_span rest = without_signs(text, sentence);
    size_t begin = rest.begin;
    tr_placeables scan;
    tr_placeable kept;
    int rc = 0;

    tr_placeables_start(&scan, text, rest.begin, rest.end, tags_in(text, rest), p->spaces);
    while (rc == 0 && tr_placeables_next(&scan, &kept)) {
        if (kept.kind == TR_PLACEABLE_IDENTIFIER) continue;
        rc = add_passage(p, begin, kept.at.begin, err);
        begin = kept.at.end;
    }
    return rc < 0 ? rc : add_passage(p, begin, rest.end, err);
}

/* True if text [begin, end) may have a code in which a sentence seems to end. */
static bool may_have_code(const char *text, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        if (tr_ascii_is_one_of(text[i], "([{<*=#@/\\^~$_&|")) return true;
    return false;
}

/* True if what is around the end of a sentence is seldom there: a blank before its mark, a short
 * word with a capital, as abbreviations have it, or another point; a digit, a sign or two capitals
 * behind it. */
static bool is_odd_end(const char *text, size_t begin, tr_span cut, size_t end)
{
    enum { LONGEST_ABBREVIATION = 5 };
    const char next = text[cut.end];

    if (cut.begin < begin + 2 || !tr_ascii_is_one_of(text[cut.begin - 1], ".?!")) return false;
    const size_t word = tr_skip_back(text, begin, cut.begin - 1, tr_byte_is_word),
                 n = cut.begin - 1 - word;
    if (n == 0 || tr_ascii_is_digit(next) || tr_ascii_is_one_of(next, ":-")) return true;
    if (cut.end + 1 < end && tr_ascii_is_upper(next) && tr_ascii_is_upper(text[cut.end + 1]))
        return true;
    return (n <= LONGEST_ABBREVIATION && tr_ascii_is_upper(text[word])) ||
           (word > begin && text[word - 1] == '.');
}

/* True if a quotation mark is before `at`: what follows at once is a note, or another sentence. */
static bool ends_quotation(const char *text, size_t begin, size_t at)
{
    const int32_t c = tr_utf8_before(text, begin, at);
    return c == '"' || c == '\'' || c == 0xBB || c == 0xAB || (c >= 0x2018 && c <= 0x201F);
}

/* True if a sentence goes on in small letters behind a code that ends in a mark: $?, x/1.? or
 * c5!? */
static bool goes_on_behind_code(const char *text, size_t begin, tr_span cut)
{
    const size_t word = tr_utf8_skip_back(text, begin, cut.begin, tr_is_no_space);
    bool sign = false, digit = false, letter = false;

    if (cut.begin == cut.end || !tr_ascii_is_lower(text[cut.end])) return false;
    for (size_t i = word; i < cut.begin; i++) {
        sign = sign || tr_ascii_is_one_of(text[i], "$/\\*_=[]{}<>|^~@#+&");
        digit = digit || tr_ascii_is_digit(text[i]);
        letter = letter || tr_ascii_is_letter(text[i]);
    }
    return sign || (digit && letter);
}

/* Joins sentences [n] of a text that end within a code, as in "[!.]* is here" and {"a": "No. B"}.
 * Returns how many there are then. */
static size_t join_at_codes(const char *text, size_t len, bool spaces, tr_span *sentences, size_t n)
{
    size_t last = 0;

    for (size_t i = 1; i < n; i++) {
        const tr_span cut = {sentences[last].end, sentences[i].begin};
        const size_t begin = near_before(text, sentences[last].begin, cut.begin),
                     end = near_behind(text, cut.end, len);
        tr_placeables scan;
        tr_placeable code = {0};
        bool within = spaces && goes_on_behind_code(text, begin, cut);
        const bool may = cut.begin < cut.end ? may_have_code(text, begin, cut.begin) ||
                                                   is_odd_end(text, begin, cut, end)
                                             : !ends_quotation(text, begin, cut.begin);
        if (may) {
            tr_placeables_start(&scan, text, begin, end, TR_FIND_IDENTIFIERS, spaces);
            while (!within && code.at.end <= cut.end && tr_placeables_next(&scan, &code))
                within = code.at.begin < cut.begin && code.at.end > cut.end;
        }
        if (within)
            sentences[last].end = sentences[i].end;
        else
            sentences[++last] = sentences[i];
    }
    return n ? last + 1 : 0;
}

/* Joins sentences [n] of text [len] that end within a placeholder, as in "{!! name !!} is here".
 * Returns how many there are then. */
static size_t join_at_placeholders(const char *text, size_t len, tr_span *sentences, size_t n)
{
    tr_span holder = {0};
    size_t last = 0;

    for (size_t i = 1; i < n; i++) {
        const tr_span cut = {sentences[last].end - 1, sentences[i].begin + 1};
        if (tr_placeholder_holds(text, len, 0, cut, &holder))
            sentences[last].end = sentences[i].end;
        else
            sentences[++last] = sentences[i];
    }
    return n ? last + 1 : 0;
}

/* The passages of a part of a text. */
static int find_in_part(tr_passages *p, const char *text, tr_span part, bool splits, bool keeps,
                        tr_error *err)
{
    size_t n = 1;
    int rc = 0;

    if (splits)
        rc = tr_splitter_sentences(p->splitter, text + part.begin, part.end - part.begin,
                                   &p->sentences, &p->sentences_capacity, &n, err);
    if (splits && rc == 0 && keeps && n > 1)
        n = join_at_placeholders(text + part.begin, part.end - part.begin, p->sentences, n);
    if (splits && rc == 0 && keeps && n > 1)
        n = join_at_codes(text + part.begin, part.end - part.begin, p->spaces, p->sentences, n);
    for (size_t i = 0; rc == 0 && i < n; i++) {
        tr_span sentence = part;
        if (splits)
            sentence =
                (tr_span){part.begin + p->sentences[i].begin, part.begin + p->sentences[i].end};
        rc = keeps ? add_passages_between(p, text, sentence, err)
                   : add_passage(p, sentence.begin, sentence.end, err);
    }
    return rc;
}

/* The passages of a part between pairs of marks of emphasis that are in it.  Such marks stay where
 * they are, and no blank comes between one and its words. */
static int find_between_emphasis(tr_passages *p, const char *text, tr_span part, bool splits,
                                 tr_error *err)
{
    enum { MOST = 64 };
    tr_emphasis marks[MOST];
    tr_placeables scan;
    tr_placeable tag;
    size_t at = part.begin;
    int rc = 0;

    if (!tr_embracing_may_be(text + at, part.end - at))
        return find_in_part(p, text, part, splits, true, err);
    tr_placeables_start(&scan, text, at, part.end, TR_FIND_TAGS, p->spaces);
    for (bool more = true; rc == 0 && more; at = tag.at.end) {
        more = tr_placeables_next(&scan, &tag);
        const tr_span between = {at, more ? tag.at.begin : part.end};
        const size_t n = tr_embracing_find(text, between, p->spaces, marks, MOST);
        for (size_t i = 0; rc == 0 && i < n && n <= MOST; i++) {
            const tr_span words = {part.begin, marks[i].at.begin};
            if (words.begin < words.end) rc = find_in_part(p, text, words, splits, true, err);
            part.begin = marks[i].at.end;
        }
    }
    return rc < 0 || part.begin == part.end ? rc : find_in_part(p, text, part, splits, true, err);
}

int tr_passages_find(tr_passages *p, const char *text, size_t len, bool splits, bool keeps,
                     tr_error *err)
{
    tr_span part = tr_span_trimmed(text, 0, len);
    int rc = 0;

    p->n = 0;
    if (!keeps) return find_in_part(p, text, part, splits, false, err);
    for (part.end = 0; rc == 0 && tr_structure_next(p->stops, text, len, part.end, &part);)
        rc = find_between_emphasis(p, text, part, splits, err);
    return rc;
}
