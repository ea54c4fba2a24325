/* documents.h - documents translated one after the other, with the options that only they have. */
#ifndef DOCUMENTS_H
#define DOCUMENTS_H

#include <stdbool.h>

#include "documents/document_file.h"
#include "documents/output_paths.h"

typedef struct document_settings {
    reading_settings reading; /* its format may be "auto" */
    output_path_settings place;
    int skip_existing, dry_run;
} document_settings;

#define DOCUMENT_OPTION_ROWS(type, field)                                                          \
    OPTION_ROW(0, "format", "auto", OPTION_FORMAT, offsetof(type, field.reading.format),           \
               "what files are: documents of a format, or lines (default: by name and content)"),  \
        OPTION_ROW(0, "output-dir", "DIR", OPTION_TEXT, offsetof(type, field.place.output_dir),    \
                   "write each document there, under its name"),                                   \
        OPTION_ROW(0, "suffix", "TEXT", OPTION_TEXT, offsetof(type, field.place.suffix),           \
                   "write page.html to page.TEXT.html"),                                           \
        OPTION_FLAG_ROW(0, "in-place", offsetof(type, field.place.in_place),                       \
                        "write each document over itself"),                                        \
        OPTION_FLAG_ROW(0, "skip-existing", offsetof(type, field.skip_existing),                   \
                        "leave out documents whose translation is there"),                         \
        OPTION_FLAG_ROW(0, "dry-run", offsetof(type, field.dry_run),                               \
                        "tell how much text each document has; translate nothing"),                \
        DOCUMENT_FILE_ROWS(type, field.reading)

/* True if files [n] are to be translated as documents rather than as lines: the settings ask for
 * it, or the name or content of one tells its format.  `lines_only`: other options are for lines,
 * and so is standard input then.  -1 after a sentence: a file that may tell cannot be read. */
int documents_wanted(const document_settings *s, char **files, size_t n, bool lines_only);

/* True if the settings ask for documents whatever the files are. */
bool documents_given(const document_settings *s);

/* An option that was given, and means nothing for lines; NULL if there is none. */
const char *documents_option(const document_settings *s);

/* A reason why documents, files [n], cannot be translated as the settings have it; NULL if they
 * can. */
const char *documents_misuse(const document_settings *s, char **files, size_t n, const char *path,
                             bool lines_only);

/* Translates the document that is open. */
typedef int document_job(const tr_model *model, const tr_options *options, void *job);

/* Where documents go, and what is told about them. */
typedef struct document_run {
    const document_settings *set;
    char **files; /* [n] */
    size_t n;
    const char *output; /* of a single one; NULL: standard output */
    bool strict, quiet, verbose, stats;
    tr_stream_stats *sum; /* what the streams of all documents have counted is added */
    /* Finds a model for a document, and calls `work` with it: the status of that, or EXIT_FAILED
     * after a sentence.  NULL: one model has all. */
    int (*choose)(void *ctx, const char *name, tr_document *document, document_job *work,
                  void *job);
    /* The same by what a document says of itself, before it is read: GO_ON where `model` is right.
     */
    int (*follow)(void *ctx, const char *name, const tr_document_languages *said,
                  const tr_model *model, document_job *work, void *job);
    void *ctx;
} document_run;

/* Translates the documents: the exit status, after a sentence for each that failed.  Model and
 * options are NULL where `choose` finds them. */
int documents_translate(const document_run *r, const tr_model *model, const tr_options *options);

/* Tells how much text they have. */
int documents_count(const document_run *r);

#endif
