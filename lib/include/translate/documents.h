/* translate/documents.h - documents: their segments, formats and translation. */
#ifndef TRANSLATE_DOCUMENTS_H
#define TRANSLATE_DOCUMENTS_H

#include "context.h"
#include "service.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A document is bytes of some format with text in them.  Its segments are stretches of text, such
 * as paragraphs, cells and values, with marks in them (tags and the like).  Only text is
 * translated, and only the bytes of text are replaced. */
typedef struct tr_document tr_document;

typedef struct tr_document_options {
    const char *format;   /* the name of a tr_document_format; NULL = by name and content */
    const char *encoding; /* as iconv() calls it; NULL = what the document says, else UTF-8 */
    const char *columns;  /* of tables, what is translated: "2,4-6", or names that the first
                             row has, which stays then, or "en=de": the empty cells of de are
                             translations of en's; NULL = all */
    int header;           /* of tables: the first row is not translated */
    const char *keys; /* of data, keys whose values are translated: "text,menu.*"; NULL = all whose
                         values look like text */
    int single_cues;  /* of subtitles: each cue by itself, even if a sentence goes over several */
    const char *source_language; /* BCP 47; NULL = what the document says */
    const char *target_language; /* BCP 47, of the translation; TMX needs it */
    int mark_review;      /* what was translated says that it wants a review, in the word that the
                             format has: 0 = the state of XLIFF, 1 = PO and TMX, too, -1 = nothing */
    int redo_fuzzy;       /* PO: entries that are fuzzy are translated again, and stay fuzzy */
    int set_language;     /* where the document says its language, it says the translation's */
    int bilingual;        /* translations stand beside their sources, in formats that have a way */
    const char *not_keys; /* of data, keys whose values are not translated */
    const char *attributes; /* of HTML, what is text: "alt,title"; NULL = what people see or hear */
    int keep_anchors;       /* Markdown: translated headings keep the ids of the source's */
    int say_quality;        /* XLIFF, TMX: translations say their quality, as in tr_translation */
    int keep_translations;  /* tr_document_get() tells translations, too, which takes memory */
    int formality; /* enum tr_formality; TR_FORMALITY_DEFAULT: the options of the translation tell
                    * it, or else most sentences do */
    int context;   /* sentences before, up to TR_MAX_CONTEXT, that tell of pronouns, as in
                    * tr_context_create().  The memory of the translation is told nothing then.
                    * 0 = none */
} tr_document_options;

/* Abilities of formats.  Options of documents that need one that the format lacks are refused. */
enum tr_ability {
    TR_TAKES_COLUMNS = 1,    /* options.columns, options.header */
    TR_TAKES_KEYS = 2,       /* options.keys, options.not_keys */
    TR_TAKES_ATTRIBUTES = 4, /* options.attributes */
    TR_TAKES_CUES = 8,       /* options.single_cues */
    TR_IS_BILINGUAL = 16,    /* options.bilingual */
    TR_SAYS_LANGUAGE = 32,   /* a document may say its language: options.set_language */
    TR_IS_ARCHIVE = 64,      /* a document is a zip archive, of other bytes than text */
    TR_FILLS = 128,        /* translations stand beside sources: what is translated is no segment */
    TR_MARKS_REVIEW = 256, /* options.mark_review, options.redo_fuzzy */
    TR_KEEPS_ANCHORS = 512, /* options.keep_anchors; in HTML ids stay whatever it says */
    TR_SAYS_QUALITY = 1024, /* options.say_quality */
    TR_GROWS = 2048         /* tr_catalogue_open() */
};

typedef struct tr_document_format {
    const char *name;       /* "html" */
    const char *extensions; /* " .html .htm ": endings of files' names, each between blanks */
    unsigned can;           /* enum tr_ability, added */
} tr_document_format;

/* Format i, counted from 0; NULL after the last one.  Later versions may add fields at the end. */
const tr_document_format *tr_document_format_at(size_t i);

