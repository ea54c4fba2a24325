/*
 * spm_ids - ids and spans against SentencePiece's own programs, over vocabularies and texts of
 * many kinds.  Ids come from spm_encode, spans from PyPI's module (spm_peer.py; $PYTHON names an
 * interpreter that has it).  Takes the start of every text; all of it with TEST_LONG=1.
 */
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>

#include "base/file.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "make/tap.h"
#include "text/spm.h"

#define SHARED "../shared/"
#define TEXTS  SHARED "data/test/*"

static const char *const vocabularies[] = {
    "models/en-de/vocab.spm",
    "data/en-de/ende16k.model",
    "fixtures/spm-misc/mozilla-tests-vocab.spm",
    "fixtures/spm-misc/mozilla-tests-vocab.zhen.spm",
    "fixtures/firefox-lex-vocab/prod-ende/vocab.deen.spm",
    "fixtures/firefox-lex-vocab/prod-enes/vocab.esen.spm",
    "fixtures/marian-tiny-smoke/vocab.spm",
    "fixtures/paper-post-relu-bpe/vocab.spm",
    "fixtures/ssru-student/vocab.spm",
    "fixtures/opusmt-fr-en-tokenizer/source.spm",
    "fixtures/opusmt-fr-en-tokenizer/target.spm",
    "fixtures/hf-marian-from-opus/source.spm",
    "fixtures/hf-marian-from-opus/target.spm",
    "fixtures/pre-swish-kv-norm/source.spm",
    "fixtures/pre-swish-kv-norm/target.spm",
    "fixtures/malformed/good/hf/source.spm",
};

/* Texts and what their tokenisers made of them, in the same order. */
static const struct {
    const char *vocabulary, *text, *pieces;
} recorded[] = {
    {"fixtures/paper-post-relu-bpe/vocab.spm", "fixtures/paper-post-relu-bpe/input.txt",
     "fixtures/paper-post-relu-bpe/input.pieces"},
    {"fixtures/ssru-student/vocab.spm", "fixtures/ssru-student/input.txt",
     "fixtures/ssru-student/input.pieces"},
    {"fixtures/opus-style/package/source.spm", "fixtures/opus-style/input.txt",
     "fixtures/opus-style/input.pieces"},
    {"fixtures/hf-marian-from-opus/source.spm", "fixtures/hf-marian-from-opus/input.txt",
     "fixtures/hf-marian-from-opus/input.pieces"},
    {"fixtures/pre-swish-kv-norm/source.spm", "fixtures/pre-swish-kv-norm/input.txt",
     "fixtures/pre-swish-kv-norm/input.pieces"},
};

typedef struct line_source {
    FILE *stream;
    char *line;
    size_t capacity, len;
} line_source;

static bool open_source(line_source *s, const char *fmt, const char *a, const char *b)
{
    char command[1024];
    snprintf(command, sizeof command, fmt, a, b);
    *s = (line_source){.stream = popen(command, "r")};
    return s->stream != NULL;
}

static bool next_line(line_source *s)
{
    const ssize_t n = getline(&s->line, &s->capacity, s->stream);
    if (n < 0) return false;
    s->len = (size_t)n - (s->line[n - 1] == '\n');
    s->line[s->len] = '\0';
    return true;
}

