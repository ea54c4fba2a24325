#include "base/first_bytes.h"

#include <stdbool.h>
#include <string.h>

#include "base/ascii.h"

/* ---- Text ---------------------------------------------------------------------------------- */

const char *tr_first_bytes_utf16(const char *bytes, size_t n)
{
    enum { ENOUGH = 4, MOST = 64 };
    size_t n_nul[2] = {0, 0}; /* at even and at odd places */

    if (n > MOST) n = MOST;
    if (n >= 2 && !memcmp(bytes, "\xFF\xFE", 2))
        return n >= 4 && !memcmp(bytes + 2, "\0\0", 2) ? "UTF-32" : "UTF-16";
    if (n >= 2 && !memcmp(bytes, "\xFE\xFF", 2)) return "UTF-16";
    for (size_t i = 0; i < n; i++)
        n_nul[i % 2] += !bytes[i];
    if (n < ENOUGH) return NULL;
    if (!n_nul[0] && n_nul[1] == n / 2) return "UTF-16LE";
    return !n_nul[1] && n_nul[0] == (n + 1) / 2 ? "UTF-16BE" : NULL;
}

const char *tr_first_bytes_no_text(const char *bytes, size_t n)
{
    static const struct {
        const char *magic, *what;
    } kinds[] = {
        {"\x1F\x8B\b", "is compressed; zcat unpacks it"},
        {"\xFD"
         "7zXZ",
         "is compressed; xzcat unpacks it"},
        {"(\xB5/\xFD", "is compressed; zstdcat unpacks it"},
        {"BZh91AY&SY", "is compressed; bzcat unpacks it"},
        {"%PDF-", "is a PDF, not text; pdftotext makes text of one"},
        {"PK\3\4", "is an archive, not text"},
        {"\xD0\xCF\x11\xE0", "is an old office document, not text"},
        {"\x89PNG", "is a picture, not text"},
        {"\xFF\xD8\xFF", "is a picture, not text"},
        {"GIF8", "is a picture, not text"},
        {"\x7F"
         "ELF",
         "is a program, not text"},
    };

    enum { TAR_MAGIC = 257 };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const size_t len = strlen(kinds[i].magic);
        if (n >= len && !memcmp(bytes, kinds[i].magic, len)) return kinds[i].what;
    }
    if (n > TAR_MAGIC + 5 && !memcmp(bytes + TAR_MAGIC, "ustar", 5))
        return "is an archive, not text";
    return NULL;
}

/* ---- Files that did not come --------------------------------------------------------------- */

/* Text that is looked at, from `at` on. */
typedef struct text_begin {
    const char *at, *end;
} text_begin;

/* Passes over `word`, capitals aside. */
static bool pass_word(text_begin *t, const char *word)
{
    const char *p = t->at;

    for (; *word && p < t->end && tr_ascii_lower(*p) == *word; p++)
        word++;
    if (*word) return false;
    t->at = p;
    return true;
}

static void pass_spaces(text_begin *t)
{
    while (t->at < t->end && tr_ascii_is_html_space(*t->at))
        t->at++;
}

/* Passes over "<!-- ... -->" or "<?xml ... ?>" at the beginning. */
static bool pass_aside(text_begin *t, const char *opens, const char *closes)
{
    const size_t len = strlen(closes);

    if (!pass_word(t, opens)) return false;
    while (t->at < t->end && ((size_t)(t->end - t->at) < len || memcmp(t->at, closes, len) != 0))
        t->at++;
    pass_word(t, closes);
    return true;
}

/* Git LFS says that a pointer has fewer bytes. */
enum { MOST_POINTER = 1024, MOST_LOOKED_AT = 4096 };

/* "version https://...", then keys in their order, among them the digest of what it points to. */
static bool is_lfs_pointer(const char *bytes, size_t size)
{
    static const char digest[] = "\noid sha256:";
    text_begin t = {bytes, bytes + size};

    if (size >= MOST_POINTER || !pass_word(&t, "version http")) return false;
    for (; t.at < t.end; t.at++)
        if (pass_word(&t, digest)) return true;
    return false;
}

static bool is_web_page(const char *bytes, size_t size)
{
    text_begin t = {bytes, bytes + (size < MOST_LOOKED_AT ? size : MOST_LOOKED_AT)};

    pass_word(&t, "\xEF\xBB\xBF");
    do
        pass_spaces(&t);
    while (pass_aside(&t, "<?xml", "?>") || pass_aside(&t, "<!--", "-->"));
    if (pass_word(&t, "<!doctype html")) return true;
    return pass_word(&t, "<html") && t.at < t.end && (*t.at == '>' || tr_ascii_is_space(*t.at));
}

const char *tr_first_bytes_stand_in(const char *bytes, size_t n)
{
    if (!n) return NULL; /* and bytes may be */
    if (is_lfs_pointer(bytes, n))
        return "is a pointer of Git LFS, not the file; git lfs pull gets the file";
    if (is_web_page(bytes, n))
        return "is a web page (HTML), not the file: its address leads to an error, or to a page "
               "about the file";
    return NULL;
}
