#include "documents/document_file.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/first_bytes.h"
#include "base/packing/unpacker.h"
#include "console/alloc.h"
#include "console/input.h"
#include "console/output.h"
#include "console/unfinished.h"
#include "documents/pdf/pdf_file.h"

#define FIELD(name) offsetof(document_output, name)
const option document_output_options[] = {
    OPTION_ROW(0, "format", "", OPTION_FORMAT, FIELD(reading.format),
               "format of the document (default: by its name and content)"),
    OPTION_ROW('o', "output", "FILE", OPTION_TEXT, FIELD(output),
               "write there; the file appears when it is complete"),
    OPTION_ROW('f', "from", "LANG", OPTION_TEXT, FIELD(reading.from), "language of the document"),
    OPTION_ROW('t', "to", "LANG", OPTION_TEXT, FIELD(reading.to),
               "language of the translation, which TMX needs"),
    DOCUMENT_FILE_ROWS(document_output, reading),
    OPTION_LAST_ROWS,
};

/* Checks one of --columns [len], if it is a number or a range: all else is a name. */
static int check_column(const command *c, const char *column, size_t len)
{
    char *end;

    if (!len || strspn(column, "0123456789-") < len || *column == '-') return GO_ON;
    const unsigned long first = strtoul(column, &end, 10);
    const bool range = *end == '-' && isdigit((unsigned char)end[1]);
    const unsigned long last = range ? strtoul(end + 1, &end, 10) : first;
    if (end < column + len || (first && first <= last)) return GO_ON;
    if (!first) return options_misuse(c, "--columns %.*s: columns count from 1", (int)len, column);
    return options_misuse(c, "--columns %.*s: the range is the wrong way round", (int)len, column);
}

/* An option that only documents heed. */
typedef struct heeded {
    const char *name;
    bool given;
    unsigned ability; /* that the format has to have; 0: any format has it */
} heeded;

enum { HEEDED = 13 };

static void list_heeded(const reading_settings *s, heeded list[HEEDED])
{
    const heeded all[HEEDED] = {
        {"--encoding", s->encoding != NULL, 0},
        {"--columns", s->columns != NULL, TR_TAKES_COLUMNS},
        {"--header", s->header, TR_TAKES_COLUMNS},
        {"--keys", s->keys != NULL, TR_TAKES_KEYS},
        {"--not-keys", s->not_keys != NULL, TR_TAKES_KEYS},
        {"--attributes", s->attributes != NULL, TR_TAKES_ATTRIBUTES},
        {"--lang", s->set_language, 0},
        {"--mark", s->mark > MARK_NONE, TR_MARKS_REVIEW},
        {"--redo-fuzzy", s->redo_fuzzy, TR_MARKS_REVIEW},
        {"--anchors", s->keep_anchors, TR_KEEPS_ANCHORS},
        {"--quality", s->quality, TR_SAYS_QUALITY},
        {"--bilingual", s->bilingual, TR_IS_BILINGUAL},
        {"--cues", s->cues, TR_TAKES_CUES},
    };
    memcpy(list, all, sizeof all);
}

const char *document_file_option(const reading_settings *s)
{
    heeded list[HEEDED];

    list_heeded(s, list);
    for (size_t i = 0; i < HEEDED; i++)
        if (list[i].given) return list[i].name;
    return NULL;
}

static const tr_document_format *find_format(const char *name)
{
    const tr_document_format *f;
    for (size_t i = 0; (f = tr_document_format_at(i)); i++)
        if (!strcmp(f->name, name)) return f;
    return NULL;
}

reading_settings document_file_heeded(const reading_settings *s, const char *format)
{
    const tr_document_format *const f = find_format(format);
    const unsigned can = f ? f->can : 0;
    reading_settings r = *s;

    if (!(can & TR_TAKES_COLUMNS)) r.columns = NULL;
    if (!(can & TR_TAKES_COLUMNS)) r.header = 0;
    if (!(can & TR_TAKES_KEYS)) r.keys = r.not_keys = NULL;
    if (!(can & TR_TAKES_ATTRIBUTES)) r.attributes = NULL;
    if (!(can & TR_TAKES_CUES)) r.cues = 0;
    if (!(can & TR_KEEPS_ANCHORS)) r.keep_anchors = 0;
    if (!(can & TR_MARKS_REVIEW)) r.mark = r.redo_fuzzy = 0;
    if (!(can & TR_SAYS_QUALITY)) r.quality = 0;
    return r;
}