/* True if the program that wrote the lines succeeded. */
static bool close_source(line_source *s)
{
    free(s->line);
    const int status = pclose(s->stream);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* NULL when it does not open; then *f is unmapped. */
static tr_spm *open_vocabulary(tr_file *f, const char *path, bool quick)
{
    tr_spm *spm = NULL;
    tr_error err = {0};
    if (tr_file_map(f, path, &err) == TR_OK &&
        tr_spm_open(&spm, f->data, f->size, quick, path, &err) < 0)
        tr_file_unmap(f);
    if (!spm) printf("# %s\n", err.msg);
    return spm;
}

static void close_vocabulary(tr_file *f, tr_spm *spm)
{
    tr_spm_close(spm);
    tr_file_unmap(f);
}

static bool ids_are(const int32_t *ids, size_t n, const char *expected)
{
    for (size_t i = 0; i < n; i++) {
        char *end;
        if (*expected == '\0' || strtol(expected, &end, 10) != ids[i]) return false;
        expected = end;
    }
    return *expected == '\0';
}

/* Every line of `text` encodes to the ids that `expected` gives. */
static void compare_ids(const tr_spm *spm, const char *name, line_source *text,
                        line_source *expected)
{
    size_t lines = 0, equal = 0, capacity = 0, n;
    int32_t *ids = NULL;
    while (next_line(text) && next_line(expected)) {
        lines++;
        if (tr_spm_encode(spm, text->line, text->len, &ids, &capacity, &n, NULL) == TR_OK &&
            ids_are(ids, n, expected->line))
            equal++;
        else
            printf("# %s: differs: %s\n", name, text->line);
    }
    const bool same_count = !next_line(text) && !next_line(expected);
    free(ids);
    tap_ok(lines > 0 && equal == lines && same_count, "%s: ids of %zu of %zu lines", name, equal,
           lines);
}

static bool pieces_are(const tr_spm *spm, const int32_t *ids, size_t n, const char *expected)
{
    for (size_t i = 0; i < n; i++) {
        const char *piece = tr_spm_piece(spm, ids[i]);
        const size_t len = strcspn(expected, " ");
        /* Unknown text stands for itself. */
        if (ids[i] != tr_spm_unk(spm) && (strlen(piece) != len || memcmp(piece, expected, len)))
            return false;
        expected += len;
        expected += *expected == ' ';
    }
    return *expected == '\0';
}

static void compare_recorded(const char *vocabulary, const char *text_path, const char *pieces_path)
{
    char path[512];
    line_source text, pieces;
    tr_file file;
    size_t lines = 0, equal = 0, capacity = 0, n;
    int32_t *ids = NULL;
    snprintf(path, sizeof path, SHARED "%s", vocabulary);
    tr_spm *const spm = open_vocabulary(&file, path, true);
    if (!spm || !open_source(&text, "cat " SHARED "%s", text_path, "") ||
        !open_source(&pieces, "cat " SHARED "%s", pieces_path, "")) {
        tap_ok(false, "%s: opens", vocabulary);
        return;
    }
    while (next_line(&text) && next_line(&pieces)) {
        lines++;
        equal += tr_spm_encode(spm, text.line, text.len, &ids, &capacity, &n, NULL) == TR_OK &&
                 pieces_are(spm, ids, n, pieces.line);
    }
    tap_ok(lines > 0 && equal == lines, "%s: recorded pieces of %zu of %zu lines", text_path, equal,
           lines);
    free(ids);
    close_source(&text);
    close_source(&pieces);
    close_vocabulary(&file, spm);
}

/* SentencePiece's spans, but for the empty ones, which are wider here. */
static bool spans_are(const tr_spm_piece_span *s, size_t n, const char *expected)
{
    for (size_t i = 0; i < n; i++) {
        char *end;
        const long id = strtol(expected, &end, 10);
        if (*end++ != ':') return false;
        const unsigned long b = strtoul(end, &end, 10);
        if (*end++ != ':') return false;
        const unsigned long e = strtoul(end, &end, 10);
        if (id != s[i].id || b != s[i].begin || (b < e && e != s[i].end) || s[i].end < e)
            return false;
        expected = end;
    }
    return *expected == '\0';
}

/* Spans ascend, lie on characters, and leave out nothing but white space. */
static bool spans_cover(const char *text, size_t len, const tr_spm_piece_span *s, size_t n)
{
    size_t done = 0, i = 0;
    for (size_t k = 0; k <= n; k++) {
        const size_t begin = k < n ? s[k].begin : len;
        if (k > 0 && k < n && (begin < s[k - 1].begin || s[k].end < s[k - 1].end)) return false;
        for (i = done; i < begin;) {
            int32_t c;
            i += tr_utf8_decode(text + i, len - i, &c);
            if (!tr_is_space(c) && !tr_is_control(c)) return false;
        }
        if (k < n && s[k].end > done) done = s[k].end;
        if (done < len && ((unsigned char)text[done] & 0xC0) == 0x80) return false;
    }
    return true;
}

/* Where the text is ASCII, an ordinary piece is what its span says, "\u2581" for blanks. */
static bool spans_spell(const tr_spm *spm, const char *text, size_t len, const tr_spm_piece_span *s,
                        size_t n)
{
    for (size_t i = 0; i < len; i++)
        if ((unsigned char)text[i] >= 0x7F || (unsigned char)text[i] < 0x20) return true;
    for (size_t i = 0; i < n; i++) {
        if (tr_spm_kind(spm, s[i].id) != TR_SPM_NORMAL) continue;
        const char *piece = tr_spm_piece(spm, s[i].id);
        const char *p = text + s[i].begin, *const end = text + s[i].end;
        for (; strncmp(piece, "\xE2\x96\x81", 3) == 0; piece += 3)
            while (p < end && *p == ' ')
                p++;
        if (strlen(piece) != (size_t)(end - p) || memcmp(piece, p, strlen(piece))) return false;
    }
    return true;
}

static int compare_ids_of_spans(const void *a, const void *b)
{
    const tr_spm_piece_span *const x = a, *const y = b;
    return (x->id > y->id) - (x->id < y->id);
}

/* True if the same pieces come in another order: "7 77" for "77 7".  The unigram algorithm adds
 * the same logarithms then, and rounding, which differs between SentencePiece's versions, decides.
 * Sorts the spans. */
static bool is_tie(tr_spm_piece_span *s, size_t n, const char *expected)
{
    tr_spm_piece_span *other = calloc(n + 1, sizeof *other);
    size_t n_other = 0;
    while (other && *expected && n_other < n) {
        other[n_other++].id = (int32_t)strtol(expected, NULL, 10);
        expected += strcspn(expected, " ");
        expected += *expected == ' ';
    }
    bool tie = n_other == n && *expected == '\0';
    if (tie) qsort(other, n, sizeof *other, compare_ids_of_spans);
    if (tie) qsort(s, n, sizeof *s, compare_ids_of_spans);
    for (size_t i = 0; tie && i < n; i++)
        tie = s[i].id == other[i].id;
    free(other);
    return tie;
}

static void compare_spans(const tr_spm *spm, const char *name, line_source *text,
                          line_source *expected)
{
    size_t lines = 0, equal = 0, ties = 0, covered = 0, spelled = 0, capacity = 0, n;
    tr_spm_piece_span *spans = NULL;
    while (next_line(text) && next_line(expected)) {
        lines++;
        if (tr_spm_encode_spans(spm, text->line, text->len, &spans, &capacity, &n, NULL, NULL) < 0)
            continue;
        const bool same = spans_are(spans, n, expected->line);
        const bool covers = spans_cover(text->line, text->len, spans, n);
        equal += same;
        covered += covers;
        spelled += spans_spell(spm, text->line, text->len, spans, n);
        if (!same || !covers) printf("# %s: differs: %s\n", name, text->line);
        if (!same) ties += is_tie(spans, n, expected->line);
    }
    free(spans);
    tap_ok(lines > 0 && equal + ties == lines && 100 * ties <= lines,
           "%s: spans of %zu of %zu lines, %zu ties", name, equal, lines, ties);
    tap_ok(lines > 0 && covered == lines, "%s: spans cover %zu of %zu lines", name, covered, lines);
    tap_ok(lines > 0 && spelled == lines, "%s: spans spell %zu of %zu lines", name, spelled, lines);
}

/* Runs `peer` (a format with the model's path) over the texts and compares. */
static void compare(const tr_spm *spm, const char *path, const char *lines, const char *peer,
                    void (*how)(const tr_spm *, const char *, line_source *, line_source *))
{
    char command[1024], name[600];
    line_source text, expected;
    snprintf(command, sizeof command, "LC_ALL=C; awk 'FNR <= %%s' " TEXTS " | %s", peer);
    snprintf(name, sizeof name, "%s", path + strlen(SHARED));
    if (!open_source(&text, "LC_ALL=C; awk 'FNR <= %s' " TEXTS "%s", lines, "") ||
        !open_source(&expected, command, lines, path)) {
        tap_ok(false, "%s: pipes", name);
        return;
    }
    how(spm, name, &text, &expected);
    close_source(&text);
    tap_ok(close_source(&expected), "%s: the other program succeeded", name);
}

typedef struct id_array {
    int32_t *ids;
    size_t n, capacity;
} id_array;

static bool same_ids(const id_array *a, const id_array *b)
{
    return a->n == b->n && (a->n == 0 || !memcmp(a->ids, b->ids, a->n * sizeof *a->ids));
}

/* True if both make the same ids of a text, and the same text of these ids. */
static bool same_both_ways(const tr_spm *quick, const tr_spm *whole, const char *line, size_t len,
                           id_array *a, id_array *b)
{
    tr_buf one = {0}, other = {0};
    bool same = tr_spm_encode(quick, line, len, &a->ids, &a->capacity, &a->n, NULL) == TR_OK &&
                tr_spm_encode(whole, line, len, &b->ids, &b->capacity, &b->n, NULL) == TR_OK &&
                same_ids(a, b) && tr_spm_decode(quick, a->ids, a->n, &one, NULL) == TR_OK &&
                tr_spm_decode(whole, a->ids, a->n, &other, NULL) == TR_OK && one.len == other.len &&
                (one.len == 0 || !memcmp(one.data, other.data, one.len));
    /* Any ids, too: parts of characters, and blanks at the start. */
    for (size_t i = 0; same && i < a->n; i += getenv("TEST_LONG") ? 1 : 1 + a->n / 8) {
        tr_buf_clear(&one);
        tr_buf_clear(&other);
        same = tr_spm_decode(quick, a->ids + i, (a->n - i + 1) / 2, &one, NULL) == TR_OK &&
               tr_spm_decode(whole, a->ids + i, (a->n - i + 1) / 2, &other, NULL) == TR_OK &&
               !strcmp(tr_buf_text(&one), tr_buf_text(&other));
    }
    tr_buf_free(&one);
    tr_buf_free(&other);
    return same;
}

/* A line of characters of all kinds: letters, marks that combine, wide forms, blanks, controls. */
static void make_line(uint32_t *seed, tr_buf *line)
{
    static const uint32_t ranges[][2] = {
        {0x20, 0x5F},     {0x61, 0x1A},   {0xA0, 0x160},   {0x300, 0x70},
        {0x1E00, 0x200},  {0x2000, 0x70}, {0x2100, 0x100}, {0x3000, 0x100},
        {0xAC00, 0x400},  {0xFB00, 0x50}, {0xFE00, 0x200}, {0x1D400, 0x100},
        {0x1F300, 0x300}, {0x2581, 1},    {0x20, 1},       {0x1, 0x1F}};
    enum { N_RANGES = sizeof ranges / sizeof *ranges };
    tr_buf_clear(line);
    for (size_t n = 1 + *seed % 40; n > 0; n--) {
        *seed = *seed * 1664525u + 1013904223u;
        const uint32_t *range = ranges[(*seed >> 24) % N_RANGES];
        const uint32_t c = range[0] + (*seed >> 8) % 4096 % range[1];
        const char bytes[] = {(char)(c < 0x80      ? c
                                     : c < 0x800   ? 0xC0 | c >> 6
                                     : c < 0x10000 ? 0xE0 | c >> 12
                                                   : 0xF0 | c >> 18),
                              (char)(0x80 | (c >> 12 & 0x3F)), (char)(0x80 | (c >> 6 & 0x3F)),
                              (char)(0x80 | (c & 0x3F))};
        tr_buf_add(line, bytes, 1);
        if (c >= 0x10000) tr_buf_add(line, bytes + 1, 1);
        if (c >= 0x800) tr_buf_add(line, bytes + 2, 1);
        if (c >= 0x80) tr_buf_add(line, bytes + 3, 1);
    }
}

static void compare_made(const char *vocabulary, const tr_spm *quick, const tr_spm *whole)
{
    enum { N_LINES = 300 };
    id_array a = {0}, b = {0};
    tr_buf line = {0};
    uint32_t seed = 7;
    size_t equal = 0;

    for (size_t i = 0; i < N_LINES; i++) {
        make_line(&seed, &line);
        equal += tr_utf8_valid(line.data, line.len) &&
                 same_both_ways(quick, whole, line.data, line.len, &a, &b);
    }
    tap_ok(equal == N_LINES, "%s: the quick way is the same for %zu of %d lines of any characters",
           vocabulary, equal, N_LINES);
    tr_buf_free(&line);
    free(a.ids);
    free(b.ids);
}

/* The quick way against SentencePiece in the same process, over the same lines and their halves. */
static void compare_quick(const char *vocabulary, const tr_spm *quick, const char *path,
                          const char *lines)
{
    line_source text;
    tr_file file;
    id_array a = {0}, b = {0};
    size_t n_lines = 0, equal = 0;
    tr_spm *const whole = open_vocabulary(&file, path, false);

    if (!whole || !open_source(&text, "LC_ALL=C; awk 'FNR <= %s' " TEXTS "%s", lines, "")) {
        tap_ok(false, "%s: opens", vocabulary);
        return;
    }
    while (next_line(&text)) {
        size_t half = text.len / 2;
        while (half > 0 && ((unsigned char)text.line[half] & 0xC0) == 0x80)
            half--;
        n_lines++;
        equal += same_both_ways(quick, whole, text.line, text.len, &a, &b) &&
                 same_both_ways(quick, whole, text.line + half, text.len - half, &a, &b);
    }
    tap_ok(n_lines > 0 && equal == n_lines, "%s: the quick way is the same for %zu of %zu lines",
           vocabulary, equal, n_lines);
    compare_made(vocabulary, quick, whole);
    close_source(&text);
    free(a.ids);
    free(b.ids);
    close_vocabulary(&file, whole);
}

static void check_vocabulary(const char *vocabulary, const char *lines, bool encode, bool module)
{
    char path[512];
    tr_file file;
    snprintf(path, sizeof path, SHARED "%s", vocabulary);
    tr_spm *const spm = open_vocabulary(&file, path, true);
    if (!tap_ok(spm != NULL, "%s: opens", vocabulary)) return;
    if (encode) compare(spm, path, lines, "spm_encode --model=%s --output_format=id", compare_ids);
    compare_quick(vocabulary, spm, path, lines);
    if (module)
        compare(spm, path, lines, "${PYTHON:-python3} tests/peers/spm_peer.py %s", compare_spans);
    close_vocabulary(&file, spm);
}

int main(void)
{
    if (system("ls " TEXTS " >/dev/null 2>&1") != 0) {
        tap_skip("ids and spans", "no texts and vocabularies in " SHARED);
        return tap_done();
    }
    const bool encode = system("command -v spm_encode >/dev/null") == 0;
    const bool module = system("${PYTHON:-python3} -c 'import sentencepiece' 2>/dev/null") == 0;
    const char *const lines = getenv("TEST_LONG") ? "1000000" : "20";
    if (!encode) tap_skip("ids", "no spm_encode");
    if (!module) tap_skip("spans", "no Python module sentencepiece (PYTHON names an interpreter)");
    for (size_t i = 0; i < sizeof vocabularies / sizeof *vocabularies; i++)
        check_vocabulary(vocabularies[i], lines, encode, module);
    for (size_t i = 0; i < sizeof recorded / sizeof *recorded; i++)
        compare_recorded(recorded[i].vocabulary, recorded[i].text, recorded[i].pieces);
    return tap_done();
}