/* What tells the format of a file. */
enum tr_told { TR_TOLD_BY_BYTES, TR_TOLD_BY_NAME, TR_TOLD_BY_SHAPE, TR_TOLD_BY_WORDS };

/* The format that a file is read in by its name and its first bytes, of an archive all bytes:
 * "lines" for plain text; NULL if it would be ruined as such.  *told_by (enum tr_told) is what told
 * it; *refusal, of NULL, is what follows its name in a sentence: "is SQL, which is not read".
 * Both may be NULL. */
const char *tr_document_judge(const char *name, const void *bytes, size_t size, int *told_by,
                              const char **refusal);

/* The format of a document, as tr_document_judge() has it; NULL of plain text, too. */
const char *tr_document_guess(const char *name, const void *bytes, size_t size);

/* Bytes of the largest document.  A larger one is refused by its size: its bytes need not be there.
 */
enum { TR_MAX_DOCUMENT = 256 << 20 };

/* Finds the segments of a document.  `bytes` [size] and the strings of the options must outlive it;
 * `name` is for messages.  TR_EINVAL for a format that is not known, TR_EFORMAT for bytes that are
 * not of the format, TR_EUNSUPPORTED, TR_ENOMEM. */
int tr_document_open(tr_document **document, const char *name, const void *bytes, size_t size,
                     const tr_document_options *options, tr_error *err);
void tr_document_free(tr_document *document); /* NULL is allowed */

/* The languages that a document says of itself, BCP 47; "" where it says none: the source of HTML
 * and XML (lang) and of ARB (@@locale), the translation's of PO (Language; and X-Source-Language),
 * and both of XLIFF and TMX.  `format` NULL: by name and content. */
typedef struct tr_document_languages {
    char source[TR_PEEK_SIZE], target[TR_PEEK_SIZE];
} tr_document_languages;
void tr_document_say_languages(const char *name, const void *bytes, size_t size, const char *format,
                               tr_document_languages *said);

typedef struct tr_document_segment {
    const char *where; /* in the document, for people: "p", "menu.file", "00:01:02" */
    const char
        *text; /* mark k, counted from 1, is <k> and </k> around its text, or <k/>; "&lt;" and
                  "&amp;" stand for "<" and "&" */
    size_t text_len;
    size_t n_marks;
    const char *left; /* why its translation was not taken, for people; NULL: no such thing */
    size_t n_lost;    /* as in tr_translation */
    float quality;    /* as in tr_translation; equal texts have equal ones; NaN: none */
    const char *translation; /* [translation_len] with marks as `text` has them; NULL without
                                options.keep_translations, and of a segment that stays */
    size_t translation_len;
    size_t n_over; /* characters by which the translation of the unit that begins with it is longer
                      than the document allows, as XLIFF's maxwidth does */
} tr_document_segment;

size_t tr_document_segment_count(const tr_document *document);

/* Segment i < count; its text lives until the next call.  TR_ENOMEM. */
int tr_document_get(tr_document *document, size_t i, tr_document_segment *segment, tr_error *err);

/* The text that takes the place of segment i, with the same marks, each in the same mark as before.
 * TR_EINVAL for other marks or placeholders: the segment stays as it is; TR_ENOMEM. */
int tr_document_put(tr_document *document, size_t i, const char *text, size_t text_len,
                    tr_error *err);

/* The translation of segment i is as it should be, as far as one can tell: options.mark_review says
 * nothing of it.  To be called after tr_document_translate(); needs options.keep_translations.
 * TR_ENOMEM. */
int tr_document_trust(tr_document *document, size_t i, tr_error *err);

/* Why a stretch of a document's text is not read, and stays. */
enum tr_unread {
    TR_UNREAD_UTF8,  /* it is not UTF-8 */
    TR_UNREAD_NUL,   /* it has a NUL */
    TR_UNREAD_HALF,  /* it has half a character of UTF-16 */
    TR_UNREAD_MARKS, /* its marks are too many, or cut it */
    TR_UNREAD_CROWD, /* it is too long, deep or wide for Markdown to be read */
    TR_UNREAD_FORM,  /* it is not well-formed, or no text */
    TR_UNREAD_REASONS
};

