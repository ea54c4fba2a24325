#include "text/terms/tbx.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/region.h"
#include "base/span.h"
#include "config.h"

#ifdef HAVE_EXPAT
#include <expat.h>

#if XML_MAJOR_VERSION == 2 && XML_MINOR_VERSION >= 9 /* which warns of the old name */
#define XML_GetCurrentLineNumber XML_GetCurrentLineNumber64
#endif

enum { MOST_TERMS_OF_CONCEPT = 256 };

/* A term of a concept; strings are the region's, or NULL. */
typedef struct concept_term {
    const char *language, *text, *gender, *number, *status;
} concept_term;

typedef struct reading {
    XML_Parser parser;
    const char *path;
    tr_region region; /* of the concept */
    concept_term list[MOST_TERMS_OF_CONCEPT];
    size_t n;
    const char *language; /* of the section */
    concept_term now;     /* the term that is being read */
    const char **field;   /* of it, that the text belongs to; NULL: none */
    tr_buf text;
    tr_take_term *take;
    void *ctx;
    int rc;
    tr_error *err;
} reading;

static bool is_one_of(const char *name, const char *const names[2])
{
    return !strcmp(name, names[0]) || !strcmp(name, names[1]);
}

static const char *const concept_names[2] = {"conceptEntry", "termEntry"};
static const char *const section_names[2] = {"langSec", "langSet"};
static const char *const term_names[2] = {"termSec", "tig"};

static void fail_memory(reading *r)
{
    r->rc = tr_fail_memory(r->err);
    XML_StopParser(r->parser, XML_FALSE);
}

static const char *copy(reading *r, const char *text, size_t len)
{
    const char *const copied = tr_region_copy(&r->region, text, len);
    if (!copied) fail_memory(r);
    return copied;
}

static const char *attribute(const char **attributes, const char *name)
{
    for (; *attributes; attributes += 2)
        if (!strcmp(attributes[0], name)) return attributes[1];
    return "";
}

