/* verify.c - manifests: are the files unchanged, and does the model say the same again? */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "commands/commands.h"
#include "console/alloc.h"
#include "console/options.h"
#include "console/output.h"
#include "lines/manifest.h"

typedef struct settings_of_verify {
    const char *model, *input;
    int sample, seed; /* -1: not given */
    int quiet;
} settings_of_verify;

/* A manifest and what it says. */
typedef struct record {
    char *path, *output; /* files: of the manifest, and beside it */
    cJSON *object;
    const char *input;
    int part, parts;
    off_t begin, end, size; /* of the input */
    uint64_t lines;
} record;

/* A line that is translated again. */
typedef struct drawn {
    const record *of;
    uint64_t line;
} drawn;

typedef struct verify {
    const settings_of_verify *set;
    record *records; /* [n] */
    size_t n;
    uint64_t state;             /* of the random numbers */
    uint64_t n_lines, n_failed; /* of all */
    uint64_t n_passed;          /* lines that were drawn, or not */
    drawn *drawn;               /* [n_drawn], of at most set->sample */
    size_t n_drawn;
    char *folder;          /* for the sample */
    FILE *sources, *texts; /* of the lines that were drawn */
} verify;

/* ---- Reading manifests ---- */

static const char *text_of(const cJSON *object, const char *inner, const char *name)
{
    const cJSON *const from = inner ? cJSON_GetObjectItem(object, inner) : object;
    const char *const text = cJSON_GetStringValue(cJSON_GetObjectItem(from, name));
    return text ? text : "";
}

static double number_of(const cJSON *object, const char *inner, const char *name)
{
    const cJSON *const from = inner ? cJSON_GetObjectItem(object, inner) : object;
    const cJSON *const number = cJSON_GetObjectItem(from, name);
    const bool fits =
        cJSON_IsNumber(number) && number->valuedouble >= 0 && number->valuedouble < 9e15;
    return fits ? number->valuedouble : 0;
}

static int read_record(record *r, const char *path, const char *source)
{
    static const char end[] = ".manifest";
    const size_t len = strlen(path), tail = sizeof end - 1;

    *r = (record){.path = checked_format("%s", path)};
    if (len <= tail || strcmp(path + len - tail, end) != 0) {
        complain("%s: a manifest is called OUTPUT.manifest", path);
        return -1;
    }
    r->output = checked_copy(path, len - tail);
    r->object = manifest_read(path, true);
    if (!r->object) return -1;
    r->input = source ? source : text_of(r->object, "input", "file");
    r->part = (int)number_of(r->object, NULL, "part");
    r->parts = (int)number_of(r->object, NULL, "parts");
    r->begin = (off_t)number_of(r->object, "input", "begin");
    r->end = (off_t)number_of(r->object, "input", "end");
    r->size = (off_t)number_of(r->object, "input", "size");
    r->lines = (uint64_t)number_of(r->object, NULL, "lines");
    return 0;
}

static int compare_parts(const void *a, const void *b)
{
    const record *const x = a, *const y = b;
    return x->part != y->part ? x->part - y->part : strcmp(x->path, y->path);
}

/* ---- Together ---- */

/* Manifests of one work have one program, model and options. */
static bool agree(const record *a, const record *b)
{
    static const struct {
        const char *inner, *name, *what;
    } must[] = {{NULL, "translate", "another version of the program"},
                {"model", "sha256", "another model"},
                {"options", "sha256", "other options"}};

    for (size_t i = 0; i < sizeof must / sizeof *must; i++)
        if (strcmp(text_of(a->object, must[i].inner, must[i].name),
                   text_of(b->object, must[i].inner, must[i].name)) != 0) {
            complain("%s: was made by %s than %s", b->path, must[i].what, a->path);
            return false;
        }
    return true;
}

/* Whether b comes next after a, of the same file. */
static bool follows(const record *a, const record *b)
{
    const bool same = a->parts == b->parts && !strcmp(a->input, b->input) && a->size == b->size;

    if (!same)
        complain("%s and %s: are no parts of one file", a->path, b->path);
    else if (b->part == a->part)
        complain("%s and %s: are the same part", a->path, b->path);
    else if (b->part > a->part + 1)
        complain("part %d of %d is missing", a->part + 1, a->parts);
    else if (b->begin != a->end)
        complain("%s: does not begin where %s ends", b->path, a->path);
    else
        return true;
    return false;
}

