/* memory.c - `translate memory`: what a translation memory has, to and from other programs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/utf8.h"
#include "commands/commands.h"
#include "console/alloc.h"
#include "console/input.h"
#include "console/message.h"
#include "console/option_pairs.h"
#include "console/output.h"
#include "console/printable.h"
#include "memory/tm.h"
#include "memory/tm_tmx.h"
#include "memory/tm_write.h"

enum { FORMAT_AUTO, FORMAT_TMX, FORMAT_TSV };

typedef struct settings {
    const char *from, *to, *output, *source, *model;
    int format, given, all;
} settings;

#define FIELD(name) offsetof(settings, name)
static const option options[] = {
    OPTION_ROW('f', "from", "LANG", OPTION_TEXT, FIELD(from), "language of the sources"),
    OPTION_ROW('t', "to", "LANG", OPTION_TEXT, FIELD(to), "language of the translations"),
    OPTION_ROW('o', "output", "FILE", OPTION_TEXT, FIELD(output), "export: write there"),
    OPTION_ROW(0, "format", "auto|tmx|tsv", OPTION_CHOICE, FIELD(format),
               "what is written or read: TMX, or lines of source, tab, translation (auto: by the "
               "file's name; TMX is written)"),
    OPTION_ROW(0, "source", "TEXT", OPTION_TEXT, FIELD(source), "remove: segments of this source"),
    OPTION_ROW(0, "model", "DIGEST", OPTION_TEXT, FIELD(model),
               "export, remove: what the model said whose digest begins so"),
    OPTION_FLAG_ROW(0, "given", FIELD(given), "export, remove: what was imported"),
    OPTION_FLAG_ROW(0, "all", FIELD(all), "remove: all"),
    OPTION_LAST_ROWS,
};

/* A memory that is open. */
typedef struct opened {
    const char *path;
    const tm_store_kind *kind;
    tm_store *store;
} opened;

/* `from` and `to` are "" where it does not matter.  0, or -1 after a sentence. */
static int open_memory(opened *m, const char *path, int add, const char *from, const char *to)
{
    char why[STORE_WHY];
    bool locked;
    char *const given = checked_format(STORE_GIVEN_OPTIONS, from, to);
    const tm_store_setting setting = {
        .model = STORE_GIVEN_MODEL, .options = given, .from = from, .to = to};

    *m = (opened){.path = path, .kind = tm_kind_of(&(tm_settings){.path = path, .add = add}, NULL)};
    if (m->kind) m->store = m->kind->open(path, add, &setting, &locked, why);
    if (m->kind && !m->store) complain("%s: %s", path, why);
    free(given);
    return m->store ? 0 : -1;
}

static int close_memory(opened *m, int status)
{
    m->kind->close(m->store);
    return status;
}

static int fail_memory(const opened *m, const char *why)
{
    complain("%s: %s", m->path, why);
    return EXIT_FAILED;
}

/* The languages that a TMX file says, where no option does; they live in `said`.  0, or -1 after a
 * sentence. */
static int find_languages(settings *s, const char *path, tr_document_languages *said)
{
    enum { HEAD = 1 << 20 };
    char *const head = checked_malloc(HEAD);
    FILE *const f = fopen(path, "rb");
    const size_t n = f ? fread(head, 1, HEAD, f) : 0;

    if (f) fclose(f);
    tr_document_say_languages(path, head, n, "tmx", said);
    free(head);
    if (!s->from && *said->source) s->from = said->source;
    if (!s->to && *said->target) s->to = said->target;
    if (s->from && s->to) return 0;
    complain("%s: does not tell the languages of its units, or has several: -f and -t tell which "
             "are meant",
             path);
    return -1;
}

/* Opens what is listed or exported; units of TMX are of one pair of languages, which it says. */
static int open_listed(opened *m, const settings *s, const char *path)
{
    tr_document_languages said;
    settings set = *s;

    if (open_memory(m, path, 0, s->from ? s->from : "", s->to ? s->to : "") < 0) return -1;
    if (m->kind != &tm_tmx_store || (s->from && s->to)) return 0;
    close_memory(m, EXIT_OK);
    return find_languages(&set, path, &said) < 0 ? -1 : open_memory(m, path, 0, set.from, set.to);
}

/* ---- list ---- */

/* Rows that have one model and one pair of languages. */
typedef struct group {
    char *model, *from, *to;
    size_t n, n_marked;
} group;

typedef struct listing {
    group *groups; /* [n] */
    size_t n;
} listing;