/* "tsv or csv": the formats with an ability. */
static void list_formats(unsigned ability, char *text, size_t size)
{
    const tr_document_format *f, *last = NULL;
    size_t n = 0;

    for (size_t i = 0; (f = tr_document_format_at(i)); i++) {
        if (!(f->can & ability)) continue;
        if (last && n < size)
            n += (size_t)snprintf(text + n, size - n, "%s%s", n ? ", " : "", last->name);
        last = f;
    }
    if (last && n < size) snprintf(text + n, size - n, "%s%s", n ? " or " : "", last->name);
}

/* Refuses an option that means nothing for the format that is given; where none is, the document
 * will tell. */
static int check_heeded(const command *c, const reading_settings *s)
{
    const tr_document_format *const f = s->format ? find_format(s->format) : NULL;
    heeded list[HEEDED];
    char others[256];

    list_heeded(s, list);
    for (size_t i = 0; f && i < HEEDED; i++) {
        if (!list[i].given || (f->can & list[i].ability) == list[i].ability) continue;
        list_formats(list[i].ability, others, sizeof others);
        return options_misuse(c, "%s means nothing for --format %s: it is for %s", list[i].name,
                              f->name, others);
    }
    return GO_ON;
}

int document_file_check(const command *c, const reading_settings *s)
{
    int rc = check_heeded(c, s);

    for (const char *at = s->columns; at && *at && rc == GO_ON; at += *at == ',') {
        const size_t len = strcspn(at, ",");
        rc = check_column(c, at, len);
        at += len;
    }
    return rc;
}

enum { FIRST_SIZE = 1 << 16, HEAD_SIZE = 4096 };

static const char *shown_path(const char *path)
{
    return strcmp(path, "-") != 0 ? path : "stdin";
}

static FILE *open_file(const char *path)
{
    struct stat st;
    FILE *f = strcmp(path, "-") != 0 ? fopen(path, "rb") : stdin;

    if (f && !fstat(fileno(f), &st) && S_ISDIR(st.st_mode)) {
        if (f != stdin) fclose(f);
        errno = EISDIR;
        return NULL;
    }
    return f;
}

/* How many bytes of a file are to be read; SIZE_MAX where only its end will tell. */
static size_t bytes_left(FILE *f)
{
    struct stat st;
    const off_t at = ftello(f);

    if (at < 0 || fstat(fileno(f), &st) || !S_ISREG(st.st_mode) || st.st_size <= at)
        return SIZE_MAX;
    return (size_t)(st.st_size - at);
}

/* Reads a file; of one that is too large for a document no byte, or one too many, so that its size
 * tells. */
static int read_all(document_file *p, FILE *f)
{
    const size_t left = bytes_left(f), most = TR_MAX_DOCUMENT + (size_t)1;
    size_t capacity = left < most ? left + 2 : FIRST_SIZE;

    if (left != SIZE_MAX && left >= most) {
        p->size = left;
        return 0;
    }
    p->bytes = checked_malloc(capacity);
    for (size_t n; p->size < most;) {
        const size_t room = capacity - 1 < most ? capacity - 1 - p->size : most - p->size;
        n = fread(p->bytes + p->size, 1, room, f);
        p->size += n;
        if (n < room) break;
        if (p->size + 1 < capacity) continue;
        capacity *= 2;
        p->bytes = checked_realloc(p->bytes, capacity, 1);
    }
    p->bytes[p->size] = '\0';
    return ferror(f) ? -1 : 0;
}

/* Puts what a compressed file holds in the place of its bytes; as read_all() does, a byte too many
 * of what is too large.  -1 after a sentence. */
static int unpack_all(document_file *p, const char *path)
{
    tr_buf text = {0};
    tr_error err;

    if (!tr_packing_of_bytes(p->bytes, p->size)) {
        if (!tr_packing_of_name(path)) return 0;
        complain("%s: is not compressed, as its name says", path);
        return -1;
    }
    const int rc =
        tr_unpack_bytes(p->bytes, p->size, TR_MAX_DOCUMENT, shown_path(path), &text, &err);
    free(p->bytes);
    p->size = text.len;
    p->bytes = tr_buf_take(&text);
    if (rc < 0) complain("%s", err.msg);
    return rc < 0 ? -1 : 0;
}

/* The name of what a file holds, which the caller frees. */
static char *unpacked_name(const char *path)
{
    return checked_format("%.*s", strcmp(path, "-") ? (int)tr_packing_stem(path) : 0, path);
}