typedef struct tr_document_stats {
    size_t segments;   /* that were found */
    size_t translated; /* that have another text now */
    size_t repeated;   /* whose text an earlier one had */
    size_t cut;        /* translated in parts: a mark had no place in the whole */
    size_t left;       /* left as they were: what came out would have changed more than text */
    size_t lost;       /* translated, but with n_lost > 0 */
    size_t unread;     /* stretches of text that are not read, and so are no segments, */
    size_t unread_for[TR_UNREAD_REASONS]; /*   by enum tr_unread */
    int not_utf8;       /* some of them are not UTF-8, and the document says no encoding */
    int ends_signature; /* it was signed, and its signature is not one of this text */
    const char *source_language, *target_language; /* that XLIFF and TMX say; NULL = none */
    size_t done;       /* units of a catalogue that have a translation already: they stay */
    size_t passed;     /* texts of a kind that is not read: blocks and values of YAML over several
                          lines, units of XLIFF in too many segments; and the forms of plurals and
                          choices in braces, as in ICU's messages: they stay */
    size_t completed;  /* plurals of such messages that have the forms of the target language now,
                          with the translation of "other" in each */
    size_t lost_links; /* links of a document to its own headings, which have other ids now: without
                          options.keep_anchors */
    size_t too_long;   /* translations of units that are longer than the document allows */
    size_t unmeasured; /* translations of units that may be so long in pixels or the like, which no
                          text tells */
} tr_document_stats;

/* What reading the document found: segments, unread, not_utf8, done, passed, and the languages. */
void tr_document_get_stats(const tr_document *document, tr_document_stats *stats);

/* Translates all segments.  Options as for tr_translate_stream(), for text.  Marks go where the
 * model's attention places them; a model without alignments translates the text between them.
 * `progress` is called with the part of the work that is done, and returns 0 to go on; NULL = no
 * call.  `stats` of the stream may be NULL.  Errors as tr_translate_stream(). */
int tr_document_translate(tr_document *document, const tr_model *model, const tr_options *options,
                          int (*progress)(void *ctx, double done), void *ctx,
                          tr_stream_stats *stats, tr_error *err);

/* Translates by the threads of a service, for a client. */
int tr_document_translate_by(tr_document *document, tr_service *service, uint64_t client,
                             int (*progress)(void *ctx, double done), void *ctx,
                             tr_stream_stats *stats, tr_error *err);

/* The document as it is now.  It is read again first: a segment that is not found again with its
 * marks goes back to its source.  *bytes lives as long as the document, until the next call.
 * TR_ENOMEM. */
int tr_document_finish(tr_document *document, const char **bytes, size_t *size,
                       tr_document_stats *stats, tr_error *err);

/* ---- Catalogues that grow -------------------------------------------------------------- */

/* A catalogue of texts in another language, and the source that it lags behind.  Entries that it
 * lacks are added where they stand in the source; all else of it stays, byte for byte. */
typedef struct tr_catalogue tr_catalogue;

enum tr_catalogue_change {
    TR_KEY_ADDED,   /* only the source has it */
    TR_KEY_CHANGED, /* its source is another than the old one's */
    TR_KEY_GONE     /* the source has it no more */
};

/* Compares a source with the catalogue that exists, of a format: "json", "yaml", "properties",
 * "strings", "toml", "fluent", "php", "xml" (Android's and .NET's resources); or "po", "ts",
 * "xliff", "xcstrings", whose units hold their source.  `old`, if it is not NULL, is an earlier
 * source: what has changed since is translated anew, as is a unit whose source was another.
 * `target_language`, if it is not NULL, tells which forms plurals are to have.  The texts must
 * outlive it; `name` is for messages.  TR_EUNSUPPORTED of other formats, TR_EFORMAT,
 * TR_ENOMEM. */
int tr_catalogue_open(tr_catalogue **catalogue, const char *name, const char *format,
                      tr_string source, tr_string existing, const tr_string *old,
                      const char *target_language, tr_error *err);
