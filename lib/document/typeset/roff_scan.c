#include "document/typeset/roff_scan.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"

tr_roff_line tr_roff_line_read(const char *t, size_t size, size_t begin)
{
    tr_roff_line l = {.begin = begin, .end = tr_line_end(t, begin, size)};
    size_t n = 0;

    l.next = tr_after_line_end(t, l.end, size);
    l.args = l.end;
    l.is_request = begin < l.end && (t[begin] == '.' || t[begin] == '\'');
    if (!l.is_request) return l;
    size_t at = tr_skip(t, begin + 1, l.end, tr_ascii_is_blank);
    const size_t word = at;
    while (at < l.end && !tr_ascii_is_blank(t[at]) && t[at] != '\\')
        at++;
    if (at - word >= sizeof l.name) return l;
    for (size_t i = word; i < at; i++)
        l.name[n++] = t[i];
    l.args = tr_skip(t, at, l.end, tr_ascii_is_blank);
    return l;
}

bool tr_roff_is_font(const char *name)
{
    return tr_list_has(" B I BR BI IB IR RB RI SM SB ", name, strlen(name));
}

bool tr_roff_alternates(const char *name)
{
    return tr_roff_is_font(name) && name[1] && name[0] != 'S';
}

bool tr_roff_begins_link(const char *name)
{
    return tr_list_has(" UR MT ", name, strlen(name));
}

bool tr_roff_ends_link(const char *name)
{
    return tr_list_has(" UE ME ", name, strlen(name));
}

static bool is_comment(const char *t, size_t at, size_t end)
{
    return tr_starts_with(t, at, end, "\\\"");
}

bool tr_roff_is_unseen(const char *t, const tr_roff_line *l)
{
    static const char names[] = " nh hy hc hw hla hlm hys na ad ne ns rs nr rr rn ds as rm ss ls "
                                "ll lt ta tr mk ps vs cs lg "
                                "pc PD DT IX Sm ";
    const size_t at = tr_skip(t, l->begin + 1, l->end, tr_ascii_is_blank);

    return *l->name ? tr_list_has(names, l->name, strlen(l->name))
                    : at == l->end || is_comment(t, at, l->end);
}

bool tr_roff_next_argument(const char *t, size_t *at, size_t end, tr_span *argument)
{
    size_t i = tr_skip(t, *at, end, tr_ascii_is_blank);
    const bool quoted = i < end && t[i] == '"';

    *argument = (tr_span){i, i};
    if (i == end || is_comment(t, i, end)) return false;
    for (i += quoted; i < end; i++) {
        if (!quoted && tr_ascii_is_blank(t[i])) break;
        if (t[i] == '\\') i += i + 1 < end;
        if (quoted && t[i] == '"' && t[i - 1] != '\\') {
            if (i + 1 == end || t[i + 1] != '"') break;
            i++;
        }
    }
    i += quoted && i < end;
    argument->end = *at = i;
    return true;
}

tr_span tr_roff_unquoted(const char *t, tr_span a)
{
    if (a.begin == a.end || t[a.begin] != '"') return a;
    a.begin++;
    if (a.end > a.begin && t[a.end - 1] == '"') a.end--;
    return a;
}

/* The byte after a name: "x", "(xx" or "[xxx]". */
static size_t end_of_name(const char *t, size_t at, size_t end)
{
    size_t behind = at + 1;

    if (at < end && t[at] == '(') behind = at + 3;
    if (at < end && t[at] == '[') behind = tr_find_byte(t, at, end, ']') + 1;
    return behind < end ? behind : end;
}

/* The byte after a number of points: "+1", "-1", "0", "(12", "[+1]", "'-1'"; two digits are one
 * from 10 to 39. */
static size_t end_of_size(const char *t, size_t at, size_t end)
{
    const bool has_sign = at < end && tr_ascii_is_one_of(t[at], "+-");

    at += has_sign;
    if (at < end && tr_ascii_is_one_of(t[at], "[(")) return end_of_name(t, at, end);
    if (at < end && t[at] == '\'') {
        const size_t close = tr_find_byte(t, at + 1, end, '\'');
        return close < end ? close + 1 : end;
    }
    at += !has_sign && at + 1 < end && tr_ascii_is_one_of(t[at], "123") &&
          tr_ascii_is_digit(t[at + 1]);
    return at < end ? at + 1 : end;
}

bool tr_roff_ends_word(int32_t c)
{
    if (c >= 0x80) return !tr_is_alnum(c);
    return c == ' ' || c == '\t' || (c > 0 && tr_ascii_is_one_of((char)c, ",;:()\""));
}

