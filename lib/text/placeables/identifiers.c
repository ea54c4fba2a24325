#include "text/placeables/identifiers.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"

static bool is_ascii_word(char c)
{
    return tr_ascii_is_upper(c) || tr_ascii_is_lower(c) || tr_ascii_is_digit(c) || c == '_';
}

static size_t skip_identifier_digits(const char *text, size_t at, size_t end)
{
    while (at < end && tr_ascii_is_digit(text[at]))
        at++;
    return at;
}

static size_t skip_words(const char *text, size_t at, size_t end)
{
    while (at < end && is_ascii_word(text[at]))
        at++;
    return at;
}

/* True if text [at, end) is one of the words [n]. */
static bool is_one_of_words(const char *text, size_t at, size_t end, const char *const *words,
                            size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strlen(words[i]) == end - at && !memcmp(text + at, words[i], end - at)) return true;
    return false;
}

/* ---- Files ---- */

/* True if the word is the name of a file: it ends in a dot and what files end in.  What may be a
 * word after a full stop without a blank is no such end. */
static bool is_file(const char *text, tr_span word)
{
    static const char *const ends[] = {
        "avi", "bak",  "bmp", "bz2",  "c",    "cfg",  "conf", "cpp",  "css",  "csv", "dat", "db",
        "deb", "dll",  "doc", "docx", "epub", "exe",  "gif",  "gguf", "gz",   "h",   "htm", "html",
        "ico", "ini",  "iso", "jar",  "java", "jpeg", "jpg",  "js",   "json", "log", "md",  "mkv",
        "mov", "mp3",  "mp4", "odp",  "ods",  "odt",  "ogg",  "out",  "pdf",  "pem", "php", "pl",
        "png", "po",   "ppt", "pptx", "py",   "rpm",  "rs",   "rtf",  "sh",   "sql", "srt", "svg",
        "tar", "tex",  "tgz", "tmp",  "toml", "ts",   "tsv",  "ttf",  "txt",  "vtt", "wav", "webp",
        "xls", "xlsx", "xml", "xz",   "yaml", "yml",  "zip"};
    size_t dot = word.end;
    while (dot > word.begin && text[dot - 1] != '.')
        dot--;
    return dot >= word.begin + 3 && /* a name of two letters, and the dot */
           is_one_of_words(text, dot, word.end, ends, sizeof ends / sizeof *ends);
}

/* True if the word is a path: /etc/hosts, ~/x, ./x, C:\x. */
static bool is_path(const char *text, tr_span word)
{
    const size_t n = word.end - word.begin;
    const char *w = text + word.begin;
    if (n < 3) return false;
    if (memchr(w, '\\', n - 1)) return tr_byte_is_letter(w[0]) || w[0] == '\\';
    return (w[0] == '/' && tr_byte_is_word(w[1])) || !memcmp(w, "~/", 2) || !memcmp(w, "./", 2);
}

/* ---- Codes ---- */

/* 8AM and 10PM */
static bool is_hour(const char *text, tr_span word)
{
    static const char *const halves[] = {"AM", "PM"};
    const size_t at = skip_identifier_digits(text, word.begin, word.end);
    return at > word.begin && is_one_of_words(text, at, word.end, halves, 2);
}

/* True if the word is a code: capitals and digits, or letters and digits that alternate, or parts
 * that _ joins. */
static bool is_mixed(const char *text, tr_span word)
{
    size_t n_digits = 0, n_capitals = 0, n_small = 0, n_turns = 0, n_joints = 0;
    for (size_t i = word.begin; i < word.end; i++) {
        const char c = text[i];
        if ((unsigned char)c >= 0x80 || (!tr_byte_is_word(c) && c != '-')) return false;
        n_digits += tr_ascii_is_digit(c);
        n_capitals += tr_ascii_is_upper(c);
        n_small += tr_byte_is_letter(c) && !tr_ascii_is_upper(c);
        n_joints += c == '_' && i > word.begin && i + 1 < word.end;
        n_turns += i > word.begin && ((tr_ascii_is_digit(c) && tr_byte_is_letter(text[i - 1])) ||
                                      (tr_byte_is_letter(c) && tr_ascii_is_digit(text[i - 1])));
    }
    return n_joints || (n_digits && n_capitals && !n_small) || (n_digits && n_turns >= 4);
}

/* 1e10, 2.5E-3 */
static bool is_power(const char *text, tr_span word)
{
    size_t at = skip_identifier_digits(text, word.begin, word.end);
    if (at == word.begin) return false;
    if (at + 1 < word.end && text[at] == '.' && tr_ascii_is_digit(text[at + 1]))
        at = skip_identifier_digits(text, at + 1, word.end);
    if (at == word.end || (text[at] != 'e' && text[at] != 'E')) return false;
    at++;
    if (at < word.end && (text[at] == '-' || text[at] == '+')) at++;
    return at < word.end && skip_identifier_digits(text, at, word.end) == word.end;
}

