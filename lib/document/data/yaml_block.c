#include "document/data/yaml_block.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "document/data/build_value.h"
#include "document/segment/decoded.h"
#include "document/segment/wrap.h"

/* ---- Lines ---- */

/* A line of the document: its text without blanks around it, and where the next line begins. */
typedef struct block_line {
    size_t begin, next;
    tr_span text;
} block_line;

static block_line read_block_line(const char *bytes, size_t at, size_t end)
{
    block_line l = {.begin = at, .next = tr_span_next_line(bytes, at, end), .text.begin = at};

    l.text.end = tr_skip_back(bytes, at, l.next, tr_ascii_is_space);
    l.text.begin = tr_skip(bytes, l.text.begin, l.text.end, tr_ascii_is_blank);
    return l;
}

static bool is_empty_line(const block_line *l)
{
    return l->text.begin == l->text.end;
}

/* A line that begins with a fence of code. */
static bool is_fence(const char *bytes, const block_line *l)
{
    const char *const text = bytes + l->text.begin;
    return l->text.end - l->text.begin >= 3 && (!memcmp(text, "```", 3) || !memcmp(text, "~~~", 3));
}

static size_t indent_of(const block_line *l)
{
    return l->text.begin - l->begin;
}

static size_t width_of(const char *bytes, const block_line *l)
{
    return tr_utf8_count(bytes + l->begin, l->text.end - l->begin);
}

/* ---- Prose ---- */

/* A line of a program or of settings: what ends it or stands in it, no line of prose has. */
static bool is_code_line(const char *text, tr_span s)
{
    static const char *const within[] = {" = ", "=>", "&&", "||", "$(", "();", "==", "::", "${"};
    const size_t len = s.end - s.begin;
    size_t word = s.begin;

    if (strchr(";{}\\[", text[s.end - 1]) || strchr("$}@/", text[s.begin])) return true;
    for (size_t i = 0; i < sizeof within / sizeof *within; i++)
        for (size_t k = s.begin; k + strlen(within[i]) <= s.end; k++)
            if (!memcmp(text + k, within[i], strlen(within[i]))) return true;
    while (word < s.end && (tr_byte_is_word(text[word]) || strchr("-.", text[word])))
        word++;
    return word < s.end && word > s.begin &&
           (text[word] == '=' ||
            (text[word] == ':' && len > word + 1 - s.begin && tr_ascii_is_lower(text[s.begin])));
}

/* Three words or more, or the end of a sentence. */
static bool is_prose_line(const char *text, tr_span s)
{
    size_t n_words = 1;

    for (size_t i = s.begin; i < s.end; i++)
        n_words += text[i] == ' ';
    return n_words >= 3 || strchr(".!?:", text[s.end - 1]);
}

bool tr_yaml_block_is_prose(const char *value, size_t size)
{
    size_t n_code = 0, n_prose = 0, n = 0;
    bool fenced = false;

    for (block_line l = {0}; l.next < size;) {
        l = read_block_line(value, l.next, size);
        const bool fence = is_fence(value, &l);
        fenced = fenced != fence;
        if (fenced || fence || is_empty_line(&l)) continue;
        const bool code = is_code_line(value, l.text);
        n++;
        n_code += code;
        n_prose += !code && is_prose_line(value, l.text);
    }
    return n_prose > 0 && 4 * n_code < n && 2 * n_prose >= n;
}

/* ---- Building ---- */

static const tr_writing in_block = {.finish = tr_wrap_finish};

/* The line end before byte `at`, and the blanks between the two. */
static const char *keep_break(tr_content *d, size_t at)
{
    size_t begin = at;
    char text[128];

    begin = tr_skip_back(d->bytes, 0, begin, tr_ascii_is_blank);
    if (begin > 0 && d->bytes[begin - 1] == '\n') begin--;
    if (begin > 0 && d->bytes[begin] == '\n' && d->bytes[begin - 1] == '\r') begin--;
    if (at - begin >= sizeof text) return NULL;
    memcpy(text, d->bytes + begin, at - begin);
    text[at - begin] = '\0';
    return tr_content_keep(d, text, at - begin + 1);
}

