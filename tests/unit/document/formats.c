/* The table of formats, and what others tell of it: options that are refused, the manual page,
 * files that seed the fuzzing. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "document/format_table.h"
#include "translate.h"
#include "unit/scratch.h"
#include "unit/unit.h"

START_TEST(an_ability_is_that_of_the_reader)
{
    const tr_reader *r;
    size_t n = 0;

    for (; (r = tr_reader_at(n)); n++) {
        const unsigned can = r->format.can;
        ck_assert_ptr_eq(tr_document_format_at(n), &r->format);
        if (!r->choose) ck_assert_int_eq(!!(can & TR_IS_BILINGUAL), r->bilingual != NULL);
        ck_assert_int_eq(!!(can & TR_IS_ARCHIVE), r->choose != NULL);
        ck_assert_int_eq((r->read != NULL) + (r->choose != NULL) + (r->split != NULL), 1);
        if (r->set_language) ck_assert(can & TR_SAYS_LANGUAGE);
    }
    ck_assert_uint_ge(n, 20);
    ck_assert_ptr_null(tr_document_format_at(n));
}
END_TEST

/* Calls `each` with the extensions of a format, such as ".html". */
static void for_extensions(const tr_document_format *f,
                           void (*each)(const tr_document_format *f, const char *extension))
{
    char list[200];

    ck_assert_uint_lt(strlen(f->extensions), sizeof list);
    strcpy(list, f->extensions);
    for (char *e = strtok(list, " "); e; e = strtok(NULL, " ")) {
        ck_assert_int_eq(*e, '.');
        each(f, e);
    }
}

static void tells_the_format(const tr_document_format *f, const char *extension)
{
    char name[40];

    snprintf(name, sizeof name, "a.b%s", extension);
    ck_assert_str_eq(tr_document_guess(name, "", 0), f->name);
}

START_TEST(an_extension_tells_the_format)
{
    const tr_document_format *f;
    for (size_t i = 0; (f = tr_document_format_at(i)); i++)
        for_extensions(f, tells_the_format);
}
END_TEST

/* The end of memory that may be read. */
static char *end_of_memory(void)
{
    const size_t size = (size_t)sysconf(_SC_PAGESIZE);
    const int zero = open("/dev/zero", O_RDWR);
    char *const pages = mmap(NULL, 2 * size, PROT_READ | PROT_WRITE, MAP_PRIVATE, zero, 0);

    ck_assert(zero >= 0 && pages != MAP_FAILED);
    close(zero);
    ck_assert_int_eq(mprotect(pages + size, size, PROT_NONE), 0);
    return pages + size;
}

START_TEST(bytes_tell_the_format_of_a_document_without_a_name)
{
    static const struct {
        const char *bytes, *format;
        bool sure; /* whatever its name is */
    } rows[] = {
        {"<!DOCTYPE html><p>A", "html", false},
        {"\n<HTML><p>A", "html", false},
        {"<?xml version='1.0'?><html>A</html>", "xhtml", false},
        {"<?xml version='1.0'?><book>A</book>", "xml", false},
        {"<!-- 1 --><xliff version='1.2'>", "xliff", true},
        {"<tmx version='1.4'>", "tmx", true},
        {"WEBVTT\n\n", "vtt", true},
        {"WEBVTTX", NULL, false},
        {"[Script Info]\n", "ass", true},
        {"[ti:A song]\n", "lrc", false},
        {"[00:12.00]La la\n", "lrc", false},
        {"{\"nbformat\": 4, \"cells\": [{\"cell_type\": \"code\"}]}", "notebook", true},
        {"{\"a\": 1}", "json", false},
        {" [1]", NULL, false},
        {"{\"a\": 1}\n{\"a\": 2}\n", "jsonl", false},
        {"%YAML 1.2\n", "yaml", false},
        {"1\n00:00:01,000 --> 00:00:02,000\nA\n", "srt", false},
        {"# A\nmsgid \"\"\n", "po", false},
        {"---\ntitle: A\n---\nB\n", "markdown", false},
        {"From: a@b\nTo: c@d\nSubject: A\n\nB\n", "mail", false},
        {"From: a@b\nTo: c@d\n\nB\n", NULL, false},
        {"A text.\n", NULL, false},
    };
    char *const end = end_of_memory();

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const size_t n = strlen(rows[i].bytes);
        memcpy(end - n, rows[i].bytes, n);
        const char *const found = tr_document_guess("A name", end - n, n);
        ck_assert_msg(rows[i].format ? found && !strcmp(found, rows[i].format) : !found,
                      "row %zu: %s", i, found ? found : "none");
        const char *const named = tr_document_guess("a.csv", end - n, n);
        ck_assert_str_eq(named, rows[i].sure ? rows[i].format : "csv");
        for (size_t k = 0; k < n; k++) /* no sign looks behind the last byte */
            tr_document_guess("", end - k, k);
    }
}
END_TEST

