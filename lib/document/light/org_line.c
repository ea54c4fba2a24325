#include "document/light/org_line.h"

#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "base/span.h"
#include "base/unicode.h"
#include "base/word_list.h"

/* Names, with blanks around each. */
#include "document/light/org_line.inc" /* of org_line.rows */

/* True if the text begins with a string, whatever the case. */
static bool begins_any_case(const char *t, const tr_light_line *l, const char *with)
{
    const size_t n = strlen(with);
    return l->end - l->text >= n && !strncasecmp(t + l->text, with, n);
}

bool tr_org_is_heading(const char *t, const tr_light_line *l)
{
    if (l->text > l->begin || l->text == l->end || t[l->text] != '*') return false;
    const size_t at = l->text + tr_run_length(t, l->text, l->end);
    return at < l->end && t[at] == ' ';
}

size_t tr_org_heading(const char *t, const tr_light_line *l, const char *states)
{
    if (!tr_org_is_heading(t, l)) return 0;
    const size_t stars = l->text + tr_run_length(t, l->text, l->end);
    size_t at = tr_skip(t, stars, l->end, tr_ascii_is_blank);
    const size_t word = tr_word_end(t, at, l->end);
    if (tr_list_has(state_common, t + at, word - at) || tr_list_has(states, t + at, word - at))
        at = tr_skip(t, word, l->end, tr_ascii_is_blank);
    if (tr_starts_with(t, at, l->end, "[#") && at + 3 < l->end && t[at + 3] == ']')
        at = tr_skip(t, at + 4, l->end, tr_ascii_is_blank);
    return at - l->text;
}

void tr_org_take_states(const char *t, const tr_light_line *l, tr_buf *states)
{
    enum { MOST_STATES = 4096 /* bytes: each heading looks them through */ };
    const size_t n = tr_org_keyword(t, l);
    size_t at = l->text + n;

    if (!n || !(begins_any_case(t, l, "#+todo:") || begins_any_case(t, l, "#+seq_todo:") ||
                begins_any_case(t, l, "#+typ_todo:")))
        return;
    while (at < l->end && states->len < MOST_STATES) {
        const size_t end = tr_word_end(t, at, l->end), name = tr_find_byte(t, at, end, '(');
        tr_buf_add(states, t + at, name - at); /* "|", too, which is no state of a heading */
        tr_buf_add(states, " ", 1);
        at = tr_skip(t, end, l->end, tr_ascii_is_blank);
    }
}

static bool is_tag_byte(char c)
{
    return tr_byte_is_word(c) || tr_ascii_is_one_of(c, ":@#%");
}

size_t tr_org_tags(const char *t, const tr_light_line *l)
{
    const size_t at = tr_skip_back(t, l->text, l->end, is_tag_byte);

    if (l->end - at < 3 || t[at] != ':' || t[l->end - 1] != ':') return l->end;
    if (at == l->text || !tr_ascii_is_blank(t[at - 1])) return l->end;
    return tr_skip_back(t, l->text, at, tr_ascii_is_blank);
}

size_t tr_org_item(const char *t, const tr_light_line *l)
{
    size_t at = l->text;

    if (at == l->end) return 0;
    if (tr_ascii_is_one_of(t[at], "-+") || (t[at] == '*' && l->text > l->begin)) {
        at++;
    } else {
        at = tr_skip(t, at, l->end, tr_ascii_is_digit);
        if (at == l->text && tr_ascii_is_letter(t[at])) at++;
        if (at == l->text || at == l->end || !tr_ascii_is_one_of(t[at], ".)")) return 0;
        at++;
    }
    if (at < l->end && !tr_ascii_is_blank(t[at])) return 0;
    at = tr_skip(t, at, l->end, tr_ascii_is_blank);
    if (tr_starts_with(t, at, l->end, "[@")) {
        const size_t close = tr_find_byte(t, at, l->end, ']');
        if (close < l->end) at = tr_skip(t, close + 1, l->end, tr_ascii_is_blank);
    }
    if (at + 2 < l->end && t[at] == '[' && tr_ascii_is_one_of(t[at + 1], " X-") && t[at + 2] == ']')
        at = tr_skip(t, at + 3, l->end, tr_ascii_is_blank);
    return at - l->text;
}

size_t tr_org_keyword(const char *t, const tr_light_line *l)
{
    size_t at = l->text + 2;

    if (!tr_light_line_begins(t, l, "#+")) return 0;
    while (at < l->end && !tr_ascii_is_blank(t[at]) && t[at] != ':' && t[at] != '[')
        at++;
    if (at < l->end && t[at] == '[') at = tr_span_find(t, at, l->end, "]:");
    at += at < l->end && t[at] == ']';
    if (at == l->end || t[at] != ':') return 0;
    return tr_skip(t, at + 1, l->end, tr_ascii_is_blank) - l->text;
}