/* Lines are as wide as `width`, 0: they are not broken; the first one has `column` before it. */
static void keep_wrap(tr_builder *b, size_t column, size_t width, size_t next_text)
{
    const char *const again = width ? keep_break(b->content, next_text) : NULL;
    tr_wrap_keep(b, &(tr_wrap){.again = again, .width = again ? width : 0, .column = column});
}

void tr_keep_yaml_lines(tr_builder *b, tr_span at)
{
    const char *const bytes = b->content->bytes;
    size_t width = 0, begin = at.begin, second = 0;

    while (begin > 0 && bytes[begin - 1] != '\n')
        begin--;
    const size_t column = tr_utf8_count(bytes + begin, at.begin - begin);
    for (block_line l = {.next = begin}; l.next < at.end;) {
        l = read_block_line(bytes, l.next, at.end);
        if (width_of(bytes, &l) > width) width = width_of(bytes, &l);
        if (!second && l.begin != begin) second = l.text.begin;
    }
    keep_wrap(b, column, second ? width : 0, second);
}

/* True if a line of a block goes on in the next one: all of a folded paragraph do, and lines that
 * were broken to fit a width. */
static bool goes_on(const char *bytes, const block_line *l, const block_line *next, bool folded)
{
    enum { WIDE = 50 };
    int32_t c;

    if (is_empty_line(next) || indent_of(l) != indent_of(next)) return false;
    if (folded) return true;
    tr_utf8_decode(bytes + next->text.begin, next->text.end - next->text.begin, &c);
    return tr_is_lower(c) && width_of(bytes, l) >= WIDE;
}

/* Builds the lines from `l` on that are one text; returns the last one. */
static block_line build_paragraph(tr_builder *b, tr_decoded *v, block_line l, size_t end,
                                  size_t indent, bool folded)
{
    const char *const bytes = b->content->bytes;
    const block_line first = l;
    size_t width = width_of(bytes, &l), second = 0;

    tr_decoded_clear(v);
    tr_decoded_add(v, bytes + l.text.begin, l.text.end - l.text.begin, l.text.begin);
    folded = folded && indent_of(&l) == indent;
    for (block_line next; l.next < end; l = next) {
        next = read_block_line(bytes, l.next, end);
        if (!goes_on(bytes, &l, &next, folded)) break;
        tr_decoded_add(v, " ", 1, l.text.end);
        tr_decoded_add(v, bytes + next.text.begin, next.text.end - next.text.begin,
                       next.text.begin);
        if (width_of(bytes, &next) > width) width = width_of(bytes, &next);
        if (!second) second = next.text.begin;
    }
    tr_decoded_end(v, l.text.end);
    keep_wrap(b, indent_of(&first), second ? width : 0, second);
    b->failed = b->failed || v->failed;
    if (!b->failed && tr_decoded_is_valid(v)) tr_build_value(b, v, true);
    return l;
}

/* Where the block's lines begin; 0 if its header says their indentation. */
static size_t behind_header(const char *bytes, size_t at, size_t end)
{
    for (at++; at < end && bytes[at] != '\n'; at++) {
        if (tr_ascii_is_digit(bytes[at])) return 0;
        if (bytes[at] != '#') continue;
        while (at + 1 < end && bytes[at + 1] != '\n')
            at++;
    }
    return at < end ? at + 1 : 0;
}

bool tr_build_yaml_block(tr_builder *b, size_t at, size_t end)
{
    const char *const bytes = b->content->bytes;
    const bool folded = bytes[at] == '>';
    block_line l = {.next = behind_header(bytes, at, end)};
    tr_decoded v = {0};
    bool fenced = false, any = false;
    size_t indent = 0;

    if (!l.next) return false;
    b->writing = &in_block;
    while (l.next < end && !b->failed) {
        l = read_block_line(bytes, l.next, end);
        if (is_empty_line(&l)) continue;
        if (!any) indent = indent_of(&l);
        any = true;
        const bool fence = is_fence(bytes, &l);
        fenced = fenced != fence;
        if (!fenced && !fence) l = build_paragraph(b, &v, l, end, indent, folded);
    }
    tr_decoded_free(&v);
    b->extra = NULL;
    return true;
}