/* ---- The manual page */

static char *page;
static size_t page_size;

/* Returns true if a line of the page, `line` up to its end, has the word. */
static bool has_word(const char *line, const char *word)
{
    const size_t len = strlen(word), end = strcspn(line, "\n");
    for (size_t i = 0; i + len <= end; i++)
        if (line[i - 1] == ' ' && !strncmp(line + i, word, len) && strchr(" \n", line[i + len]))
            return true;
    return false;
}

static const char *item_of(const tr_document_format *f)
{
    for (const char *at = page; (at = strstr(at, "\n.It Cm ")); at++)
        if (has_word(at + 1, f->name)) return at + 1;
    ck_abort_msg("the page has no format %s", f->name);
    return NULL;
}

static void is_on_the_page(const tr_document_format *f, const char *extension)
{
    ck_assert_msg(has_word(item_of(f), extension), "%s lacks %s", f->name, extension);
}

START_TEST(the_manual_page_has_all_formats_and_extensions)
{
    const tr_document_format *f;

    page = read_file("man/translate-documents.7", &page_size);
    for (size_t i = 0; (f = tr_document_format_at(i)); i++) {
        item_of(f);
        for_extensions(f, is_on_the_page);
    }
    free(page);
}
END_TEST

static const struct {
    unsigned ability;
    const char *item; /* of the page */
    tr_document_options options;
} needs[] = {
    {TR_TAKES_COLUMNS, "\n.It Fl -columns , Fl -header\n.Cm ", {.columns = "1"}},
    {TR_TAKES_COLUMNS, "\n.It Fl -columns , Fl -header\n.Cm ", {.header = 1}},
    {TR_TAKES_KEYS, "\n.It Fl -keys , Fl -not-keys\n.Cm ", {.keys = "a"}},
    {TR_TAKES_KEYS, "\n.It Fl -keys , Fl -not-keys\n.Cm ", {.not_keys = "a"}},
    {TR_TAKES_ATTRIBUTES, "\n.It Fl -attributes\n.Cm ", {.attributes = "alt"}},
    {TR_TAKES_CUES, "\n.It Fl -cues\n.Cm ", {.single_cues = 1}},
    {TR_IS_BILINGUAL, "\n.It Fl -bilingual\n.Cm ", {.bilingual = 1}},
};
enum { NEEDS = sizeof needs / sizeof *needs };

START_TEST(the_manual_page_has_the_formats_of_each_option)
{
    page = read_file("man/translate-documents.7", &page_size);
    for (size_t k = 0; k < NEEDS; k++) {
        const char *const at = strstr(page, needs[k].item);
        const tr_document_format *f;
        ck_assert_ptr_nonnull(at);
        for (size_t i = 0; (f = tr_document_format_at(i)); i++)
            ck_assert_msg(has_word(at + strlen(needs[k].item), f->name) ==
                              !!(f->can & needs[k].ability),
                          "%s, format %s", needs[k].item, f->name);
    }
    free(page);
}
END_TEST

/* ---- Options */

START_TEST(an_option_that_a_format_lacks_is_refused)
{
    const tr_document_format *f;

    for (size_t i = 0; (f = tr_document_format_at(i)); i++)
        for (size_t k = 0; k < NEEDS; k++) {
            tr_document_options options = needs[k].options;
            tr_document *d;
            tr_error err;
            char wanted[60];
            if (f->can & TR_IS_ARCHIVE || f->can & needs[k].ability) continue;
            options.format = f->name;
            snprintf(wanted, sizeof wanted, "x: is %s, which has no ", f->name);
            ck_assert_int_eq(tr_document_open(&d, "x", "a", 1, &options, &err), TR_EINVAL);
            ck_assert_msg(!strncmp(err.msg, wanted, strlen(wanted)), "%s", err.msg);
        }
}
END_TEST