/* Several parts are to be all parts. */
static bool are_complete(const verify *v)
{
    const record *const r = v->records, *const last = r + v->n - 1;
    bool good = true;

    for (size_t i = 1; i < v->n; i++)
        good = agree(r, r + i) && good;
    if (v->n < 2 || !r->parts) return good;
    if (r->part) complain("part 0 of %d is missing", r->parts);
    good = good && !r->part;
    for (size_t i = 1; i < v->n; i++)
        good = follows(r + i - 1, r + i) && good;
    if (last->part + 1 < last->parts)
        complain("part %d of %d is missing", last->parts - 1, last->parts);
    return good && last->part + 1 == last->parts;
}

/* ---- A file, line by line ---- */

typedef struct side {
    const char *path;
    FILE *file;
    char *line;
    size_t capacity;
    ssize_t len; /* of the line; <= 0: there is none */
    off_t left;
    digest_sum sum;
} side;

static int side_open(side *s, const char *path, off_t begin, off_t left)
{
    *s = (side){.path = path, .file = fopen(path, "rb"), .left = left};
    digest_begin(&s->sum);
    if (s->file && fseeko(s->file, begin, SEEK_SET) == 0) return 0;
    complain("%s: %s", path, strerror(errno));
    return -1;
}

static bool side_next(side *s)
{
    s->len = s->left > 0 ? getline(&s->line, &s->capacity, s->file) : 0;
    if (s->len > s->left) s->len = (ssize_t)s->left;
    if (s->len <= 0) return false;
    s->left -= s->len;
    digest_bytes(&s->sum, s->line, (size_t)s->len);
    return true;
}

static bool side_close(side *s, const char *wanted, const char *by)
{
    char *const digits = digest_end(&s->sum);
    const bool good = !strcmp(digits, wanted);

    if (!good) complain("%s: has changed since %s was written", s->path, by);
    if (s->file) fclose(s->file);
    free(s->line);
    free(digits);
    return good;
}

/* splitmix64 */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);

    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

/* Draws n of all lines, each set of n as likely as others: Knuth's algorithm S. */
static bool is_drawn(verify *v)
{
    const uint64_t left = v->n_lines - v->n_passed++;
    const uint64_t wanted = (uint64_t)v->set->sample - v->n_drawn;
    return wanted && left && next_random(&v->state) % left < wanted;
}

static void put_line(FILE *f, const char *line, ssize_t len)
{
    fwrite(line, 1, (size_t)len, f);
    if (line[len - 1] != '\n') fputc('\n', f);
}

static void keep_line(verify *v, const record *r, uint64_t line, const side *in, const side *out)
{
    v->drawn[v->n_drawn++] = (drawn){r, line};
    put_line(v->sources, in->line, in->len);
    put_line(v->texts, out->line, out->len);
}

/* Both files have the digests and as many lines; draws lines. */
static bool check_files(verify *v, const record *r)
{
    const off_t n_bytes = (off_t)number_of(r->object, "output", "bytes");
    side in = {0}, out = {0};
    uint64_t line = 0;

    bool good = side_open(&in, r->input, r->begin, r->end - r->begin) == 0;
    good = side_open(&out, r->output, 0, INT64_MAX) == 0 && good;
    while (good) {
        const bool more = side_next(&in), both = side_next(&out);
        if (more != both) {
            complain("%s: has %s lines than its input", r->output, more ? "fewer" : "more");
            good = false;
        }
        if (!more || !both) break;
        line++;
        if (is_drawn(v)) keep_line(v, r, line, &in, &out);
    }
    if (good && (line != r->lines || INT64_MAX - out.left != n_bytes)) {
        complain("%s: has changed since %s was written: its lines and bytes are others", r->output,
                 r->path);
        good = false;
    }
    while (good && side_next(&out)) {
    }
    if (!good) {
        if (in.file) fclose(in.file);
        if (out.file) fclose(out.file);
        free(in.line);
        free(out.line);
        return false;
    }
    good = side_close(&in, text_of(r->object, "input", "sha256"), r->path);
    return side_close(&out, text_of(r->object, "output", "sha256"), r->path) && good;
}

/* ---- Again ---- */

/* What a manifest may ask for: options that read, and change a translation. */
static bool is_harmless(const char *argument)
{
    static const char others[] = " output output-dir suffix in-place part manifest resume "
                                 "memory-add skip-existing dry-run version help text ";
    const size_t len = strcspn(argument + 2 * !strncmp(argument, "--", 2), "=");
    char name[64];

    if (strncmp(argument, "--", 2) != 0 || len > 40) return false;
    snprintf(name, sizeof name, " %.*s ", (int)len, argument + 2);
    return options_find(&translate_command, argument + 2, len) && !strstr(others, name);
}