static void read_texts(document_file *p, const text_list *texts)
{
    size_t len = 1;

    for (size_t i = 0; i < texts->n; i++)
        len += strlen(texts->items[i]) + 1;
    p->bytes = checked_malloc(len);
    for (size_t i = 0; i < texts->n; i++)
        p->size += (size_t)sprintf(p->bytes + p->size, "%s\n", texts->items[i]);
}

static bool is_too_large(const document_file *p)
{
    return p->size > TR_MAX_DOCUMENT;
}

static bool is_archive_format(const char *format)
{
    const tr_document_format *const f = find_format(format);
    return f && f->can & TR_IS_ARCHIVE;
}

/* What the library calls a value of --mark. */
static int review_mark(int mark)
{
    return mark == MARK_NONE ? -1 : mark != MARK_AUTO;
}

/* The format of the bytes that are read; NULL: *refusal says why there is none. */
static const char *judge_bytes(document_file *p, const char *path, const char **refusal)
{
    char *const name = unpacked_name(path);
    const char *const kind = tr_document_judge(name, p->bytes, p->size, NULL, refusal);

    free(name);
    if (kind && !is_archive_format(kind)) p->options.format = kind;
    return kind;
}

bool is_automatic(const char *format)
{
    return !format || !strcmp(format, "auto");
}

static bool is_automatic_pdf(const document_file *p, const char *format)
{
    return (!format || !strcmp(format, "html")) && pdf_file_is(p->bytes, p->size);
}

/* Puts a page of HTML in the place of a PDF; false after a sentence. */
static bool replace_pdf(document_file *p, const char *name)
{
    size_t size;
    char *const html = pdf_file_html(name, p->bytes, p->size, &size);

    if (!html) return false;
    free(p->bytes);
    p->bytes = html;
    p->size = size;
    p->options.format = "html";
    p->is_pdf = true;
    return true;
}

int document_file_read(document_file *p, const char *path, const char *format,
                       const reading_settings *settings)
{
    FILE *f = settings->texts ? NULL : open_file(path);
    struct stat st;

    *p = (document_file){.options = {.format = format,
                                     .encoding = settings->encoding,
                                     .columns = settings->columns,
                                     .header = settings->header,
                                     .single_cues = settings->cues,
                                     .keys = settings->keys,
                                     .not_keys = settings->not_keys,
                                     .attributes = settings->attributes,
                                     .set_language = settings->set_language,
                                     .mark_review = review_mark(settings->mark),
                                     .keep_anchors = settings->keep_anchors,
                                     .say_quality = settings->quality,
                                     .context = settings->context,
                                     .redo_fuzzy = settings->redo_fuzzy,
                                     .bilingual = settings->bilingual}};
    if (settings->texts) read_texts(p, settings->texts);
    const int rc = f ? read_all(p, f) : settings->texts ? 0 : -1;
    const int cause = errno;
    if (f && !fstat(fileno(f), &st) && output_will_replace(&st)) {
        complain("%s: is a document, which the report would replace", shown_path(path));
        unfinished_end_program();
    }
    if (f && f != stdin) fclose(f);
    const char *kind = format;
    if (f && rc == 0 && !is_too_large(p) && unpack_all(p, path) < 0) {
        document_file_close(p);
        return -1;
    }
    const bool is_read = rc == 0 && !is_too_large(p);
    if (is_read && is_automatic_pdf(p, format) && !replace_pdf(p, shown_path(path))) {
        document_file_close(p);
        return -1;
    }
    const char *refusal = NULL;
    if (p->is_pdf) kind = p->options.format;
    if (is_read && !kind) kind = judge_bytes(p, path, &refusal);
    if (is_read && kind && !is_archive_format(kind))
        refusal = tr_first_bytes_no_text(p->bytes, p->size);
    if (refusal) {
        complain("%s: %s", shown_path(path), refusal);
    } else if (rc < 0 && cause == EISDIR) {
        complain("%s: is a directory: --output-dir translates what is in it", shown_path(path));
    } else if (rc < 0) {
        complain("%s: %s", shown_path(path), strerror(cause));
    } else {
        if (is_read)
            tr_document_say_languages(shown_path(path), p->bytes, p->size, p->options.format,
                                      &p->said);
        return 0;
    }
    document_file_close(p);
    return -1;
}