static int count_row(void *ctx, const tm_row *row)
{
    listing *const l = ctx;
    group *g = NULL;

    for (size_t i = l->n; i > 0 && !g; i--)
        if (!strcmp(l->groups[i - 1].model, row->model) &&
            !strcmp(l->groups[i - 1].from, row->from) && !strcmp(l->groups[i - 1].to, row->to))
            g = &l->groups[i - 1];
    if (!g) {
        l->groups = checked_realloc(l->groups, l->n + 1, sizeof *l->groups);
        g = &l->groups[l->n++];
        *g = (group){checked_format("%s", row->model), checked_format("%s", row->from),
                     checked_format("%s", row->to), 0, 0};
    }
    g->n++;
    g->n_marked += row->entry.marked != 0;
    return 0;
}

static void free_listing(listing *l)
{
    for (size_t i = 0; i < l->n; i++) {
        free(l->groups[i].model);
        free(l->groups[i].from);
        free(l->groups[i].to);
    }
    free(l->groups);
}

static void print_group(FILE *out, const group *g)
{
    char *const pair = checked_format("%s to %s", g->from, g->to);

    printable_text(out, pair, strlen(pair), 16);
    fprintf(out, " %8zu %s", g->n, g->n == 1 ? "segment " : "segments");
    fputs(*g->model ? "  model " : "  given", out);
    printable_text(out, g->model, strlen(g->model) < 12 ? strlen(g->model) : 12, 0);
    if (g->n_marked) fprintf(out, "  (%zu of documents, with marks)", g->n_marked);
    fputc('\n', out);
    free(pair);
}

/* ---- The only pair ---- */

/* Notes the languages of all rows, if they are the same. */
typedef struct only_pair {
    char *from, *to;
    bool several;
} only_pair;

static int note_pair(void *ctx, const tm_row *row)
{
    only_pair *const p = ctx;

    if (!p->from) {
        p->from = checked_format("%s", row->from);
        p->to = checked_format("%s", row->to);
    }
    p->several = strcmp(p->from, row->from) != 0 || strcmp(p->to, row->to) != 0;
    return p->several;
}

static int list_memory(const settings *s, char **files, int n)
{
    (void)n;
    char why[STORE_WHY];
    listing l = {0};
    opened m;
    output out;

    if (open_listed(&m, s, files[0]) < 0) return EXIT_FAILED;
    int status = m.kind->each(m.store, 0, count_row, &l, why) < 0 ? fail_memory(&m, why) : EXIT_OK;
    if (status == EXIT_OK && output_open(&out, NULL) < 0) status = EXIT_FAILED;
    for (size_t i = 0; i < l.n && status == EXIT_OK; i++)
        print_group(out.stream, &l.groups[i]);
    if (status == EXIT_OK && l.n && isatty(STDOUT_FILENO))
        complain("translate memory export --format tsv %s  prints the segments", files[0]);
    if (status == EXIT_OK) output_close(&out);
    free_listing(&l);
    return close_memory(&m, status);
}

/* ---- export ---- */

/* True if a name ends so; its case does not matter. */
static bool ends_in(const char *name, const char *ending)
{
    const char *const point = strrchr(name, '.');
    return point && !strcasecmp(point, ending);
}

typedef struct exporting {
    const settings *set;
    tm_writer writer;
    const char *from; /* of all rows; NULL: of none yet */
    char *first_from;
    bool several;
} exporting;

static bool is_wanted(const settings *s, const tm_row *row)
{
    if (s->from && !tr_language_fit(row->from, s->from)) return false;
    if (s->to && !tr_language_fit(row->to, s->to)) return false;
    if (s->given && *row->model) return false;
    return !s->model || (*row->model && !strncmp(row->model, s->model, strlen(s->model)));
}

static int note_language(void *ctx, const tm_row *row)
{
    exporting *const e = ctx;

    if (!is_wanted(e->set, row)) return 0;
    if (!e->first_from) e->first_from = checked_format("%s", row->from);
    e->several = e->several || strcmp(e->first_from, row->from) != 0;
    return e->several;
}

static int export_row(void *ctx, const tm_row *row)
{
    exporting *const e = ctx;
    if (is_wanted(e->set, row)) tm_write_row(&e->writer, row);
    return 0;
}

/* True if options or the name say what is written; a name without an ending gets TMX. */
static bool is_told(const settings *s)
{
    const char *const slash = s->output ? strrchr(s->output, '/') : NULL;
    const char *const name = slash ? slash + 1 : s->output;

    return s->format != FORMAT_AUTO || !name || !strchr(name, '.') || ends_in(name, ".tmx") ||
           ends_in(name, ".tsv") || ends_in(name, ".xml");
}

