#include "document/data/plural_forms.h"

#include <string.h>

#include "base/span.h"
#include "language/language.h"

#define EAST_SLAVIC                                                                                \
    "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || "           \
    "n%100>=20) "                                                                                  \
    "? 1 : 2);"

/* Languages by their field; those with a region come first. */
static const struct {
    const char *languages, *field;
} table[] = {
    {" pt-BR fr ", "nplurals=2; plural=(n > 1);"},
    {" de en nl sv da nb nn no fo es pt it bg el fi et he eo hu tr ca gl eu hi bn ",
     "nplurals=2; plural=(n != 1);"},
    {" ja ko vi zh th id ms ", "nplurals=1; plural=0;"},
    {" ru uk be sr hr bs ", EAST_SLAVIC},
    {" pl ",
     "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"},
    {" cs sk ", "nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;"},
    {" sl ", "nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);"},
    {" ro ", "nplurals=3; plural=n==1 ? 0 : (n==0 || (n%100 > 0 && n%100 < 20)) ? 1 : 2;"},
    {" lt ",
     "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2);"},
    {" lv ", "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2);"},
    {" ga ", "nplurals=3; plural=n==1 ? 0 : n==2 ? 1 : 2;"},
    {" ar ", "nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : "
             "n%100>=11 && n%100<=99 ? 4 : 5;"},
};

static const char *find_field(const char *tag)
{
    char word[20];

    if (!*tag || strlen(tag) + 3 > sizeof word) return NULL;
    strcat(strcat(strcpy(word, " "), tag), " ");
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strstr(table[i].languages, word)) return table[i].field;
    return NULL;
}

const char *tr_plural_forms_of(const char *language)
{
    char tag[16];

    tr_language_tag(language, tag, sizeof tag);
    const char *const field = find_field(tag);
    tag[strcspn(tag, "-")] = '\0';
    return field ? field : find_field(tag);
}

/* ---- Templates ---- */

static const char placeholder[] = "nplurals=INTEGER; plural=EXPRESSION;";
static const char second_form[] = "msgstr[1] \"\"";

/* Where text [len] has `what` from byte `at` on; `len` if it has not. */
static size_t find_bytes(const char *text, size_t at, size_t len, const char *what)
{
    const size_t n = strlen(what);

    while (at + n <= len) {
        const char *const c = memchr(text + at, what[0], len - n + 1 - at);
        if (!c) break;
        at = (size_t)(c - text);
        if (!memcmp(c, what, n)) return at;
        at++;
    }
    return len;
}

/* The line at byte `at`, with its end. */
static tr_span line_at(const tr_content *d, size_t at)
{
    const char *const feed = memchr(d->bytes + at, '\n', d->size - at);
    return (tr_span){at, feed ? (size_t)(feed - d->bytes) + 1 : d->size};
}

/* True if the line is an empty second form, and no other string follows it. */
static bool is_empty_form(const tr_content *d, tr_span line)
{
    const size_t n = sizeof second_form - 1;
    size_t end = line.end;

    while (end > line.begin && strchr(" \t\r\n", d->bytes[end - 1]))
        end--;
    return end - line.begin == n && !memcmp(d->bytes + line.begin, second_form, n) &&
           (line.end == d->size || d->bytes[line.end] != '"');
}

/* Appends the second form of a plural, and those after it; or none, if the language has one. */
static void put_forms(const tr_content *d, tr_span line, int n_forms, tr_buf *out)
{
    const size_t end = line.begin + sizeof second_form - 1;

    if (n_forms < 2) return;
    tr_buf_add(out, d->bytes + line.begin, line.end - line.begin);
    for (int i = 2; i < n_forms; i++) {
        if (end == line.end) tr_buf_add(out, "\n", 1);
        tr_buf_printf(out, "msgstr[%d] \"\"", i);
        tr_buf_add(out, d->bytes + end, line.end - end);
    }
}

bool tr_prepare_po(const tr_content *d, tr_buf *out)
{
    const char *const language = d->options->target_language;
    const char *const field = language ? tr_plural_forms_of(language) : NULL;
    const size_t at = field ? find_bytes(d->bytes, d->begin, d->size, placeholder) : d->size;

    if (at == d->size) return false;
    const size_t behind = at + sizeof placeholder - 1;
    tr_buf_add(out, d->bytes, at);
    tr_buf_add_string(out, field);
    const tr_span rest = {behind, line_at(d, behind).end};
    tr_buf_add(out, d->bytes + rest.begin, rest.end - rest.begin);
    for (size_t next = rest.end; next < d->size;) {
        const tr_span line = line_at(d, next);
        if (is_empty_form(d, line))
            put_forms(d, line, field[strlen("nplurals=")] - '0', out);
        else
            tr_buf_add(out, d->bytes + line.begin, line.end - line.begin);
        next = line.end;
    }
    return true;
}
