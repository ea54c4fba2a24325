#include "documents/locale_path.h"

#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "base/buf.h"
#include "base/span.h"
#include "console/alloc.h"

/* A path that is being translated. */
typedef struct mapping {
    const char *from, *to;
    tr_buf out;
    bool is_said;
} mapping;

/* True if text [len] is a code of a language: "pt-BR" and "pt_br" are one. */
static bool is_code(const char *text, size_t len, const char *code)
{
    if (strlen(code) != len) return false;
    for (size_t i = 0; i < len; i++) {
        const char a = text[i] == '_' ? '-' : tr_ascii_lower(text[i]);
        const char b = code[i] == '_' ? '-' : tr_ascii_lower(code[i]);
        if (a != b) return false;
    }
    return true;
}

/* The target language with '_' or '-' between its parts; 'r' for Android's "pt-rBR". */
static void add_code(mapping *m, char sign)
{
    for (const char *at = m->to; *at; at++) {
        const bool parts = *at == '-' || *at == '_';
        if (parts && sign == 'r')
            tr_buf_add_string(&m->out, "-r");
        else
            tr_buf_add(&m->out, parts && sign ? &sign : at, 1);
    }
}

static bool is_word(const char *text, size_t len, const char *word)
{
    return strlen(word) == len && !strncasecmp(text, word, len);
}

/* A folder's name. */
static void add_folder(mapping *m, const char *name, size_t len)
{
    static const char project[] = ".lproj", values[] = "values";
    const size_t own = len > sizeof project - 1 ? len - (sizeof project - 1) : 0;
    const bool is_project = own && is_word(name + own, len - own, project);
    const bool is_values = len >= sizeof values - 1 && !memcmp(name, values, sizeof values - 1);

    if (is_project && (is_word(name, own, "Base") || is_code(name, own, m->from))) {
        add_code(m, '\0');
        tr_buf_add_string(&m->out, project);
    } else if (is_values &&
               (len == 6 || (len > 7 && name[6] == '-' && is_code(name + 7, len - 7, m->from)))) {
        tr_buf_add_string(&m->out, "values-");
        add_code(m, 'r');
    } else if (is_code(name, len, m->from)) {
        add_code(m, memchr(name, '_', len) ? '_' : '\0');
    } else {
        tr_buf_add(&m->out, name, len);
        return;
    }
    m->is_said = true;
}

static bool is_separator(char c)
{
    return c == '.' || c == '_' || c == '-';
}

/* Where the language begins that a name without its ending [len] ends in, "app_en" or "en-GB"; len:
 * nowhere. */
static size_t find_last(const char *name, size_t len, const char *code)
{
    const size_t n = strlen(code);
    if (n > len || !is_code(name + len - n, n, code)) return len;
    return n == len || is_separator(name[len - n - 1]) ? len - n : len;
}

/* True if a name without its ending ends in what may be another language: "messages_fr". */
static bool has_other(const char *name, size_t len)
{
    enum { SHORTEST = 2, LONGEST = 3 };
    size_t begin = len;

    while (begin && tr_ascii_is_lower(name[begin - 1]))
        begin--;
    if (begin && tr_ascii_is_upper(name[begin - 1])) return true; /* "pt_BR" has no small ones */
    const size_t n = len - begin;
    return begin && is_separator(name[begin - 1]) && n >= SHORTEST && n <= LONGEST;
}

/* A file's name, whose ending begins at byte `len`. */
static void add_file(mapping *m, const char *name, size_t len)
{
    const size_t n = strlen(m->from), last = find_last(name, len, m->from);
    const bool lined = !strcmp(name + len, ".properties") || (last && name[last - 1] == '_');

    if (last < len) {
        tr_buf_add(&m->out, name, last);
        add_code(m, lined || memchr(name + last, '_', len - last) ? '_' : '\0');
    } else if (n < len && name[n] == '.' && is_code(name, n, m->from)) { /* "en.common.json" */
        add_code(m, '\0');
        tr_buf_add(&m->out, name + n, len - n);
    } else {
        tr_buf_add(&m->out, name, len);
        return;
    }
    m->is_said = true;
}

/* The language that a file without one gets in its name, in the folder of all languages; false
 * where its format has no such rule. */
static bool add_base(mapping *m, const char *name, size_t len)
{
    static const struct {
        const char *ending, *before;
    } rules[] = {
        {".properties", "_"}, {".ts", "_"}, {".resx", "."}, {".xlf", "."}, {".xliff", "."}};

    if (!strcmp(name + len, ".pot")) { /* "po/app.pot" is the template of "po/de.po" */
        m->out.len -= len;
        add_code(m, '_');
        return true;
    }
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (strcmp(name + len, rules[i].ending) != 0 || has_other(name, len)) continue;
        tr_buf_add_string(&m->out, rules[i].before);
        add_code(m, *rules[i].before == '_' ? '_' : '\0');
        return true;
    }
    return false;
}

char *locale_path(const char *inner, const char *from, const char *to, bool one,
                  enum locale_path_sign *sign)
{
    mapping m = {.from = from, .to = to};
    const char *name = inner, *slash;

    for (; (slash = strchr(name, '/')); name = slash + 1) {
        add_folder(&m, name, (size_t)(slash - name));
        tr_buf_add(&m.out, "/", 1);
    }
    const char *const point = strrchr(name, '.');
    const size_t len = point && point > name ? (size_t)(point - name) : strlen(name);
    add_file(&m, name, len);
    const bool is_base = one && !m.is_said && add_base(&m, name, len);
    tr_buf_add_string(&m.out, strcmp(name + len, ".pot") ? name + len : ".po");
    if (m.out.failed) end_without_memory();
    *sign = m.is_said ? LOCALE_SAID : is_base ? LOCALE_BASE : LOCALE_UNSAID;
    return tr_buf_take(&m.out);
}
