#include "document/typeset/wiki_scan.h"

#include <string.h>

#include "base/ascii.h"
#include "document/markup/markup.h"

/* Names, with blanks around each. */
#include "document/typeset/wiki_scan.inc" /* of wiki_scan.rows */

/* A search that was in vain is not made again for ever. */
enum { MOST_SEARCHES = 16 /* of all bytes */ };

static size_t not_found(tr_wiki_text *w, size_t at, size_t end)
{
    w->searched += end - at;
    return 0;
}

bool tr_wiki_has_searched_enough(const tr_wiki_text *w)
{
    return w->searched / MOST_SEARCHES > w->size;
}

size_t tr_wiki_end_of_template(tr_wiki_text *w, size_t at, size_t end)
{
    size_t depth = 0;

    if (tr_wiki_has_searched_enough(w)) return 0;
    for (size_t i = at, n; i < end; i += n) {
        n = w->t[i] == '{' || w->t[i] == '}' ? tr_run_length(w->t, i, end) : 1;
        if (n < 2) continue;
        if (w->t[i] == '{') depth += n;
        if (w->t[i] == '{') continue;
        if (depth <= n) return i + n;
        depth -= n;
    }
    return not_found(w, at, end);
}

/* True if an empty line stands at byte `at`, which is a line end. */
static bool is_paragraph_end(const tr_wiki_text *w, size_t at, size_t end)
{
    const size_t next = tr_after_line_end(w->t, at, end);
    return next == end || tr_ascii_is_line_end(w->t[next]);
}

size_t tr_wiki_end_of_link(tr_wiki_text *w, size_t at, size_t end)
{
    size_t depth = 0;
    bool is_in_address = false; /* "[https://example.org text]" */

    if (tr_wiki_has_searched_enough(w)) return 0;
    for (size_t i = at; i < end; i++) {
        if (tr_ascii_is_line_end(w->t[i]) && is_paragraph_end(w, i, end))
            return not_found(w, at, i);
        if (tr_starts_with(w->t, i, end, "[[")) {
            depth++;
            i++;
            is_in_address = false;
        } else if (w->t[i] == '[') {
            is_in_address = tr_wiki_end_of_address(w, i + 1, end, true) > 0;
        } else if (is_in_address && w->t[i] == ']') {
            is_in_address = false;
        } else if (tr_starts_with(w->t, i, end, "]]")) {
            if (!--depth) return i;
            i++;
        }
    }
    return not_found(w, at, end);
}

static bool ends_address(char c)
{
    return (unsigned char)c <= ' ' || tr_ascii_is_one_of(c, "[]<>\"|{}");
}

size_t tr_wiki_end_of_address(const tr_wiki_text *w, size_t at, size_t end, bool in_brackets)
{
    static const char *const schemes[] = {"https://", "http://", "ftp://",  "irc://",
                                          "git://",   "ircs://", "mailto:", "news:"};
    size_t i = at, first;

    for (size_t k = 0; k < sizeof schemes / sizeof *schemes && i == at; k++)
        if (tr_starts_with(w->t, at, end, schemes[k])) i = at + strlen(schemes[k]);
    if (i == at && in_brackets && tr_starts_with(w->t, at, end, "//")) i = at + 2;
    if (i == at) return 0;
    first = i;
    while (i < end &&
           !(ends_address(w->t[i]) && (!in_brackets || !tr_ascii_is_one_of(w->t[i], "{}|\""))))
        i++;
    while (!in_brackets && i > first && tr_ascii_is_one_of(w->t[i - 1], ",.;:!?')"))
        i--;
    return i > first ? i : 0;
}

size_t tr_wiki_end_of_magic(const tr_wiki_text *w, size_t at, size_t end)
{
    size_t i = at + 2;

    if (!tr_starts_with(w->t, at, end, "__")) return 0;
    while (i < end && (tr_ascii_is_upper(w->t[i]) || (unsigned char)w->t[i] >= 0x80))
        i++;
    return i > at + 2 && tr_starts_with(w->t, i, end, "__") ? i + 2 : 0;
}

/* A name of some bytes in small letters; "" if it is longer than any that is known. */
static void small_name(const tr_wiki_text *w, tr_span name, char small[TR_NAME_SIZE])
{
    size_t n = 0;

    name = tr_skip_around(w->t, name, tr_ascii_is_blank);
    small[0] = '\0';
    if (name.end - name.begin >= TR_NAME_SIZE) return;
    for (size_t i = name.begin; i < name.end; i++)
        small[n++] = tr_ascii_lower(w->t[i]);
    small[n] = '\0';
}

enum tr_wiki_link tr_wiki_link_kind(const tr_wiki_text *w, tr_span target)
{
    const size_t colon = tr_find_byte(w->t, target.begin, target.end, ':');
    char name[TR_NAME_SIZE];

