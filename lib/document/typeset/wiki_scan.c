#include "document/typeset/wiki_scan.h"

#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "document/markup/markup.h"

/* Names of namespaces in some languages, each with blanks around it. */
static const char files[] =
    " file image datei bild fichier archivo imagen ficheiro imagem immagine "
    "bestand afbeelding plik grafika файл изображение ";
static const char categories[] =
    " category kategorie catégorie categoría categoria categorie kategoria категория ";

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

    if (tr_wiki_has_searched_enough(w)) return 0;
    for (size_t i = at; i < end; i++) {
        if (tr_ascii_is_line_end(w->t[i]) && is_paragraph_end(w, i, end))
            return not_found(w, at, i);
        if (tr_starts_with(w->t, i, end, "[[")) {
            depth++;
            i++;
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
    if (tr_markup_listed(files, name)) return TR_WIKI_FILE;
    if (tr_markup_listed(categories, name)) return TR_WIKI_CATEGORY;
    if (colon + 1 < target.end && w->t[colon + 1] == ' ') return TR_WIKI_PAGE; /* of its title */
    const size_t n = colon - target.begin;
    const bool is_code =
        (n == 2 || n == 3) && tr_skip(w->t, target.begin, colon, tr_ascii_is_lower) == colon;
    return is_code ? TR_WIKI_LANGUAGE : TR_WIKI_OTHER;
}

bool tr_wiki_is_option(const tr_wiki_text *w, tr_span part)
{
    static const char words[] = " thumb thumbnail frame framed frameless border left right center "
                                "centre none baseline sub super top text-top middle bottom "
                                "text-bottom upright mini miniatur links rechts zentriert hochkant "
                                "vignette gauche droite ";
    static const char *const keys[] = {"upright", "link",  "alt",   "lang", "page",
                                       "class",   "thumb", "start", "end"};
    char name[TR_NAME_SIZE];

    part = tr_skip_around(w->t, part, tr_ascii_is_blank);
    small_name(w, part, name);
    if (tr_markup_listed(words, name)) return true;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const size_t n = strlen(keys[i]);
        if (!strncasecmp(name, keys[i], n) && name[n] == '=') return true;
        if (tr_starts_with(w->t, part.begin, part.end, keys[i]) && part.end - part.begin > n &&
            w->t[part.begin + n] == '=')
            return true;
    }
    const size_t n = strspn(name, "0123456789x");
    return n && !strcmp(name + n, "px");
}
