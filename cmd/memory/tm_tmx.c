#include "memory/tm_tmx.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "config.h"
#include "console/alloc.h"
#include "translate.h"

#ifdef HAVE_EXPAT
#include <expat.h>

#if XML_MAJOR_VERSION == 2 && XML_MINOR_VERSION >= 9 /* which warns of the old name */
#define XML_GetCurrentLineNumber XML_GetCurrentLineNumber64
#endif

/* Text that grows. */
typedef struct text {
    char *bytes; /* [len] */
    size_t len, capacity;
} text;

struct tm_store {
    char *from, *to;   /* languages */
    tm_entry *entries; /* [n], in the file's order */
    size_t n, capacity;
    const tm_entry **sorted; /* [n_sorted], by their sources; one of each */
    size_t n_sorted;
};

/* A file that is being read. */
typedef struct reading {
    tm_store *s;
    const tm_store_setting *setting;
    XML_Parser parser;
    bool is_tmx, any;         /* the first element is <tmx>; there was one */
    int language;             /* of the variant: 0 = another, 1 = source, 2 = translation */
    bool in_seg, has_codes;   /* within a segment; it has codes */
    text seg, source, target; /* of this segment, and of the unit */
    bool has_source, has_target;
} reading;

static void write_reason(char *why, const char *fmt, ...) PRINTF_LIKE(2, 3);
static void write_reason(char *why, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(why, STORE_WHY, fmt, ap);
    va_end(ap);
}

/* ---- Entries ---- */

static int compare_sources(const tm_entry *a, const tm_entry *b)
{
    const size_t n = a->source_len < b->source_len ? a->source_len : b->source_len;
    const int order = memcmp(a->source, b->source, n);
    return order ? order : (a->source_len > b->source_len) - (a->source_len < b->source_len);
}

/* By their sources, then by their places in the file. */
static int by_source(const void *a, const void *b)
{
    const tm_entry *const x = *(const tm_entry *const *)a, *const y = *(const tm_entry *const *)b;
    const int order = compare_sources(x, y);
    return order ? order : (x > y) - (x < y);
}

static int compare_source(const void *key, const void *entry)
{
    return compare_sources(key, *(const tm_entry *const *)entry);
}

/* In order rather than in a table of hashes, of which a file can be made to have many alike. */
static void sort_sources(tm_store *s)
{
    s->sorted = checked_malloc((s->n + 1) * sizeof(tm_entry *));
    for (size_t i = 0; i < s->n; i++)
        s->sorted[i] = &s->entries[i];
    qsort(s->sorted, s->n, sizeof(tm_entry *), by_source);
    for (size_t i = 0; i < s->n; i++)
        if (!s->n_sorted || compare_sources(s->sorted[s->n_sorted - 1], s->sorted[i]) != 0)
            s->sorted[s->n_sorted++] = s->sorted[i];
}

static void add_unit(tm_store *s, const text *source, const text *target)
{
    if (s->n == s->capacity) {
        s->capacity = s->capacity ? 2 * s->capacity : 256;
        s->entries = checked_realloc(s->entries, s->capacity, sizeof *s->entries);
    }
    s->entries[s->n++] = (tm_entry){.source = checked_copy(source->bytes, source->len),
                                    .source_len = source->len,
                                    .text = checked_copy(target->bytes, target->len),
                                    .text_len = target->len,
                                    .score = NAN,
                                    .log_probability = NAN,
                                    .given = 1};
}

/* ---- Elements ---- */

static bool is_element(const char *name, const char *other)
{
    return !strcmp(name, other);
}

static void append_text(text *t, const char *bytes, size_t n)
{
    if (t->len + n + 1 > t->capacity) {
        t->capacity = 2 * (t->len + n + 1);
        t->bytes = checked_realloc(t->bytes, t->capacity, 1);
    }
    if (n) memcpy(t->bytes + t->len, bytes, n);
    t->len += n;
}

static int language_of(const reading *r, const XML_Char **attributes)
{
    const char *language = NULL;

    for (; attributes[0]; attributes += 2)
        if (is_element(attributes[0], "xml:lang") ||
            (is_element(attributes[0], "lang") && !language))
            language = attributes[1];
    if (!language) return 0;
    if (tr_language_fit(language, r->setting->from)) return 1;
    return tr_language_fit(language, r->setting->to) ? 2 : 0;
}

static void begin_element(void *ctx, const XML_Char *name, const XML_Char **attributes)
{
    reading *const r = ctx;

    if (!r->any) r->is_tmx = is_element(name, "tmx");
    r->any = true;
    if (!r->is_tmx) {
        XML_StopParser(r->parser, XML_FALSE);
    } else if (is_element(name, "tu")) {
        r->has_source = r->has_target = false;
    } else if (is_element(name, "tuv")) {
        r->language = language_of(r, attributes);
    } else if (is_element(name, "seg")) {
        r->in_seg = true;
        r->has_codes = false;
        r->seg.len = 0;
        append_text(&r->seg, "", 0);
    } else if (r->in_seg && !is_element(name, "hi")) {
        r->has_codes = true;
    }
}

static void keep_seg(reading *r, bool *has, text *to)
{
    if (*has) return;
    to->len = 0;
    append_text(to, r->seg.bytes, r->seg.len);
    *has = true;
}

static void end_element(void *ctx, const XML_Char *name)
{
    reading *const r = ctx;

    if (is_element(name, "seg")) {
        r->in_seg = false;
        if (r->has_codes) return;
        if (r->language == 1) keep_seg(r, &r->has_source, &r->source);
        if (r->language == 2) keep_seg(r, &r->has_target, &r->target);
    } else if (is_element(name, "tu") && r->has_source && r->has_target && r->source.len &&
               r->target.len && tm_is_likely(r->source.len, r->target.len)) {
        add_unit(r->s, &r->source, &r->target);
        r->has_source = false;
    }
}