    if (colon == target.begin || w->t[target.begin] == '/' || w->t[target.begin] == '#')
        return TR_WIKI_OTHER;
    if (colon == target.end)
        return tr_find_byte(w->t, target.begin, target.end, '#') < target.end ? TR_WIKI_OTHER
                                                                              : TR_WIKI_PAGE;
    small_name(w, (tr_span){target.begin, colon}, name);
    if (tr_markup_listed(namespace_file, name)) return TR_WIKI_FILE;
    if (tr_markup_listed(namespace_category, name)) return TR_WIKI_CATEGORY;
    if (colon + 1 < target.end && w->t[colon + 1] == ' ') return TR_WIKI_PAGE; /* of its title */
    const size_t n = colon - target.begin;
    const bool is_code =
        (n == 2 || n == 3) && tr_skip(w->t, target.begin, colon, tr_ascii_is_lower) == colon;
    return is_code ? TR_WIKI_LANGUAGE : TR_WIKI_OTHER;
}

size_t tr_wiki_end_of_variants(tr_wiki_text *w, size_t at, size_t end)
{
    size_t depth = 0;

    if (!tr_starts_with(w->t, at, end, "-{") || tr_starts_with(w->t, at, end, "-{{")) return 0;
    if (tr_wiki_has_searched_enough(w)) return 0;
    for (size_t i = at; i + 1 < end; i++) {
        if (tr_ascii_is_line_end(w->t[i]) && is_paragraph_end(w, i, end)) break;
        if (tr_starts_with(w->t, i, end, "-{")) {
            depth++;
            i++;
        } else if (tr_starts_with(w->t, i, end, "}-")) {
            if (!--depth) return i + 2;
            i++;
        }
    }
    return not_found(w, at, end);
}

/* ---- Links to files ---- */

/* True of "200px", "200x100px", "x100px" and "200 px". */
static bool is_size(const tr_wiki_text *w, tr_span part)
{
    const size_t number = tr_span_skip(w->t, part.begin, part.end, "0123456789x");
    const size_t unit = tr_skip(w->t, number, part.end, tr_ascii_is_blank);
    return number > part.begin && part.end - unit == 2 &&
           tr_starts_with(w->t, unit, part.end, "px");
}

/* The byte behind a key of the list and its "="; 0: the part has none. */
static size_t behind_key(const tr_wiki_text *w, tr_span part, const char *list)
{
    const size_t sign = tr_find_byte(w->t, part.begin, part.end, '=');
    char name[TR_NAME_SIZE];

    if (sign == part.end) return 0;
    small_name(w, (tr_span){part.begin, sign}, name);
    return *name && tr_markup_listed(list, name) ? sign + 1 : 0;
}

static bool is_option(const tr_wiki_text *w, tr_span part)
{
    char name[TR_NAME_SIZE];

    part = tr_skip_around(w->t, part, tr_ascii_is_blank);
    small_name(w, part, name);
    if (part.begin == part.end || tr_markup_listed(part_option, name)) return true;
    if (behind_key(w, part, key_option) || behind_key(w, part, key_alt) || is_size(w, part))
        return true;
    const size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyz"); /* "upright 1.2", "page 3" */
    const bool has_number =
        name[n] == ' ' && name[n + 1 + strspn(name + n + 1, "0123456789.")] == '\0';
    name[n] = '\0';
    return has_number && tr_markup_listed(" upright page ", name);
}

/* Where a part ends: at a bar that is in no link and in no template. */
static size_t end_of_part(tr_wiki_text *w, size_t at, size_t end)
{
    while (at < end && w->t[at] != '|') {
        size_t behind = 0;
        if (tr_starts_with(w->t, at, end, "{{")) behind = tr_wiki_end_of_template(w, at, end);
        if (tr_starts_with(w->t, at, end, "[[")) behind = tr_wiki_end_of_link(w, at, end);
        at = behind ? behind : at + 1;
    }
    return at;
}

tr_span tr_wiki_caption(tr_wiki_text *w, size_t bar, size_t end)
{
    tr_span caption = {end, end};

    while (bar < end) {
        const tr_span part = {bar + 1, end_of_part(w, bar + 1, end)};
        if (!is_option(w, part)) caption = part;
        bar = part.end;
    }
    return caption;
}

bool tr_wiki_next_text(tr_wiki_text *w, size_t *bar, size_t end, tr_span caption, tr_span *text)
{
    while (*bar < end) {
        const tr_span part = {*bar + 1, end_of_part(w, *bar + 1, end)};
        const size_t alt = behind_key(w, part, key_alt);
        *bar = part.end;
        if (!alt && (part.begin != caption.begin || caption.begin == caption.end)) continue;
        *text = (tr_span){alt ? alt : part.begin, part.end};
        return true;
    }
    return false;
}
