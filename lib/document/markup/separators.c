#include "document/markup/separators.h"

#include <stdbool.h>
#include <string.h>

#include "base/ascii.h"
#include "document/markup/escapes.h"
#include "language/language_data.h"
#include "text/placeables/placeholders.h"
#include "text/placeables/template_tags.h"

enum sign_kind { BAR, OPENING, CLOSING };

static const struct sign {
    const char *text;
    enum sign_kind kind;
} signs[] = {{"|", BAR},          {"::", BAR},           {"\xE2\x80\xBA", BAR}, /* U+203A */
             {"&rsaquo;", BAR},   {"\xC2\xAB", OPENING}, {"&laquo;", OPENING},
             {"&#171;", OPENING}, {"\xC2\xBB", CLOSING}, {"&raquo;", CLOSING},
             {"&#187;", CLOSING}};

static const char *const blanks[] = {"\xC2\xA0", "&nbsp;", "&#160;", "&#xA0;"};

static bool blank_follows(const char *text, size_t at, size_t end)
{
    if (at < end && tr_ascii_is_space(text[at])) return true;
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++)
        if (tr_starts_with(text, at, end, blanks[i])) return true;
    return false;
}

static bool blank_precedes(const char *text, size_t begin, size_t at)
{
    if (at > begin && tr_ascii_is_space(text[at - 1])) return true;
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++) {
        const size_t n = strlen(blanks[i]);
        if (at - begin >= n && !memcmp(text + at - n, blanks[i], n)) return true;
    }
    return false;
}

/* The sign with a hard blank before and one after it, which are no edges of text. */
static tr_span with_hard_blanks(const char *text, size_t begin, tr_span s, size_t end)
{
    const tr_span sign = s;

    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++) {
        const size_t n = strlen(blanks[i]);
        if (sign.begin - begin >= n && !memcmp(text + sign.begin - n, blanks[i], n))
            s.begin = sign.begin - n;
        if (tr_starts_with(text, sign.end, end, blanks[i])) s.end = sign.end + n;
    }
    return s;
}

/* The sign at `at`, or NULL. */
static const struct sign *sign_at(const char *text, size_t at, size_t end)
{
    if (!strchr("|:&\xC2\xE2", text[at]) || !text[at]) return NULL;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (tr_starts_with(text, at, end, signs[i].text)) return &signs[i];
    return NULL;
}

/* True if the "&" at `at` begins a reference, such as "&Auml;". */
static bool is_reference(const char *text, size_t at, size_t end)
{
    size_t i = at + 1;
    while (i < end && (tr_ascii_is_letter(text[i]) || tr_ascii_is_digit(text[i])))
        i++;
    return i < end && text[i] == ';';
}

/* How long the sign at `at` is that may stand between two words; 0: it is none. */
static size_t joint_at(const char *text, size_t at, size_t end)
{
    if (text[at] == '>') return 1;
    if (tr_starts_with(text, at, end, "&gt;")) return 4;
    if (tr_starts_with(text, at, end, "&amp;")) return 5;
    return text[at] == '&' && !is_reference(text, at, end);
}

/* True if a bracket is open at the end of a text. */
static bool is_in_brackets(const char *text, size_t i, size_t at)
{
    size_t depth = 0;

    for (; i < at; i++) {
        depth += text[i] == '(';
        depth -= text[i] == ')' && depth;
    }
    return depth > 0;
}

/* True if a form of a text may begin at `at`: with a capital, as Laravel and Symfony have it
 * ("{0} None|[1,Inf[ Some"), or as a pattern of names of files. */
static bool begins_form(const char *text, size_t at, size_t end)
{
    return at < end && (tr_ascii_is_upper(text[at]) || (text[at] && strchr("{[]*", text[at])));
}

/* True if the bar at `at` stands between two forms of a text, without blanks: "One apple|Many
 * apples".  One word alone may be a name to programs, such as "Name|Date". */
static bool is_between_forms(const char *text, size_t i, size_t at, size_t end)
{
    enum { LONGEST = 1000 };
    size_t next = at + 1;

    if (text[at] != '|' || at == i || at - i > LONGEST || strchr("| ", text[at - 1]) ||
        !begins_form(text, i, end) || !begins_form(text, next, end) || is_in_brackets(text, i, at))
        return false;
    next = tr_find_byte(text, next, end, '|');
    return memchr(text + i, ' ', at - i) || memchr(text + at, ' ', next - at);
}

/* How long a sign at `at` is that stands between two words of a path through menus or of a label,
 * as in "Settings>General" and "Terms&Conditions": text [i, at) is one word with a capital, and
 * another follows.  0: it does not. */
static size_t between_items(const char *text, size_t i, size_t at, size_t end)
{
    enum { SHORTEST = 3, LONGEST = 60 };
    const size_t n = joint_at(text, at, end);

    if (!n || at - i < SHORTEST || at - i > LONGEST || !tr_ascii_is_upper(text[i]) ||
        at + n + SHORTEST > end)
        return 0;
    for (size_t k = i + 1; k < at; k++)
        if (!tr_byte_is_letter(text[k]) || tr_ascii_is_upper(text[k])) return 0;
    return tr_ascii_is_upper(text[at + n]) && tr_ascii_is_lower(text[at + n + 1]) ? n : 0;
}

/* The last byte of the template's tag at byte `at`, "{{ price | round }}" or a mailer's
 * "*|FNAME|*"; `at` if there is none. */
static size_t last_of_template(const char *text, size_t at, size_t end)
{
    bool parts;
    size_t behind = text[at] == '{' ? tr_template_end(text, at, end, &parts) : 0;
    tr_span tag = {0};

    if (tr_starts_with(text, at, end, "*|") && tr_placeholder_next(text, end, at, &tag) &&
        tag.begin == at)
        behind = tag.end;
    return behind ? behind - 1 : at;
}