size_t tr_roff_end_of_escape(const char *t, size_t at, size_t end)
{
    if (at + 2 > end || at + 1 == end) return end;
    const char c = t[at + 1];

    if (c == '(' || c == '[') return end_of_name(t, at + 1, end);
    if (c == 's') return end_of_size(t, at + 2, end);
    if (c == '"') return end;
    if (tr_ascii_is_one_of(c, "f*ngkmMFVY")) return end_of_name(t, at + 2, end);
    if (tr_ascii_is_one_of(c, "hvwlLobCDHNRSXxZAB") && at + 2 < end) {
        const size_t close = tr_find_byte(t, at + 3, end, t[at + 2]);
        return close < end ? close + 1 : end;
    }
    return at + 2;
}

/* Characters by the name that roff has for them. */
static const struct {
    const char *name, *means;
} characters[] = {
    {"em", "—"}, {"en", "–"}, {"hy", "-"},  {"aq", "'"}, {"dq", "\""}, {"lq", "“"}, {"rq", "”"},
    {"oq", "‘"}, {"cq", "’"}, {"bq", "‚"},  {"Bq", "„"}, {"Fo", "«"},  {"Fc", "»"}, {"ga", "`"},
    {"ha", "^"}, {"ti", "~"}, {"rs", "\\"}, {"co", "©"}, {"rg", "®"},  {"tm", "™"}, {"de", "°"},
    {"mu", "×"}, {"+-", "±"}, {"->", "→"},  {"<-", "←"}, {"<=", "≤"},  {">=", "≥"}, {"!=", "≠"},
    {"ss", "ß"}, {":a", "ä"}, {":o", "ö"},  {":u", "ü"}, {":A", "Ä"},  {":O", "Ö"}, {":U", "Ü"},
    {"'e", "é"}, {"`e", "è"}, {"'a", "á"},  {"`a", "à"}, {"'o", "ó"},  {"'i", "í"}, {"'u", "ú"},
    {"~n", "ñ"}, {",c", "ç"}, {"oa", "å"},  {"/o", "ø"}, {"^e", "ê"},  {"^o", "ô"}, {":e", "ë"},
    {":i", "ï"}, {"^a", "â"}, {"^i", "î"},  {"sc", "§"}, {"ps", "¶"},  {"Eu", "€"}, {"Po", "£"},
    {"bu", "•"}, {"fm", "′"}, {"sd", "″"},
};

static bool add_named(const char *name, size_t n, tr_buf *out)
{
    for (size_t i = 0; i < sizeof characters / sizeof *characters; i++)
        if (strlen(characters[i].name) == n && !memcmp(characters[i].name, name, n)) {
            tr_buf_add_string(out, characters[i].means);
            return true;
        }
    return false;
}

/* "u00E4" */
static bool add_numbered(const char *name, size_t n, tr_buf *out)
{
    char bytes[8];

    if (n < 5 || n > 7 || name[0] != 'u') return false;
    const int64_t c = tr_ascii_hex(name, 1, n, n - 1);
    if (c < 0xA0 || c > 0x10FFFF || (c >= 0xD800 && c < 0xE000)) return false;
    tr_buf_add(out, bytes, tr_utf8_encode((int32_t)c, bytes));
    return true;
}

bool tr_roff_decode(const char *t, size_t at, size_t end, tr_buf *out)
{
    static const char strings[] = " lq rq ";
    const size_t n = end - at;
    const char c = n > 1 ? t[at + 1] : '\0';

    if (c == '(' && n == 4) return add_named(t + at + 2, 2, out);
    if (c == '[' && t[end - 1] == ']')
        return add_named(t + at + 2, n - 3, out) || add_numbered(t + at + 2, n - 3, out);
    if (c == '*' && n == 5 && t[at + 2] == '(' &&
        strstr(strings, (char[]){t[at + 3], t[at + 4], 0}))
        return add_named(t + at + 3, 2, out);
    if (n != 2) return false;
    if (c == 'e' || c == '\\') tr_buf_add_string(out, "\\");
    if (c == ' ' || c == '~') tr_buf_add_string(out, "\xC2\xA0");
    if (c == '-') tr_buf_add_string(out, "-");
    if (c == '\'' || c == '`' || c == '.') tr_buf_add(out, &c, 1);
    return c && tr_ascii_is_one_of(c, "e\\ ~-'`.&%:/,^|");
}