static int export_memory(const settings *s, char **files, int n)
{
    (void)n;
    exporting e = {.set = s};
    char why[STORE_WHY];
    opened m;
    output out;

    if (!is_told(s)) {
        complain("%s: the name tells neither TMX nor lines with tabs: end it in .tmx or .tsv, or "
                 "use --format",
                 s->output);
        return EXIT_MISUSE;
    }
    e.writer.tsv = s->format == FORMAT_TSV ||
                   (s->format == FORMAT_AUTO && s->output && ends_in(s->output, ".tsv"));
    if (open_listed(&m, s, files[0]) < 0) return EXIT_FAILED;
    int rc = m.kind->each(m.store, 0, note_language, &e, why);
    if (rc == 0 && output_open(&out, s->output) < 0) {
        free(e.first_from);
        return close_memory(&m, EXIT_FAILED);
    }
    if (rc == 0) {
        e.writer.out = out.stream;
        tm_write_begin(&e.writer, e.several ? NULL : e.first_from);
        rc = m.kind->each(m.store, 0, export_row, &e, why);
        tm_write_end(&e.writer);
        if (rc < 0)
            output_abandon(&out);
        else
            output_close(&out);
    }
    free(e.first_from);
    if (rc < 0) return close_memory(&m, fail_memory(&m, why));
    if (e.writer.n_left_out)
        complain("%s: %zu of %zu segments are left out: they have %s", m.path, e.writer.n_left_out,
                 e.writer.n_left_out + e.writer.n_written,
                 e.writer.tsv ? "marks of documents, tabs or control characters"
                              : "characters that XML cannot have");
    return close_memory(&m, EXIT_OK);
}

/* ---- import ---- */

typedef struct importing {
    tm_entry *entries; /* [n] */
    size_t n, capacity;
} importing;

static void add_entry(importing *i, const char *source, size_t source_len, const char *text,
                      size_t text_len)
{
    if (i->n == i->capacity) {
        i->capacity = i->capacity ? 2 * i->capacity : 1024;
        i->entries = checked_realloc(i->entries, i->capacity, sizeof *i->entries);
    }
    i->entries[i->n++] = (tm_entry){.source = checked_copy(source, source_len),
                                    .source_len = source_len,
                                    .text = checked_copy(text, text_len),
                                    .text_len = text_len,
                                    .score = NAN,
                                    .log_probability = NAN,
                                    .given = 1};
}

static int take_tmx_row(void *ctx, const tm_row *row)
{
    const tm_entry *const e = &row->entry;
    add_entry(ctx, e->source, e->source_len, e->text, e->text_len);
    return 0;
}

static int read_tmx(importing *i, const settings *s, const char *path)
{
    char why[STORE_WHY];
    opened m;

    if (open_memory(&m, path, 0, s->from, s->to) < 0) return -1;
    return close_memory(&m, m.kind->each(m.store, 1, take_tmx_row, i, why) < 0 ? -1 : 0);
}

static int read_tsv(importing *i, const char *path)
{
    char *name = (char *)path;
    line_reader in;
    const char *text, *tab;
    size_t len;
    int rc;

    if (line_reader_open(&in, &name, 1) < 0) return -1;
    while ((rc = line_reader_next(&in, &text, &len)) > 0) {
        if (!len) continue;
        tab = memchr(text, '\t', len);
        const size_t source_len = tab ? (size_t)(tab - text) : 0;
        const size_t text_len = tab ? len - source_len - 1 : 0;
        if (!source_len || !text_len || memchr(tab + 1, '\t', text_len) || memchr(text, 0, len) ||
            !tr_utf8_valid(text, len)) {
            line_reader_complain(&in, "is not a source, a tab and its translation, in UTF-8: "
                                      "nothing is imported");
            rc = -1;
            break;
        }
        add_entry(i, text, source_len, tab + 1, text_len);
    }
    line_reader_close(&in);
    return rc;
}

/* The languages of all that a memory has, where no option tells them; they live in `pair`. */
static void take_pair_of_memory(settings *s, const char *path, only_pair *pair)
{
    char why[STORE_WHY];
    struct stat about;
    opened m;

    if ((s->from && s->to) || stat(path, &about) || !about.st_size) return;
    if (open_memory(&m, path, 0, "", "") < 0) return;
    const int rc = m.kind->each(m.store, 0, note_pair, pair, why);
    close_memory(&m, 0);
    if (rc < 0 || pair->several || !pair->from) return;
    if ((s->from && !tr_language_fit(pair->from, s->from)) ||
        (s->to && !tr_language_fit(pair->to, s->to)))
        return;
    if (!s->from) s->from = pair->from;
    if (!s->to) s->to = pair->to;
}

static bool is_tmx(const settings *s, const char *path)
{
    return s->format == FORMAT_TMX || (s->format == FORMAT_AUTO && ends_in(path, ".tmx"));
}

