#include "text/sentences.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unicode/ubrk.h>
#include <unicode/uclean.h>
#include <unicode/utext.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "unit/unit.h"

static tr_span *spans;
static size_t capacity, n_spans;

static void split(tr_splitter *s, const char *text, size_t len)
{
    tr_error err;
    ck_assert_int_eq(tr_splitter_sentences(s, text, len, &spans, &capacity, &n_spans, &err), TR_OK);
}

/* Joins the spans with '|': "A b. C d." -> "A b.|C d." */
static const char *marked(const char *text, tr_buf *out)
{
    tr_buf_clear(out);
    for (size_t i = 0; i < n_spans; i++) {
        if (i) tr_buf_add(out, "|", 1);
        tr_buf_add(out, text + spans[i].begin, spans[i].end - spans[i].begin);
    }
    return tr_buf_text(out);
}

/* Lines whose sentences are separated by tabs: a tab becomes a blank, and must be found again. */
static int check_file(const char *language, const char *path)
{
    tr_splitter *s;
    tr_buf out = {0};
    char line[1024];
    int n = 0, wrong = 0;
    FILE *f = fopen(path, "r");
    ck_assert_ptr_nonnull(f);
    ck_assert_int_eq(tr_splitter_create(&s, language, NULL), TR_OK);
    while (fgets(line, sizeof line, f)) {
        char expected[sizeof line];
        line[strcspn(line, "\n")] = '\0';
        if (*line == '#') continue;
        strcpy(expected, line);
        for (size_t i = 0; line[i]; i++)
            if (line[i] == '\t') line[i] = ' ', expected[i] = '|';
        split(s, line, strlen(line));
        if (strcmp(marked(line, &out), expected)) {
            fprintf(stderr, "# expected %s\n# got      %s\n", expected, tr_buf_text(&out));
            wrong++;
        }
        n++;
    }
    ck_assert_int_eq(wrong, 0);
    tr_splitter_free(s);
    tr_buf_free(&out);
    fclose(f);
    return n;
}

static size_t n_allocations;

static void *count_alloc(const void *context, size_t size)
{
    (void)context;
    n_allocations++;
    return malloc(size);
}

static void *count_realloc(const void *context, void *p, size_t size)
{
    (void)context;
    n_allocations++;
    return realloc(p, size);
}

static void just_free(const void *context, void *p)
{
    (void)context;
    free(p);
}

/* ICU's own allocations show whether it has opened.  Must run before the other tests. */
START_TEST(opens_icu_only_for_an_inner_sentence_end)
{
    const char *const lines[] = {
        "",
        "Hello",
        "One sentence.",
        "He said: \"Is that all?\"  ",
        "Version 2.0 of example.com has 3.5 users, e.g. you.",
        "Mr. J. R. Smith lives in St. Albans, not in the U.S. South.",
        "What?!\n",
    };
    tr_splitter *s;
    UErrorCode status = U_ZERO_ERROR;
    u_setMemoryFunctions(NULL, count_alloc, count_realloc, just_free, &status);
    ck_assert_int_eq(status, U_ZERO_ERROR);
    ck_assert_int_eq(tr_splitter_create(&s, "en", NULL), TR_OK);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        split(s, lines[i], strlen(lines[i]));
        ck_assert_msg(!n_allocations, "%s", lines[i]);
    }
    split(s, "One. Two.", 9);
    ck_assert_uint_eq(n_spans, 2);
    ck_assert_uint_gt(n_allocations, 0);
    tr_splitter_free(s);
}
END_TEST

START_TEST(splits_english_as_written_down)
{
    ck_assert_int_ge(check_file("en", "tests/data/sentences.en.tsv"), 100);
}
END_TEST

START_TEST(splits_german_as_written_down)
{
    ck_assert_int_ge(check_file("de", "tests/data/sentences.de.tsv"), 100);
}
END_TEST

START_TEST(splits_dutch_swedish_and_czech_as_written_down)
{
    ck_assert_int_ge(check_file("nl", "tests/data/sentences.nl.tsv"), 40);
    ck_assert_int_ge(check_file("sv", "tests/data/sentences.sv.tsv"), 40);
    ck_assert_int_ge(check_file("cs", "tests/data/sentences.cs.tsv"), 40);
}
END_TEST