int document_file_parse(document_file *p, const char *path, const reading_settings *settings)
{
    tr_error err;

    p->options.source_language = settings->from;
    p->options.target_language = settings->to;
    if (!tr_document_open(&p->document, shown_path(path), p->bytes, p->size, &p->options, &err))
        return 0;
    complain("%s", err.msg);
    document_file_close(p);
    return -1;
}

int document_file_open(document_file *p, const char *path, const char *format,
                       const reading_settings *settings)
{
    return document_file_read(p, path, format, settings) < 0
               ? -1
               : document_file_parse(p, path, settings);
}

void document_file_close(document_file *p)
{
    tr_document_free(p->document);
    free(p->bytes);
    free(p->source);
    *p = (document_file){0};
}

int document_file_write(document_file *p, const char *path, tr_document_stats *stats)
{
    const char *bytes;
    tr_error err;
    size_t size;
    output out;

    if (tr_document_finish(p->document, &bytes, &size, stats, &err)) {
        complain("%s", err.msg);
        return -1;
    }
    if (output_open(&out, path) < 0) return -1;
    fwrite(bytes, 1, size, out.stream);
    output_close(&out);
    return 0;
}

void document_file_tell_links(const char *name, const tr_document_stats *stats)
{
    if (stats->lost_links)
        complain("%s: %zu %s to a heading that has another id now: --anchors keep keeps them", name,
                 stats->lost_links, stats->lost_links > 1 ? "links lead" : "link leads");
}

void document_file_tell_lengths(const char *name, const tr_document_stats *stats, const char *hint)
{
    if (stats->too_long)
        complain("%s: %zu %s longer than the document allows%s", name, stats->too_long,
                 stats->too_long > 1 ? "translations are" : "translation is", hint);
    if (stats->unmeasured)
        complain("%s: %zu %s a limit in pixels or the like, which is not measured", name,
                 stats->unmeasured,
                 stats->unmeasured > 1 ? "translations have" : "translation has");
}

static void judge(const char *name, const char *bytes, size_t n, file_verdict *v)
{
    v->format = tr_document_judge(name, bytes, n, &v->told_by, &v->refusal);
    v->is_pdf = pdf_file_is(bytes, n);
    if (!v->is_pdf) return;
    v->format = "html"; /* it is made of a PDF */
    v->refusal = NULL;
}

/* By the first bytes [n] of what a compressed file holds, as far as they can be unpacked. */
static void judge_unpacked(const char *path, const char *head, size_t n, file_verdict *v)
{
    tr_buf text = {0};
    tr_error err;

    if (tr_unpack_bytes(head, n, HEAD_SIZE, path, &text, &err) < 0 && text.failed)
        end_without_memory();
    char *const name = unpacked_name(path);
    judge(name, tr_buf_text(&text), text.len < HEAD_SIZE ? text.len : HEAD_SIZE, v);
    free(name);
    tr_buf_free(&text);
}

/* Of an archive all bytes tell, of other files the first ones. */
static int judge_content(const char *path, FILE *f, file_verdict *v)
{
    char head[HEAD_SIZE] = {0};
    document_file all = {0};
    int rc = 0;

    const size_t n = fread(head, 1, sizeof head, f);
    if (ferror(f)) return -1;
    if (!tr_packing_of_bytes(head, n) && tr_packing_of_name(path)) return 0; /* damaged */
    if (tr_packing_of_bytes(head, n)) {
        judge_unpacked(path, head, n, v);
        return 0;
    }
    const bool archive = n >= 4 && !memcmp(head, "PK\3\4", 4);
    if (archive) rewind(f);
    if (archive) rc = read_all(&all, f);
    const int cause = errno;
    if (archive && rc == 0 && !is_too_large(&all))
        judge(path, all.bytes, all.size, v);
    else
        judge(path, head, n, v);
    free(all.bytes);
    errno = cause;
    return rc;
}

int document_file_judge(const char *path, file_verdict *v)
{
    struct stat st;

    *v = (file_verdict){0};
    if (!strcmp(path, "-")) return 0;
    if (stat(path, &st) < 0) return input_is_absent(errno) ? 0 : -1;
    FILE *const f = S_ISREG(st.st_mode) ? fopen(path, "rb") : NULL;
    if (!f) return !S_ISREG(st.st_mode) || input_is_absent(errno) ? 0 : -1;
    const int rc = judge_content(path, f, v);
    const int cause = errno;
    fclose(f);
    errno = cause;
    return rc;
}

bool file_verdict_is_document(const file_verdict *v)
{
    return v->format && strcmp(v->format, "lines") != 0;
}