/* True if a closing guillemet comes behind an opening one within reach, and before a bar. */
static bool is_closed(const char *text, size_t at, size_t end)
{
    enum { REACH = 2000 };
    const size_t most = end - at < REACH ? end : at + REACH;

    for (size_t i = at; i < most; i++) {
        const struct sign *const s = sign_at(text, i, end);
        if (s && s->kind == CLOSING) return true;
        if (s && text[i] == '|' && blank_precedes(text, at, i) && blank_follows(text, i + 1, end))
            return false;
    }
    return false;
}

static bool has_spaced_guillemets(const char *language)
{
    return language && tr_language_data(language)->orthography.spaced_guillemets;
}

/* True if guillemets may be quotation marks though blanks stand within. */
static bool may_quote(const tr_document_options *o)
{
    return has_spaced_guillemets(o->source_language) || has_spaced_guillemets(o->target_language);
}

/* True if the only bar of text [i, end), which stands from `at` to `stop`, is within a sentence:
 * "Put a | between two names."  A form of a plural may begin with a placeholder. */
static bool is_in_sentence(const char *text, size_t i, size_t at, size_t stop, size_t end)
{
    enum { LONGEST = 1000 };
    const size_t first = tr_skip(text, i, at, tr_ascii_is_space);
    const size_t next = tr_skip(text, stop, end, tr_ascii_is_space);
    const size_t last = tr_skip_back(text, next, end, tr_ascii_is_space);

    if (text[at] != '|' || last - first > LONGEST || first == at || next == last ||
        !tr_ascii_is_upper(text[first]) || !tr_ascii_is_lower(text[next]) ||
        !tr_ascii_is_one_of(text[last - 1], ".!?"))
        return false;
    for (size_t k = first; k < last; k++)
        if (k != at && text[k] && strchr(k < at ? "|.!?" : "|", text[k])) return false;
    return true;
}

/* True if Qt's sign between two filters of files is at `at`: "Images (*.png);;All files (*)". */
static bool is_between_filters(const char *text, size_t i, size_t at, size_t end)
{
    return at > i && text[at - 1] == ')' && tr_starts_with(text, at, end, ";;") && at + 2 < end;
}

tr_span tr_next_separator(const char *text, size_t i, size_t end, const tr_document_options *o)
{
    bool quoted = false; /* an opening guillemet came before */

    for (size_t at = i; at < end; at++) {
        at = last_of_template(text, at, end);
        const struct sign *const s = at < end ? sign_at(text, at, end) : NULL;
        const size_t joint = at < end ? between_items(text, i, at, end) : 0;
        if (joint) return (tr_span){at, at + joint};
        if (at < end && is_between_filters(text, i, at, end)) return (tr_span){at, at + 2};
        if (!s) continue;
        const size_t stop = at + strlen(s->text);
        const bool before = blank_precedes(text, i, at), after = blank_follows(text, stop, end);
        const bool apart = before && after && !is_in_sentence(text, i, at, stop, end);
        bool parts = at > i && (apart || is_between_forms(text, i, at, end));
        if (s->kind == OPENING)
            parts = after && at == i && !is_closed(text, at, end) && !may_quote(o);
        if (s->kind == CLOSING)
            parts = !quoted && before && (after || stop == end) && at > i && !may_quote(o);
        if (s->kind == OPENING && !parts) quoted = true;
        if (parts) return with_hard_blanks(text, i, (tr_span){at, stop}, end);
        at = stop - 1;
    }
    return (tr_span){end, end};
}

/* ---- Padding ---- */

enum look { SEEN, BLANK, HIDDEN };

static enum look look_of(const char *c, size_t len)
{
    if (len == 1) return tr_ascii_is_space(c[0]) ? BLANK : SEEN;
    if (len == 2 && !memcmp(c, "\xC2\xA0", 2)) return BLANK;
    if (len == 2) return !memcmp(c, "\xC2\xAD", 2) || !memcmp(c, "\xCD\x8F", 2) ? HIDDEN : SEEN;
    if (len != 3) return SEEN;
    if (!memcmp(c, "\xE2\x80", 2) && (unsigned char)c[2] <= 0x8F) /* U+2000 to U+200F */
        return (unsigned char)c[2] <= 0x8A ? BLANK : HIDDEN;
    return !memcmp(c, "\xE2\x81\xA0", 3) || !memcmp(c, "\xEF\xBB\xBF", 3) ? HIDDEN : SEEN;
}

/* How the character or reference at `at` looks; its length. */
static enum look look_at(const char *text, size_t at, size_t end, size_t *len)
{
    const unsigned char first = (unsigned char)text[at];
    enum look look = SEEN;

    if (first == '&') {
        tr_buf means = {0};
        *len = tr_html_reference(text + at, end - at, &means);
        if (*len) look = look_of(tr_buf_text(&means), means.len);
        tr_buf_free(&means);
    } else {
        *len = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
        if (end - at >= *len) look = look_of(text + at, *len);
    }
    if (look == SEEN) *len = 1;
    return look;
}

tr_span tr_next_padding(const char *text, size_t i, size_t end)
{
    enum { LEAST = 3, LEAST_HIDDEN = 2 };

    while (i < end) {
        size_t at = i, n = 0, n_hidden = 0, len;
        for (enum look look; at < end && (look = look_at(text, at, end, &len)) != SEEN; at += len) {
            n++;
            n_hidden += look == HIDDEN;
        }
        if (n >= LEAST && n_hidden >= LEAST_HIDDEN) return (tr_span){i, at};
        i = at + (at < end);
    }
    return (tr_span){end, end};
}