static void check_blank(const char *text, size_t begin, size_t end)
{
    int32_t c;
    for (; begin < end; begin += tr_utf8_decode(text + begin, end - begin, &c)) {
        tr_utf8_decode(text + begin, end - begin, &c);
        ck_assert(tr_is_space(c));
    }
}

/* In order, not empty, and nothing but white space between them. */
static void check_cover(const char *text, size_t len)
{
    size_t end = 0;
    for (size_t i = 0; i < n_spans; i++) {
        ck_assert(spans[i].begin >= end && spans[i].end > spans[i].begin && spans[i].end <= len);
        check_blank(text, end, spans[i].begin);
        end = spans[i].end;
    }
    check_blank(text, end, len);
}

START_TEST(survives_any_bytes)
{
    unsigned seed = 1;
    const char *const parts[] = {
        ". ",           "\xC3", "A", "z. B. ", "\x80", "\xF0\x9F",     "3. ", "! ",  "\"",
        "\xE3\x80\x82", "(",    ")", "\x01",   "\n",   "\xE2\x80\x9D", "-",   "Mai "};
    tr_splitter *s;
    ck_assert_int_eq(tr_splitter_create(&s, "de", NULL), TR_OK);
    const int rounds = getenv("TEST_LONG") ? 20000 : 5000;
    for (int round = 0; round < rounds; round++) {
        char text[128];
        size_t len = 0;
        for (int n = 0; n < 12; n++) {
            seed = seed * 1103515245u + 12345u;
            const char *part = parts[(seed >> 16) % (sizeof parts / sizeof *parts)];
            memcpy(text + len, part, strlen(part));
            len += strlen(part);
        }
        char *exact = malloc(len);
        memcpy(exact, text, len);
        split(s, exact, len);
        check_cover(exact, len);
        for (size_t limit = 0; limit <= len; limit++) {
            const size_t cut = tr_clause_cut(exact, len, limit);
            ck_assert(cut > 0 && cut <= len && (cut <= limit || cut <= 4));
        }
        free(exact);
    }
    tr_splitter_free(s);
}
END_TEST

/* Of this process alone: others may keep it waiting. */
static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Splits `unit` repeated to `size` bytes; the time per byte must not grow with the size. */
static void check_linear(const char *unit)
{
    const size_t sizes[] = {20000, 200000};
    double took[2];
    tr_splitter *s;
    ck_assert_int_eq(tr_splitter_create(&s, "de", NULL), TR_OK);
    for (int i = 0; i < 2; i++) {
        tr_buf text = {0};
        while (text.len < sizes[i])
            tr_buf_add_string(&text, unit);
        const double start = seconds();
        split(s, text.data, text.len);
        took[i] = seconds() - start;
        tr_buf_free(&text);
    }
    fprintf(stderr, "# %5.2f us/kB of \"%.20s\"\n", took[1] / (double)sizes[1] * 1e9, unit);
    ck_assert_msg(took[1] < 40 * took[0] + 0.05, "\"%s\": %g s, then %g s", unit, took[0], took[1]);
    tr_splitter_free(s);
}

START_TEST(takes_time_linear_in_the_length)
{
    const char *const units[] = {
        "Das ist ein Satz. ",
        "z. B. ",
        "A. ",
        "1. ",
        ".",
        ". ",
        "(",
        "\"",
        " ",
        "!",
        "! a ",
        "\n",
        "a",
        ".) ",
        "Dr. Prof. ",
        "! » ",
        "\xE3\x80\x82\xE3\x80\x8A",
        "1 ",
        ". 1",
    };
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        check_linear(units[i]);
}
END_TEST

typedef struct counts {
    size_t lines, icu_missed, missed, lost, icu_inner, inner;
} counts;

static bool icu_finds(UBreakIterator *breaks, const char *text, size_t len, size_t at)
{
    UErrorCode status = U_ZERO_ERROR;
    UText utext = UTEXT_INITIALIZER;
    utext_openUTF8(&utext, text, (int64_t)len, &status);
    ubrk_setUText(breaks, &utext, &status);
    ck_assert_int_le(status, U_ZERO_ERROR);
    const bool found = ubrk_isBoundary(breaks, (int32_t)at);
    utext_close(&utext);
    return found;
}