static void take_segment_text(void *ctx, const XML_Char *bytes, int n)
{
    reading *const r = ctx;
    if (r->in_seg) append_text(&r->seg, bytes, (size_t)n);
}

/* ---- The file ---- */

static void explain_failure(const reading *r, char *why)
{
    if (r->any && !r->is_tmx)
        write_reason(why, "is XML, but no TMX");
    else
        write_reason(why, "line %lu: %s", (unsigned long)XML_GetCurrentLineNumber(r->parser),
                     XML_ErrorString(XML_GetErrorCode(r->parser)));
}

enum { MOST_BYTES = 1 << 30 };
static const char too_large[] = "has more than 1 GiB";

/* Reads the file, if it is not too large. */
static bool read_tmx_file(reading *r, FILE *f, char *why)
{
    enum { SIZE = 1 << 16 };
    size_t n, all = 0;
    struct stat st;

    if (!fstat(fileno(f), &st) && S_ISREG(st.st_mode) && st.st_size > MOST_BYTES) {
        write_reason(why, too_large);
        return false;
    }
    do {
        void *const buffer = XML_GetBuffer(r->parser, SIZE);
        n = buffer ? fread(buffer, 1, SIZE, f) : 0;
        all += n;
        if (all > MOST_BYTES) {
            write_reason(why, too_large);
            return false;
        }
        if (!buffer || ferror(f)) {
            write_reason(why, "%s", buffer ? strerror(errno) : "out of memory");
            return false;
        }
        if (XML_ParseBuffer(r->parser, (int)n, n == 0) != XML_STATUS_OK) {
            explain_failure(r, why);
            return false;
        }
    } while (n > 0);
    return true;
}

static void close_tmx(tm_store *s)
{
    for (size_t i = 0; i < s->n; i++) {
        free((char *)s->entries[i].source);
        free((char *)s->entries[i].text);
    }
    free(s->from);
    free(s->to);
    free(s->entries);
    free(s->sorted);
    free(s);
}

static tm_store *open_tmx(const char *path, int add, const tm_store_setting *setting, bool *locked,
                          char *why)
{
    *locked = false;
    if (add) {
        write_reason(why, "is TMX, to which nothing is added: \"translate memory import\" takes it "
                          "into a memory");
        return NULL;
    }
    FILE *const f = fopen(path, "rb");
    if (!f) {
        write_reason(why, "%s", strerror(errno));
        return NULL;
    }
    tm_store *const s = checked_malloc(sizeof *s);
    *s = (tm_store){.from = checked_format("%s", setting->from),
                    .to = checked_format("%s", setting->to)};
    reading r = {.s = s, .setting = setting, .parser = XML_ParserCreate(NULL)};
    bool done = false;
    if (r.parser) {
        XML_SetUserData(r.parser, &r);
        XML_SetElementHandler(r.parser, begin_element, end_element);
        XML_SetCharacterDataHandler(r.parser, take_segment_text);
        done = read_tmx_file(&r, f, why);
        XML_ParserFree(r.parser);
    } else {
        write_reason(why, "out of memory");
    }
    fclose(f);
    free(r.seg.bytes);
    free(r.source.bytes);
    free(r.target.bytes);
    if (done) {
        sort_sources(s);
        return s;
    }
    close_tmx(s);
    return NULL;
}

static int find_tmx(tm_store *s, tm_entry *e, char *why)
{
    (void)why;
    const tm_entry *const *const at =
        bsearch(e, s->sorted, s->n_sorted, sizeof(tm_entry *), compare_source);
    if (!at || e->marked) return 0;
    const tm_entry *const found = *at;
    e->text = checked_copy(found->text, found->text_len);
    e->text_len = found->text_len;
    e->score = e->log_probability = NAN;
    e->given = 1;
    return 1;
}

static int each_tmx(tm_store *s, int usable, tm_take_row *take, void *ctx, char *why)
{
    (void)usable;
    (void)why;
    for (size_t i = 0; i < s->n; i++) {
        const tm_row row = {.model = "", .from = s->from, .to = s->to, .entry = s->entries[i]};
        if (take(ctx, &row)) break;
    }
    return 0;
}

#else

static void close_tmx(tm_store *s)
{
    (void)s;
}

static tm_store *open_tmx(const char *path, int add, const tm_store_setting *setting, bool *locked,
                          char *why)
{
    *locked = false;
    (void)path;
    (void)add;
    (void)setting;
    snprintf(why, STORE_WHY, "this was built without expat, which reads TMX");
    return NULL;
}

static int find_tmx(tm_store *s, tm_entry *e, char *why)
{
    (void)s;
    (void)e;
    (void)why;
    return 0;
}

static int each_tmx(tm_store *s, int usable, tm_take_row *take, void *ctx, char *why)
{
    (void)s;
    (void)usable;
    (void)take;
    (void)ctx;
    (void)why;
    return 0;
}

#endif

static ptrdiff_t add_tmx(tm_store *s, const tm_entry *entries, size_t n, char *why)
{
    (void)s;
    (void)entries;
    (void)n;
    (void)why;
    return -1;
}

static ptrdiff_t remove_tmx(tm_store *s, const tm_filter *which, char *why)
{
    (void)s;
    (void)which;
    snprintf(why, STORE_WHY, "is TMX, from which nothing is removed");
    return -1;
}

const tm_store_kind tm_tmx_store = {open_tmx, find_tmx, add_tmx, close_tmx, each_tmx, remove_tmx};