/* 10^6, 3*10^8, m^2: what is raised is a number or a letter or two, and all is ASCII. */
static bool is_raised_sign(const char *text, tr_span word)
{
    enum { LONGEST_UNIT = 2 };
    const char *const caret = memchr(text + word.begin, '^', word.end - word.begin);
    const size_t at = caret ? (size_t)(caret - text) : word.end;
    size_t letters = 0;

    if (at == word.begin || at + 1 >= word.end) return false;
    while (letters < at - word.begin && tr_byte_is_letter(text[at - 1 - letters]))
        letters++;
    if (letters > LONGEST_UNIT || !is_ascii_word(text[at - 1])) return false;
    for (size_t i = word.begin; i < word.end; i++)
        if (!is_ascii_word(text[i]) && !strchr("^*/+-.,(){}", text[i])) return false;
    return is_ascii_word(text[at + 1]) || strchr("-+({", text[at + 1]);
}

static bool is_sign_byte(char c)
{
    return c && strchr("=&|<>*+/^~#!:-", c);
}

bool tr_identifier_is_signs(const char *text, tr_span word)
{
    bool telling = false;
    for (size_t i = word.begin; i < word.end; i++) {
        if (!is_sign_byte(text[i])) return false;
        telling = telling || !strchr("!:-", text[i]);
    }
    return telling && word.end - word.begin >= 2;
}

/* True if the digits at text [at, end) are more than a byte, or have a zero too many. */
static bool is_no_byte(const char *text, size_t at, size_t end)
{
    return end - at == 3 && (text[at] == '0' || memcmp(text + at, "255", 3) > 0);
}

/* Four numbers or more with dots between them, but no number whose thousands the dots group; a port
 * or the size of a net may follow: 10.0.0.1, 10.0.0.0/8. */
static bool is_dotted_name(const char *text, tr_span word)
{
    size_t n = 0, at = word.begin, stop;
    bool grouped = true, bytes = true;

    for (;; at = stop + 1) {
        stop = skip_identifier_digits(text, at, word.end);
        if (stop == at) return false;
        grouped = grouped && (n == 0 || stop - at == 3);
        bytes = bytes && !is_no_byte(text, at, stop);
        n++;
        if (stop == word.end || text[stop] != '.') break;
    }
    if (n < 4 || (grouped && !bytes)) return false;
    if (stop == word.end) return true;
    return (text[stop] == ':' || text[stop] == '/') && stop + 1 < word.end &&
           skip_identifier_digits(text, stop + 1, word.end) == word.end;
}

/* Where an IBAN in groups of four that begins at text [at ..] ends; `at` if there is none. */
static size_t end_of_iban(const char *text, size_t at, size_t len)
{
    size_t n_groups = 1, stop = at + 4;

    if (len - at < 14 || !tr_ascii_is_upper(text[at]) || !tr_ascii_is_upper(text[at + 1]) ||
        !tr_ascii_is_digit(text[at + 2]) || !tr_ascii_is_digit(text[at + 3]))
        return at;
    for (size_t end, n = 4; n == 4 && stop < len && text[stop] == ' '; n_groups++) {
        for (end = stop + 1;
             end < len && (tr_ascii_is_digit(text[end]) || tr_ascii_is_upper(text[end]));)
            end++;
        n = end - stop - 1;
        if (n == 0 || n > 4 || (end < len && tr_byte_is_word(text[end]))) break;
        stop = end;
    }
    return n_groups >= 3 ? stop : at;
}

/* ---- Commands ---- */

/* @name and #tag */
static bool is_handle(const char *text, tr_span word)
{
    for (size_t i = word.begin + 1; i < word.end; i++)
        if (!tr_byte_is_word(text[i])) return false;
    return word.end - word.begin > 2 && strchr("@#", text[word.begin]) &&
           tr_byte_is_letter(text[word.begin + 1]);
}

/* -v, -j4, --verbose, --colour=auto.  A text may begin with a dash and a word of one letter. */
static bool is_option(const char *text, tr_span word)
{
    size_t at = word.begin + 1;

    if (at >= word.end || text[word.begin] != '-') return false;
    if (text[at] != '-') {
        if (!tr_ascii_is_upper(text[at]) && !tr_ascii_is_lower(text[at])) return false;
        return skip_identifier_digits(text, at + 1, word.end) == word.end &&
               (word.begin > 0 || !strchr("aeiouyAEIOUY", text[at]));
    }
    for (at++; at < word.end &&
               (tr_ascii_is_lower(text[at]) || tr_ascii_is_digit(text[at]) || text[at] == '-');)
        at++;
    return at > word.begin + 3 && tr_ascii_is_lower(text[word.begin + 2]) && text[at - 1] != '-' &&
           (at == word.end || text[at] == '=');
}