static size_t icu_inner(UBreakIterator *breaks, const char *text, size_t len)
{
    UErrorCode status = U_ZERO_ERROR;
    UText utext = UTEXT_INITIALIZER;
    size_t n = 0;
    utext_openUTF8(&utext, text, (int64_t)len, &status);
    ubrk_setUText(breaks, &utext, &status);
    for (int32_t at; (at = ubrk_next(breaks)) != UBRK_DONE;)
        n += (size_t)at < len;
    utext_close(&utext);
    return n;
}

static bool we_find(size_t at)
{
    for (size_t i = 0; i < n_spans; i++)
        if (spans[i].begin == at) return true;
    return false;
}

/* Joins each of the first lines with the next: where they meet is a sentence end, whoever else
 * agrees. */
static counts count(FILE *f, const char *language, size_t most)
{
    counts c = {0};
    tr_splitter *s;
    tr_buf text = {0};
    char line[8192];
    size_t previous = 0;
    UErrorCode status = U_ZERO_ERROR;
    UBreakIterator *breaks = ubrk_open(UBRK_SENTENCE, language, NULL, 0, &status);
    ck_assert_int_eq(tr_splitter_create(&s, language, NULL), TR_OK);
    while (c.lines < most && fgets(line, sizeof line, f)) {
        split(s, line, strlen(line));
        if (!n_spans) continue;
        const size_t from = spans[0].begin, len = spans[n_spans - 1].end - from;
        c.lines++;
        c.inner += n_spans - 1;
        c.icu_inner += icu_inner(breaks, line + from, len);
        if (previous) tr_buf_add(&text, " ", 1);
        const size_t at = text.len;
        tr_buf_add(&text, line + from, len);
        split(s, text.data, text.len);
        const bool ours = we_find(at), icu = icu_finds(breaks, text.data, text.len, at);
        c.icu_missed += !icu;
        c.missed += !ours;
        c.lost += icu && !ours;
        if (icu && !ours) fprintf(stderr, "# lost: %s\n", text.data);
        tr_buf_clear(&text);
        tr_buf_add(&text, line + from, len);
        previous = len;
    }
    ubrk_close(breaks);
    tr_splitter_free(s);
    tr_buf_free(&text);
    return c;
}

START_TEST(misses_no_line_end_that_icu_finds)
{
    const char *const sets[] = {"newstest2014", "flores-dev", "flores-devtest", "tatoeba-dev",
                                "multi30k-test_2016_flickr"};
    const char *const languages[] = {"en", "de", "fr", "es", "ru", "zh"};
    const size_t most = getenv("TEST_LONG") ? SIZE_MAX : 300;
    size_t n = 0;
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        for (size_t j = 0; j < sizeof languages / sizeof *languages; j++) {
            char path[256];
            snprintf(path, sizeof path, "../shared/data/test/%s.%s", sets[i], languages[j]);
            FILE *f = fopen(path, "r");
            if (!f) continue;
            const counts c = count(f, languages[j], most);
            fclose(f);
            if (!n++)
                fprintf(stderr, "# %-29s lines  missed: ICU   we  inner cuts: ICU   we\n", "set");
            fprintf(stderr, "# %-26s.%s %5zu %12zu %4zu %15zu %4zu\n", sets[i], languages[j],
                    c.lines, c.icu_missed, c.missed, c.icu_inner, c.inner);
            ck_assert_uint_eq(c.lost, 0);
            ck_assert_uint_le(c.missed, c.icu_missed);
            ck_assert_uint_le(c.inner, c.icu_inner);
        }
    if (!n) fprintf(stderr, "skipped: no test sets in ../shared/data/test\n");
}
END_TEST

UNIT_MAIN("sentences", opens_icu_only_for_an_inner_sentence_end, splits_english_as_written_down,
          splits_german_as_written_down, splits_dutch_swedish_and_czech_as_written_down,
          survives_any_bytes, takes_time_linear_in_the_length, misses_no_line_end_that_icu_finds)