bool tr_org_keyword_is_text(const char *t, const tr_light_line *l)
{
    size_t end = l->text + 2;

    while (end < l->end && tr_byte_is_letter(t[end]))
        end++;
    return tr_list_has_any_case(keyword_text, t + l->text + 2, end - l->text - 2);
}

bool tr_org_is_attributes(const char *t, const tr_light_line *l)
{
    return begins_any_case(t, l, "#+attr_");
}

bool tr_org_is_width(const char *t, tr_span cell)
{
    if (cell.end - cell.begin < 3 || t[cell.begin] != '<' || t[cell.end - 1] != '>') return false;
    const size_t letter = cell.begin + 1 + tr_ascii_is_one_of(t[cell.begin + 1], "lcr");
    return tr_skip(t, letter, cell.end - 1, tr_ascii_is_digit) == cell.end - 1;
}

static bool is_no_blank(char c)
{
    return !tr_ascii_is_blank(c);
}

/* The byte after "[1/2]" or "[50%]" at byte `at`; `at` if there is none. */
static size_t behind_count(const char *t, size_t at, size_t end)
{
    const size_t close =
        at < end && t[at] == '[' ? tr_span_skip(t, at + 1, end, "0123456789/%") : at;
    return close > at && close < end && t[close] == ']' ? close + 1 : at;
}

tr_span tr_org_name(const char *t, tr_span title)
{
    const size_t first = behind_count(t, title.begin, title.end);
    size_t last = tr_skip_back(t, first, title.end, is_no_blank);

    if (last == title.end || behind_count(t, last, title.end) < title.end) last = title.end;
    return tr_skip_around(t, (tr_span){first, last}, tr_ascii_is_blank);
}

bool tr_org_begins(const char *t, const tr_light_line *l, bool *stays)
{
    const size_t name = l->text + 8, end = tr_word_end(t, name < l->end ? name : l->end, l->end);
    const bool begins = begins_any_case(t, l, "#+begin_");

    *stays = begins_any_case(t, l, "#+begin:") ||
             (begins && tr_list_has_any_case(block_code, t + name, end - name));
    return begins || *stays;
}

bool tr_org_ends(const char *t, const tr_light_line *l)
{
    return begins_any_case(t, l, "#+end");
}

bool tr_org_is_drawer(const char *t, const tr_light_line *l)
{
    const size_t n = l->end - l->text;
    if (n < 3 || t[l->text] != ':' || t[l->end - 1] != ':') return false;
    for (size_t i = l->text + 1; i + 1 < l->end; i++)
        if (!tr_byte_is_word(t[i]) && t[i] != '-') return false;
    return true;
}

bool tr_org_is_note(const char *t, const tr_light_line *l)
{
    const size_t close = tr_find_byte(t, l->text, l->end, ']');
    return tr_light_line_begins(t, l, "[fn:") && close < l->end &&
           tr_find_byte(t, l->text + 4, close, ':') == close;
}

bool tr_org_stays(const char *t, const tr_light_line *l)
{
    static const char *const begins[] = {
        "# ", ": ", "SCHEDULED: ", "DEADLINE: ", "CLOSED: ", "CLOCK: ", "#+", "+-", "%%("};

    if (tr_light_line_is(t, l, "#") || tr_light_line_is(t, l, ":")) return true;
    if (l->end - l->text >= 5 && t[l->text] == '-' && tr_light_line_row(t, l)) return true;
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (tr_light_line_begins(t, l, begins[i])) return true;
    return false;
}

bool tr_org_ends_paragraph(const char *t, const tr_light_line *l)
{
    if (tr_light_line_is_blank(l) || tr_org_is_heading(t, l) || tr_org_item(t, l)) return true;
    if (tr_org_stays(t, l) || tr_org_is_drawer(t, l)) return true;
    return t[l->text] == '|' || tr_org_is_note(t, l) || tr_light_line_begins(t, l, "\\begin{");
}

bool tr_org_may_precede(int32_t c)
{
    return tr_is_space(c) || c == 0x2013 || c == 0x2014 || c == 0x200B ||
           (c > 0 && c < 0x80 && strchr("-('\"{", (int)c));
}

bool tr_org_may_follow(int32_t c)
{
    return tr_is_space(c) || c == 0x2013 || c == 0x2014 || c == 0x200B ||
           (c > 0 && c < 0x80 && strchr("-.,;:!?'\")}\\[", (int)c));
}