/* All of it, or nothing. */
static int import_file(const char *memory, settings s, const char *path)
{
    const bool tmx = is_tmx(&s, path);
    tr_document_languages said;
    only_pair pair = {0};
    char why[STORE_WHY];
    importing i = {0};
    opened m;
    int status = EXIT_FAILED;

    if (tmx && find_languages(&s, path, &said) < 0) return EXIT_FAILED;
    if (!tmx) take_pair_of_memory(&s, memory, &pair);
    if (!tmx && (!s.from || !s.to)) {
        free(pair.from);
        free(pair.to);
        return options_misuse(&memory_command, "import of lines needs --from and --to, where the "
                                               "memory does not have one pair of languages");
    }
    if ((tmx ? read_tmx(&i, &s, path) : read_tsv(&i, path)) == 0 &&
        open_memory(&m, memory, 1, s.from, s.to) == 0) {
        const ptrdiff_t n = m.kind->add(m.store, i.entries, i.n, why);
        status = close_memory(&m, n < 0 ? fail_memory(&m, why) : EXIT_OK);
        if (n >= 0)
            complain("%s: %zd of %zu segments are new, from %s to %s", path, n, i.n, s.from, s.to);
    }
    for (size_t k = 0; k < i.n; k++) {
        free((char *)i.entries[k].source);
        free((char *)i.entries[k].text);
    }
    free(i.entries);
    free(pair.from);
    free(pair.to);
    return status;
}

static bool is_language(const char *code)
{
    return !code || (strlen(code) < 36 && !code[strspn(code, "abcdefghijklmnopqrstuvwxyz"
                                                             "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                             "0123456789-_")]);
}

static int import_memory(const settings *s, char **files, int n)
{
    int status = EXIT_OK;

    if (n < 2) return options_misuse(&memory_command, "import needs a memory, and what to import");
    for (int i = 1; i < n && status != EXIT_MISUSE; i++) {
        const int one = import_file(files[0], *s, files[i]);
        if (one != EXIT_OK) status = one;
    }
    return status;
}

/* ---- remove ---- */

static int remove_from_memory(const settings *s, char **files, int n)
{
    (void)n;
    char why[STORE_WHY];
    opened m;

    if (!s->from && !s->to && !s->source && !s->model && !s->given && !s->all)
        return options_misuse(&memory_command, "remove needs what to remove: --from, --to, "
                                               "--source, --model, --given or --all");
    if (open_memory(&m, files[0], 0, "", "") < 0) return EXIT_FAILED;
    const tm_filter which = {
        .from = s->from, .to = s->to, .model = s->given ? "" : s->model, .source = s->source};
    const ptrdiff_t removed = m.kind->remove(m.store, &which, why);
    if (removed < 0) return close_memory(&m, fail_memory(&m, why));
    complain("%s: %zd %s removed", m.path, removed, removed == 1 ? "segment is" : "segments are");
    return close_memory(&m, EXIT_OK);
}

/* ---- All ---- */

static const struct {
    const char *name;
    int (*run)(const settings *s, char **files, int n);
    int most; /* files; 0: any number */
} verbs[] = {{"list", list_memory, 1},
             {"export", export_memory, 1},
             {"import", import_memory, 0},
             {"remove", remove_from_memory, 1}};

static const option_pair pairs[] = {
    {"given", OPTION_EXCLUDES, "model", NULL},
    OPTION_LAST_PAIR,
};

static int memory_main(int argc, char **argv)
{
    settings set = {0};

    const int rc = options_parse(&memory_command, &argc, argv, &set);
    if (rc != GO_ON) return rc;
    if (!argc) return options_misuse(&memory_command, "name list, export, import or remove");
    if (!is_language(set.from) || !is_language(set.to))
        return options_misuse(&memory_command, "\"%s\" is no code of a language",
                              is_language(set.from) ? set.to : set.from);
    if (option_pairs_check(&memory_command, &set, &(settings){0}) != GO_ON) return EXIT_MISUSE;
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        if (strcmp(verbs[i].name, argv[0]) != 0) continue;
        if (argc < 2) return options_misuse(&memory_command, "%s needs a memory", argv[0]);
        if (!strcmp(argv[0], "remove") && argc > 2)
            return options_misuse(&memory_command,
                                  "unexpected operand \"%s\": --source names the "
                                  "text whose segments are removed",
                                  argv[2]);
        if (verbs[i].most && argc - 1 > verbs[i].most)
            return options_misuse(&memory_command, "unexpected operand \"%s\"", argv[2]);
        return verbs[i].run(&set, argv + 1, argc - 1);
    }
    return options_misuse(&memory_command, "there is no \"%s\": list, export, import or remove",
                          argv[0]);
}

const command memory_command = {
    .name = "memory",
    .summary = "list, export, import or remove what a translation memory has",
    .operands = "list|export|import|remove [OPTIONS] MEMORY [FILE]...",
    .operand = "FILE",
    .verbs = "list|export|import|remove",
    .about = "Shows what a translation memory has, writes it as TMX or lines for other programs, "
             "takes in what people translated, or removes some of it.  \"export --format tsv\" "
             "prints its segments, one on each line.",
    .options = options,
    .pairs = pairs,
    .run = memory_main,
};