void tr_catalogue_free(tr_catalogue *catalogue); /* NULL is allowed */

/* The keys of a change (enum tr_catalogue_change), as "menu.file.open"; they live as long as it. */
size_t tr_catalogue_count(const tr_catalogue *catalogue, int change);
const char *tr_catalogue_key(const tr_catalogue *catalogue, int change, size_t i);

/* The values of the source, but of units: value i, counted from 0, as it is written there, and its
 * key; NULL of a group, or out of memory.  tr_catalogue_renew() has a value translated anew that
 * the catalogue has, too: 1, or 0 where nothing is to be done. */
size_t tr_catalogue_values(const tr_catalogue *catalogue);
const char *tr_catalogue_value(tr_catalogue *catalogue, size_t i, tr_string *value);
int tr_catalogue_renew(tr_catalogue *catalogue, size_t i);

/* A document that is to be translated: the source with nothing but what was added or changed; of
 * units, the catalogue with them, whose translations are blank.  NULL: out of memory. */
const char *tr_catalogue_wanted(tr_catalogue *catalogue, size_t *size);

/* How a catalogue grows: without keys that are gone; and, of gettext, with no message fuzzy that is
 * likely to have been another. */
enum { TR_GROWTH_PRUNES = 1, TR_GROWTH_UNMARKED = 2 };

/* The catalogue with that document's translation in it; `how` has some of these bits, or is 0.  The
 * text lives as long as the catalogue, until the next call.  TR_EFORMAT, also where more would
 * change than was to, TR_ENOMEM. */
int tr_catalogue_grow(tr_catalogue *catalogue, tr_string translated, int how, tr_string *grown,
                      tr_error *err);

/* ---- With sizes of structures: see translate.h ----------------------------------------- */

int tr_document_open_sized(tr_document **document, const char *name, const void *bytes, size_t size,
                           const tr_document_options *options, size_t options_size, tr_error *err);
int tr_document_get_sized(tr_document *document, size_t i, tr_document_segment *segment,
                          size_t segment_size, tr_error *err);
void tr_document_get_stats_sized(const tr_document *document, tr_document_stats *stats,
                                 size_t stats_size);
int tr_document_translate_sized(tr_document *document, const tr_model *model,
                                const tr_options *options, int (*progress)(void *ctx, double done),
                                void *ctx, tr_stream_stats *stats, size_t stats_size,
                                tr_error *err);
int tr_document_translate_by_sized(tr_document *document, tr_service *service, uint64_t client,
                                   int (*progress)(void *ctx, double done), void *ctx,
                                   tr_stream_stats *stats, size_t stats_size, tr_error *err);
int tr_document_finish_sized(tr_document *document, const char **bytes, size_t *size,
                             tr_document_stats *stats, size_t stats_size, tr_error *err);

#ifndef TR_LIBRARY
/* clang-format off */
#define tr_document_open(document, name, bytes, size, options, err) \
    tr_document_open_sized(document, name, bytes, size, options, sizeof(tr_document_options), err)
#define tr_document_get(document, i, segment, err) \
    tr_document_get_sized(document, i, segment, sizeof(tr_document_segment), err)
#define tr_document_get_stats(document, stats) \
    tr_document_get_stats_sized(document, stats, sizeof(tr_document_stats))
#define tr_document_translate(document, model, options, progress, ctx, stats, err) \
    tr_document_translate_sized(document, model, options, progress, ctx, stats, \
                                sizeof(tr_stream_stats), err)
#define tr_document_translate_by(document, service, client, progress, ctx, stats, err) \
    tr_document_translate_by_sized(document, service, client, progress, ctx, stats, \
                                   sizeof(tr_stream_stats), err)
#define tr_document_finish(document, bytes, size, stats, err) \
    tr_document_finish_sized(document, bytes, size, stats, sizeof(tr_document_stats), err)
/* clang-format on */
#endif

#ifdef __cplusplus
}
#endif
#endif