static char *in_folder(const verify *v, const char *name)
{
    return checked_format("%s/%s", v->folder, name);
}

/* The words of a command that translates the sample as the manifest's lines were; NULL after a
 * sentence.  The caller frees the list and its last two. */
static const char **make_command(const verify *v, int *n)
{
    const cJSON *const list =
        cJSON_GetObjectItem(cJSON_GetObjectItem(v->records->object, "options"), "arguments");
    const char *const path = text_of(v->records->object, "model", "file");
    const char **const words =
        checked_malloc(((size_t)cJSON_GetArraySize(list) + 12) * sizeof *words);
    const cJSON *one;

    *n = 0;
    cJSON_ArrayForEach(one, list)
    {
        const char *const word = cJSON_GetStringValue(one);
        if (!word || !is_harmless(word)) {
            complain("%s: asks for %s, which no manifest does", v->records->path,
                     word ? word : "no option");
            free(words);
            return NULL;
        }
        words[(*n)++] = word;
    }
    const char *const model = v->set->model ? v->set->model : !access(path, R_OK) ? path : NULL;
    if (model) words[(*n)++] = "--model";
    if (model) words[(*n)++] = model;
    words[(*n)++] = "--quiet";
    words[(*n)++] = "--no-hints";
    words[(*n)++] = "--no-progress";
    words[(*n)++] = "--manifest";
    words[(*n)++] = "--format=lines";
    words[(*n)++] = "--output";
    words[*n] = in_folder(v, "out");
    words[*n + 1] = in_folder(v, "sources");
    words[*n + 2] = NULL;
    *n += 2;
    return words;
}

/* Compares the lines, in two files of as many. */
static bool are_same(const verify *v, const char *path)
{
    char *wanted = in_folder(v, "texts");
    side now, before;
    bool good = true;

    side_open(&now, path, 0, INT64_MAX);
    side_open(&before, wanted, 0, INT64_MAX);
    for (size_t i = 0; i < v->n_drawn && now.file && before.file; i++) {
        const bool has_line = side_next(&now), had_line = side_next(&before);
        if (has_line && had_line && now.len == before.len &&
            !memcmp(now.line, before.line, (size_t)now.len))
            continue;
        complain("%s:%llu: is not what the model says of %s", v->drawn[i].of->output,
                 (unsigned long long)v->drawn[i].line, v->drawn[i].of->input);
        good = false;
    }
    if (now.file) fclose(now.file);
    if (before.file) fclose(before.file);
    free(now.line);
    free(before.line);
    free(wanted);
    return good;
}

static bool translate_again(const verify *v)
{
    int n;
    const char **const words = make_command(v, &n);
    record again = {0};

    if (!words) return false;
    char *const source = (char *)words[n - 1], *const out = (char *)words[n - 2];
    const int status = translate_command.run(n, (char **)words);
    char *const path = manifest_path(out);
    bool good = status == EXIT_OK || status == EXIT_SOME_LINES;
    if (good) {
        again.path = path;
        again.object = manifest_read(path, true);
        static const char now[] = "what is here now";
        again.path = (char *)now;
        good = again.object && agree(&again, v->records) && are_same(v, out);
        cJSON_Delete(again.object);
    }
    unlink(out);
    unlink(path);
    free(path);
    free(out);
    free(source);
    free(words);
    return good;
}

/* ---- All of it ---- */

static int open_sample(verify *v)
{
    const char *const folder = getenv("TMPDIR");

    v->folder = checked_format("%s/translate-verify-XXXXXX", folder && *folder ? folder : "/tmp");
    if (!mkdtemp(v->folder)) {
        complain("%s: %s", v->folder, strerror(errno));
        return -1;
    }
    char *const sources = in_folder(v, "sources"), *const texts = in_folder(v, "texts");
    v->sources = fopen(sources, "wb");
    v->texts = fopen(texts, "wb");
    if (!v->sources || !v->texts) complain("%s: %s", v->folder, strerror(errno));
    free(sources);
    free(texts);
    return v->sources && v->texts ? 0 : -1;
}