/* The field of a term that an element, or an element <termNote> of this type, has; or NULL. */
static const char **field_of(reading *r, const char *name)
{
    const struct {
        const char *name;
        const char **field;
    } fields[] = {{"term", &r->now.text},
                  {"grammaticalGender", &r->now.gender},
                  {"grammaticalNumber", &r->now.number},
                  {"administrativeStatus", &r->now.status}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (!strcmp(name, fields[i].name)) return fields[i].field;
    return NULL;
}

/* A name without its prefix, as "grammaticalGender" of "min:grammaticalGender". */
static const char *local_name(const char *name)
{
    const char *const colon = strchr(name, ':');
    return colon ? colon + 1 : name;
}

static void begin_element(void *ctx, const char *full_name, const char **attributes)
{
    reading *const r = ctx;
    const char *const name = local_name(full_name);

    if (is_one_of(name, concept_names)) {
        tr_region_clear(&r->region);
        r->n = 0;
        r->language = NULL;
        r->now = (concept_term){0};
    } else if (is_one_of(name, section_names)) {
        const char *const language = attribute(attributes, "xml:lang");
        r->language = copy(r, language, strlen(language));
    } else {
        r->field =
            field_of(r, strcmp(name, "termNote") != 0 ? name : attribute(attributes, "type"));
        tr_buf_clear(&r->text);
    }
}

static void take_text(void *ctx, const char *text, int len)
{
    reading *const r = ctx;
    if (r->field) tr_buf_add(&r->text, text, (size_t)len);
    if (r->text.failed) fail_memory(r);
}

static bool is_deprecated(const concept_term *t)
{
    return t->status && strstr(t->status, "deprecated");
}

static bool is_plural_term(const concept_term *t)
{
    return t->number && !strcmp(t->number, "plural");
}

static const concept_term *find_translation(const reading *r, const char *language, bool plural)
{
    for (size_t i = 0; i < r->n; i++) {
        const concept_term *const t = &r->list[i];
        if (!strcmp(t->language, language) && !is_deprecated(t) && is_plural_term(t) == plural)
            return t;
    }
    return NULL;
}

static void emit(reading *r, const concept_term *source, const char *language)
{
    const concept_term *const one = find_translation(r, language, false),
                              *const many = find_translation(r, language, true),
                              *const target = is_plural_term(source) ? many : one;
    if (!target || r->rc < 0) return;
    const tr_term_fields f = {.source = source->text,
                              .target = target->text,
                              .plural = target == one && many ? many->text : "",
                              .gender = target->gender ? target->gender : "",
                              .source_language = source->language,
                              .target_language = language,
                              .line = XML_GetCurrentLineNumber(r->parser)};
    r->rc = r->take(r->ctx, &f, r->err);
    if (r->rc < 0) XML_StopParser(r->parser, XML_FALSE);
}

/* Each term, for each language that the concept has beside its own. */
static void emit_concept(reading *r)
{
    for (size_t i = 0; i < r->n; i++)
        for (size_t k = 0; k < r->n; k++) {
            const char *const language = r->list[k].language;
            bool again = !strcmp(language, r->list[i].language);
            for (size_t before = 0; before < k; before++)
                again = again || !strcmp(r->list[before].language, language);
            if (!again) emit(r, &r->list[i], language);
        }
}

static void end_field(reading *r)
{
    const tr_span t = tr_span_trimmed(tr_buf_text(&r->text), 0, r->text.len);
    if (t.end - t.begin > TR_LONGEST_TERM) {
        r->rc = tr_fail(r->err, TR_EFORMAT, "%s:%lu: a term of more than %d bytes", r->path,
                        (unsigned long)XML_GetCurrentLineNumber(r->parser), TR_LONGEST_TERM);
        XML_StopParser(r->parser, XML_FALSE);
    } else {
        *r->field = copy(r, tr_buf_text(&r->text) + t.begin, t.end - t.begin);
    }
    r->field = NULL;
}

static void end_element(void *ctx, const char *full_name)
{
    reading *const r = ctx;
    const char *const name = local_name(full_name);

    if (r->rc < 0) return;
    if (r->field) {
        end_field(r);
    } else if (is_one_of(name, term_names) || !strcmp(name, "ntig")) {
        r->now.language = r->language;
        if (r->now.text && *r->now.text && r->language && *r->language &&
            r->n < MOST_TERMS_OF_CONCEPT)
            r->list[r->n++] = r->now;
        r->now = (concept_term){0};
    } else if (is_one_of(name, concept_names)) {
        emit_concept(r);
    }
}

static int parse(reading *r, const tr_file *f)
{
    const char *at = (const char *)f->data;
    size_t left = f->size;
    enum { AT_ONCE = 1 << 20 };

    XML_SetUserData(r->parser, r);
    XML_SetElementHandler(r->parser, begin_element, end_element);
    XML_SetCharacterDataHandler(r->parser, take_text);
    for (bool last = false; !last && r->rc == 0;) {
        const size_t n = left < AT_ONCE ? left : AT_ONCE;
        last = n == left;
        if (XML_Parse(r->parser, at, (int)n, last) == XML_STATUS_ERROR && r->rc == 0)
            r->rc = tr_fail(r->err, TR_EFORMAT, "%s:%lu: %s", r->path,
                            (unsigned long)XML_GetCurrentLineNumber(r->parser),
                            XML_ErrorString(XML_GetErrorCode(r->parser)));
        at += n;
        left -= n;
    }
    return r->rc;
}

int tr_tbx_read(const tr_file *f, const char *path, tr_take_term *take, void *ctx, tr_error *err)
{
    reading *const r = calloc(1, sizeof *r);
    int rc = TR_ENOMEM;

    if (r) r->parser = XML_ParserCreate(NULL);
    if (r && r->parser) {
        r->path = path;
        r->take = take;
        r->ctx = ctx;
        r->err = err;
        rc = parse(r, f);
        XML_ParserFree(r->parser);
        tr_buf_free(&r->text);
        tr_region_free(&r->region);
    } else {
        rc = tr_fail_memory(err);
    }
    free(r);
    return rc;
}

#else

int tr_tbx_read(const tr_file *f, const char *path, tr_take_term *take, void *ctx, tr_error *err)
{
    (void)f;
    (void)take;
    (void)ctx;
    return tr_fail(err, TR_EUNSUPPORTED, "%s: TBX is not read: built without expat", path);
}

#endif
