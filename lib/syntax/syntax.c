#include "syntax/syntax.h"

#include <string.h>

#include "base/ascii.h"

/* Rows that begin with the same byte are a chain, and so are rows of words. */
enum {
    TR_SYNTAX_GROUPS_CHAIN = 256,
    TR_SYNTAX_WORDS_CHAIN,
    TR_SYNTAX_NUMBERS_CHAIN,
    TR_SYNTAX_N_CHAINS
};

#include "syntax/syntax_rows.inc"

static const tr_definitions definitions = {definition_list,
                                           sizeof definition_list / sizeof *definition_list, NULL};

const tr_syntax *tr_syntax_row(size_t i)
{
    return i < sizeof rows / sizeof *rows ? &rows[i] : NULL;
}

const tr_definitions *tr_syntax_definitions(void)
{
    return &definitions;
}

const char *tr_syntax_kind_name(enum tr_syntax_kind kind)
{
    static const char *const names[TR_SYNTAX_N_KINDS] = {
        "define",      "placeholder",  "tag",     "private",   "none",
        "code",        "groups",       "section", "code-word", "plain-word",
        "code-number", "plain-number", "block",   "inline",    "comment"};
    return names[kind];
}

/* True if the pattern begins a word, and a word goes on at text [at]: most letters are within
 * words, and the matcher need not be asked. */
static bool is_amid_word(const char *pattern, const char *text, size_t at)
{
    static const char begins_word[] = "(?<![\\w\\x80-\\xFF])";
    return at > 0 && tr_byte_is_word(text[at - 1]) &&
           !strncmp(pattern, begins_word, sizeof begins_word - 1);
}

/* The first row of a chain, from row `row` on, that matches. */
static const tr_syntax *first_of(size_t row, unsigned kinds, const char *text, size_t len,
                                 size_t at, size_t *end)
{
    for (; row; row = rows[row - 1].next) {
        const tr_syntax *const one = &rows[row - 1];
        if (!(kinds & TR_SYNTAX_IS(one->kind)) || is_amid_word(one->pattern, text, at)) continue;
        const size_t n = tr_pattern_match(one->pattern, &definitions, text, len, at);
        if (!n) continue;
        *end = at + n;
        return one;
    }
    return NULL;
}

const tr_syntax *tr_syntax_at(unsigned kinds, const char *text, size_t len, size_t at, size_t *end)
{
    return at < len ? first_of(chains[(unsigned char)text[at]], kinds, text, len, at, end) : NULL;
}

const tr_syntax *tr_syntax_after(const tr_syntax *row, const char *text, size_t len, size_t at,
                                 size_t *end)
{
    return first_of(row->next, ~0U, text, len, at, end);
}

const tr_syntax *tr_syntax_group_at(unsigned kinds, const char *text, size_t len, size_t at,
                                    size_t *end)
{
    return at < len ? first_of(chains[TR_SYNTAX_GROUPS_CHAIN], kinds, text, len, at, end) : NULL;
}

const tr_syntax *tr_syntax_next(unsigned kinds, const char *text, size_t len, size_t from,
                                tr_span *found)
{
    for (size_t i = from; i < len; i++) {
        const size_t row = chains[(unsigned char)text[i]];
        const tr_syntax *const one = row ? first_of(row, kinds, text, len, i, &found->end) : NULL;
        if (!one || one->kind == TR_SYNTAX_NONE) continue;
        found->begin = i;
        return one;
    }
    return NULL;
}

const tr_syntax *tr_syntax_of_word(const char *text, tr_span word, bool has_digit)
{
    const size_t first[] = {chains[TR_SYNTAX_WORDS_CHAIN], chains[TR_SYNTAX_NUMBERS_CHAIN]};
    size_t end = 0;

    for (size_t i = 0; i < (has_digit ? 2 : 1); i++)
        for (size_t row = first[i]; row; row = rows[row - 1].next) {
            const tr_syntax *const one = first_of(row, ~0U, text, word.end, word.begin, &end);
            if (!one) break;
            if (end == word.end) return one;
            row = (size_t)(one - rows) + 1;
        }
    return NULL;
}