static bool close_sample(verify *v)
{
    FILE **const files[] = {&v->sources, &v->texts};
    bool good = true;

    for (size_t i = 0; i < 2; i++) {
        if (*files[i] && fclose(*files[i])) good = false;
        *files[i] = NULL;
    }
    if (!good) complain("%s: %s", v->folder, strerror(errno));
    return good;
}

static void remove_sample(verify *v)
{
    static const char *const names[] = {"sources", "texts"};

    for (size_t i = 0; i < 2; i++) {
        char *const path = in_folder(v, names[i]);
        unlink(path);
        free(path);
    }
    rmdir(v->folder);
    free(v->folder);
}

static void tell_all(const verify *v)
{
    output out;

    if (v->set->quiet || output_open(&out, NULL) < 0) return;
    fprintf(out.stream, "%zu manifest%s, %llu lines, %llu failed; ", v->n, v->n > 1 ? "s" : "",
            (unsigned long long)v->n_lines, (unsigned long long)v->n_failed);
    if (v->records->parts && v->n < 2)
        fprintf(out.stream, "part %d of %d, ", v->records->part, v->records->parts);
    fprintf(out.stream, "files as they were; %zu lines translated again, all the same\n",
            v->n_drawn);
    output_close(&out);
}

static bool verify_all(verify *v)
{
    bool good = are_complete(v);

    for (size_t i = 0; i < v->n; i++)
        good = check_files(v, v->records + i) && good;
    good = close_sample(v) && good;
    return good && translate_again(v);
}

static int verify_records(verify *v, int argc, char **argv)
{
    bool good = true;

    v->records = checked_realloc(NULL, (size_t)argc, sizeof *v->records);
    for (int i = 0; i < argc; i++)
        good = read_record(v->records + v->n++, argv[i], v->set->input) == 0 && good;
    for (size_t i = 0; good && i < v->n; i++) {
        v->n_lines += v->records[i].lines;
        v->n_failed += (uint64_t)number_of(v->records[i].object, NULL, "failed");
    }
    if (good) qsort(v->records, v->n, sizeof *v->records, compare_parts);
    v->drawn = checked_realloc(NULL, (size_t)v->set->sample + 1, sizeof *v->drawn);
    if (good) {
        good = open_sample(v) == 0 && verify_all(v);
        close_sample(v);
        remove_sample(v);
    }
    if (good) tell_all(v);
    for (size_t i = 0; i < v->n; i++) {
        cJSON_Delete(v->records[i].object);
        free(v->records[i].path);
        free(v->records[i].output);
    }
    free(v->records);
    free(v->drawn);
    return good ? EXIT_OK : EXIT_FAILED;
}

#define FIELD(name) offsetof(settings_of_verify, name)
static const option verify_options[] = {
    OPTION_RANGE_ROW(0, "sample", "N", OPTION_COUNT, FIELD(sample), 0, 1000000,
                     "lines, drawn of all, to be translated again (default: 100)"),
    OPTION_RANGE_ROW(0, "seed", "N", OPTION_COUNT, FIELD(seed), 0, 2147483647,
                     "draw the lines that this number stands for (default: others each time)"),
    OPTION_ROW('m', "model", "FILE|NAME", OPTION_TEXT, FIELD(model),
               "the model, where it is another file than it was"),
    OPTION_ROW(0, "input", "FILE", OPTION_TEXT, FIELD(input),
               "the input, where it is another file than it was"),
    OPTION_FLAG_ROW('q', "quiet", FIELD(quiet), "say nothing if all is well"),
    OPTION_LAST_ROWS,
};

static int verify_main(int argc, char **argv)
{
    settings_of_verify set = {.sample = 100, .seed = -1};

    const int rc = options_parse(&verify_command, &argc, argv, &set);
    if (rc != GO_ON) return rc;
    if (!argc) return options_misuse(&verify_command, "which manifest?");
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    const uint64_t chance = (uint64_t)now.tv_sec << 30 ^ (uint64_t)now.tv_nsec;
    verify v = {.set = &set, .state = set.seed < 0 ? chance : (uint64_t)set.seed};
    return verify_records(&v, argc, argv);
}

const command verify_command = {
    .name = "verify",
    .summary = "check translated files by their manifests",
    .operands = "[OPTIONS] OUTPUT.manifest...",
    .operand = "FILE",
    .about = "Checks that inputs and outputs are those that manifests (--manifest) tell of, that "
             "several parts are all parts, made by one model with the same options, and that lines "
             "drawn at random, translated again, are the same bytes.",
    .options = verify_options,
    .run = verify_main,
};