/* Ctrl+C, Alt+Shift+F4, Ctrl-C */
static bool is_keys(const char *text, tr_span word)
{
    static const char *const modifiers[] = {"Ctrl", "Strg", "Alt", "Shift", "Cmd"};
    size_t at = word.begin, stop = at, n_plus = 0, n_dashes = 0;

    for (;; at = stop + 1) {
        stop = skip_words(text, at, word.end);
        if (stop == at || tr_ascii_is_lower(text[at])) return false;
        if (stop == word.end) break;
        n_plus += text[stop] == '+';
        n_dashes += text[stop] == '-';
        if (text[stop] != '+' &&
            (text[stop] != '-' ||
             !is_one_of_words(text, at, stop, modifiers, sizeof modifiers / sizeof *modifiers)))
            return false;
    }
    return tr_ascii_is_upper(text[word.begin]) &&
           (n_plus || (n_dashes && (stop - at == 1 || tr_ascii_is_digit(text[stop - 1]))));
}

/* LANG=C, PATH=$HOME/bin:$PATH */
static bool is_setting(const char *text, tr_span word)
{
    size_t at = word.begin;
    while (at < word.end &&
           (tr_ascii_is_upper(text[at]) || tr_ascii_is_digit(text[at]) || text[at] == '_'))
        at++;
    if (at < word.begin + 2 || tr_ascii_is_digit(text[word.begin]) || at + 1 >= word.end ||
        text[at] != '=')
        return false;
    while (at < word.end && (unsigned char)text[at] < 0x80)
        at++;
    return at == word.end;
}

/* ---- All names ---- */

/* The word without the marks that a sentence puts around it. */
static tr_span trim_identifier(const char *text, tr_span word)
{
    while (word.begin < word.end && strchr("\"'([{<*`", text[word.begin]))
        word.begin++;
    while (word.begin < word.end && strchr("\"')]}>*`.,;:!?", text[word.end - 1]))
        word.end--;
    return word;
}

static bool is_code_word(const char *text, tr_span word)
{
    return (is_mixed(text, word) && !is_hour(text, word)) || is_power(text, word) ||
           is_raised_sign(text, word) || is_dotted_name(text, word);
}

/* No line of output has such a character. */
static bool has_control(const char *text, tr_span word)
{
    int32_t c;
    for (size_t at = word.begin; at < word.end;) {
        at += tr_utf8_decode(text + at, word.end - at, &c);
        if (tr_is_control(c)) return true;
    }
    return false;
}

static bool is_identifier(const char *text, tr_span word)
{
    return word.begin < word.end &&
           (is_path(text, word) || is_file(text, word) || is_code_word(text, word) ||
            is_handle(text, word) || is_option(text, word) || is_keys(text, word) ||
            is_setting(text, word)) &&
           !has_control(text, word);
}

bool tr_identifier_next(const char *text, size_t len, size_t from, tr_span *name)
{
    for (size_t at = from; at < len;) {
        tr_span word = {at, at};
        while (word.end < len && !tr_ascii_is_space(text[word.end]))
            word.end++;
        *name = word;
        if (tr_identifier_is_signs(text, word)) return true;
        *name = trim_identifier(text, word);
        const size_t end = end_of_iban(text, name->begin, len);
        if (end > name->begin) {
            name->end = end;
            return true;
        }
        if (is_identifier(text, *name)) return true;
        at = word.end < len ? word.end + 1 : len;
    }
    return false;
}

static bool stands_at(const char *text, size_t at, size_t len, const char *name, size_t n)
{
    if (len - at < n || memcmp(text + at, name, n) != 0) return false;
    if (tr_ascii_is_digit(name[0]) && at > 0 && tr_ascii_is_digit(text[at - 1])) return false;
    if (tr_identifier_is_signs(name, (tr_span){0, n}) &&
        ((at > 0 && is_sign_byte(text[at - 1])) || (at + n < len && is_sign_byte(text[at + n]))))
        return false;
    if (at + n == len) return true;
    return tr_ascii_is_digit(name[n - 1]) ? !tr_ascii_is_digit(text[at + n])
                                          : name[0] != '-' || !tr_byte_is_word(text[at + n]);
}

size_t tr_identifier_count(const char *text, size_t len, const char *name, size_t n)
{
    size_t found = 0;
    for (size_t at = 0; at < len; at++)
        found += stands_at(text, at, len, name, n);
    return found;
}