/* ---- Documents that seed the fuzzing */

typedef struct texts {
    char *text[500];
    size_t n;
} texts;

static void read_texts(texts *t, const char *name, const char *format, const char *bytes,
                       size_t size)
{
    const tr_document_options options = {
        .format = format, .source_language = "en", .target_language = "de"};
    tr_document *d;
    tr_error err = {0};

    t->n = 0;
    ck_assert_msg(tr_document_open(&d, name, bytes, size, &options, &err) == TR_OK, "%s", err.msg);
    for (size_t i = 0; i < tr_document_segment_count(d); i++) {
        tr_document_segment s;
        ck_assert_int_eq(tr_document_get(d, i, &s, NULL), TR_OK);
        ck_assert_uint_lt(t->n, sizeof t->text / sizeof *t->text);
        t->text[t->n++] = strdup(s.text);
    }
    tr_document_free(d);
}

/* A document with a mark has the segments that it has without, whose number is returned. */
static size_t same_with_mark(const char *path, const char *format)
{
    size_t size;
    char *const bytes = read_file(path, &size), *const marked = malloc(size + 3);
    texts plain, other;

    memcpy(marked, "\xEF\xBB\xBF", 3);
    memcpy(marked + 3, bytes, size);
    read_texts(&plain, path, format, bytes, size);
    read_texts(&other, path, format, marked, size + 3);
    ck_assert_msg(plain.n == other.n, "%s: %zu segments, %zu with a mark", path, plain.n, other.n);
    for (size_t i = 0; i < plain.n; i++) {
        ck_assert_str_eq(plain.text[i], other.text[i]);
        free(plain.text[i]);
        free(other.text[i]);
    }
    free(marked);
    free(bytes);
    return plain.n;
}

START_TEST(a_byte_order_mark_is_no_text_in_any_format)
{
    const tr_document_format *f;

    for (size_t i = 0; (f = tr_document_format_at(i)); i++) {
        char folder[80], path[400];
        size_t n = 0;
        const bool is_text = !(f->can & TR_IS_ARCHIVE) && strcmp(f->name, "mo") != 0;
        if (!is_text || !strcmp(f->name, "lines")) continue;
        snprintf(folder, sizeof folder, "tests/fuzz/seeds/document_%s", f->name);
        DIR *const dir = opendir(folder);
        ck_assert_msg(dir != NULL, "no %s: documents that seed the fuzzing", folder);
        for (const struct dirent *e; (e = readdir(dir));) {
            if (strncmp(e->d_name, "sample", 6) != 0) continue;
            snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
            n += same_with_mark(path, f->name);
        }
        closedir(dir);
        ck_assert_msg(n > 0, "%s: no sample has segments", folder);
    }
}
END_TEST

START_TEST(no_format_looks_behind_the_last_byte)
{
    static const char *const documents[] = {
        "",     "a",     "T",       "1",         "&",      "<",  "<a", "<a b",    "<!--",  "\"",
        "\"a",  "a=",    "a=\\",    "a=\\u",     "[",      "[a", "{",  "{\"a\":", "- ",    "- a: ",
        "\\",   "a\\",   "# ",      "Text\n\n[", "Text\n", "$$", "`",  "1\n00:",  "msgid", "\xEF",
        "\xC3", "---\n", "a\tb\"c", "A: b\n\nc", "(",      "[1", "*",  "a\r",     "=?",    "a,"};
    char *const end = end_of_memory();
    const tr_document_format *f;
    tr_document *d;

    for (size_t i = 0; (f = tr_document_format_at(i)); i++)
        for (size_t k = 0; k < sizeof documents / sizeof *documents; k++) {
            const tr_document_options options = {
                .format = f->name, .source_language = "en", .target_language = "de"};
            const size_t n = strlen(documents[k]);
            memcpy(end - n, documents[k], n);
            if (tr_document_open(&d, "document", end - n, n, &options, NULL) == 0)
                tr_document_free(d);
        }
}
END_TEST

UNIT_MAIN("formats", an_ability_is_that_of_the_reader, an_extension_tells_the_format,
          bytes_tell_the_format_of_a_document_without_a_name,
          the_manual_page_has_all_formats_and_extensions,
          the_manual_page_has_the_formats_of_each_option, an_option_that_a_format_lacks_is_refused,
          a_byte_order_mark_is_no_text_in_any_format, no_format_looks_behind_the_last_byte)
