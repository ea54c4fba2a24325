/* document_run.h - what becomes of the documents that a command line names. */
#ifndef DOCUMENT_RUN_H
#define DOCUMENT_RUN_H

#include <stdbool.h>

#include "check/checker.h"
#include "check/review.h"
#include "console/output.h"
#include "console/progress.h"
#include "documents/document_file.h"
#include "documents/output_paths.h"

typedef struct document_settings {
    reading_settings reading; /* its format may be "auto" */
    output_path_settings place;
    int skip_existing, dry_run;
    const char *into, *since; /* a translation that is there; an earlier source */
    int prune, digests;
    text_list include, exclude; /* patterns of files of folders */
} document_settings;

#define DOCUMENT_OPTION_ROWS(type, field)                                                          \
    OPTION_ROW(0, "format", "auto", OPTION_FORMAT, offsetof(type, field.reading.format),           \
               "what files are: documents of a format, or lines (default: by name and content)"),  \
        OPTION_ROW(0, "output-dir", "DIR", OPTION_TEXT, offsetof(type, field.place.output_dir),    \
                   "write each document there, under its name; of a folder, all that is in it"),   \
        OPTION_ROW(0, "include", "GLOB", OPTION_LIST, offsetof(type, field.include),               \
                   "of a folder, only the files of such a name or path (may repeat)"),             \
        OPTION_ROW(0, "exclude", "GLOB", OPTION_LIST, offsetof(type, field.exclude),               \
                   "of a folder, leave out what has such a name or path (may repeat)"),            \
        OPTION_ROW(0, "suffix", "TEXT", OPTION_TEXT, offsetof(type, field.place.suffix),           \
                   "write page.html to page.TEXT.html"),                                           \
        OPTION_FLAG_ROW(0, "in-place", offsetof(type, field.place.in_place),                       \
                        "write each document over itself"),                                        \
        OPTION_FLAG_ROW(                                                                           \
            0, "skip-existing", offsetof(type, field.skip_existing),                               \
            "leave out documents whose translation is there; with --output, lines, too"),          \
        OPTION_ROW(0, "into", "FILE|DIR", OPTION_TEXT, offsetof(type, field.into),                 \
                   "add to a translation of the document what it lacks; all else of it stays"),    \
        OPTION_ROW(0, "since", "FILE|DIR", OPTION_TEXT, offsetof(type, field.since),               \
                   "--into: translate anew what is not as in this earlier source"),                \
        OPTION_FLAG_ROW(0, "prune", offsetof(type, field.prune),                                   \
                        "--into: take away what the source no longer has"),                        \
        OPTION_FLAG_ROW(0, "digests", offsetof(type, field.digests),                               \
                        "--into: keep in .translate-digests what sources were, to see changes"),   \
        OPTION_FLAG_ROW(0, "dry-run", offsetof(type, field.dry_run),                               \
                        "tell how much text each document has; translate nothing"),                \
        OPTION_FLAG_ROW(0, "quality", offsetof(type, field.reading.quality),                       \
                        "XLIFF and TMX say the estimate of quality of each translation"),          \
        DOCUMENT_FILE_ROWS(type, field.reading)

/* Translates the document that is open. */
typedef int document_job(const tr_model *model, const tr_options *options, void *job);

/* How far the work on several documents is. */
typedef struct document_progress {
    progress line;
    double done, share; /* parts of all: what is done, and the document at hand */
    size_t n_segments;  /* done */
} document_progress;

/* Where documents go, and what is told about them. */
typedef struct document_run {
    const document_settings *set;
    char **files; /* [n] */
    size_t n;
    const char *output; /* of a single one; NULL: standard output */
    bool strict, quiet, verbose, stats, resume;
    bool json;       /* of --into: an object for each translation, on standard output */
    output *summary; /*   where they are printed; set by documents_translate() */
    /* What must be the same for work that goes on, as lines that the caller frees; NULL: no work
     * can. */
    char *(*keys)(void *ctx, const tr_model *model, const tr_options *options);
    document_progress *progress;
    review *review;                /* what is told of translations; NULL: nothing */
    const checker *const *checker; /* what looks through what the model at hand has made; it may
                                      point to NULL */
    tr_stream_stats *sum;          /* what the streams of all documents have counted is added */
    /* Finds a model for a document, and calls `work` with it: the status of `work`, or EXIT_FAILED
     * after a sentence.  NULL: one model has all. */
    int (*choose)(void *ctx, const char *name, tr_document *document, document_job *work,
                  void *job);
    /* Finds a model by what a document says of itself, before it is read: GO_ON where `model` is
     * right.
     */
    int (*follow)(void *ctx, const char *name, const tr_document_languages *said,
                  const tr_model *model, document_job *work, void *job);
    void *ctx;
} document_run;

#endif
