/* document_file.h - a document that a command line names: its bytes, its options. */
#ifndef DOCUMENT_FILE_H
#define DOCUMENT_FILE_H

#include "console/options.h"
#include "translate.h"

/* Values of --mark, in the order of its words. */
enum { MARK_AUTO, MARK_NONE, MARK_FUZZY, MARK_REVIEW };

/* How documents are read; NULL and 0 where not given. */
typedef struct reading_settings {
    const char *format, *encoding, *columns, *keys, *not_keys, *attributes;
    int header, cues, set_language, bilingual, mark, redo_fuzzy, keep_anchors, quality;
    int context;            /* sentences before that tell of pronouns */
    const char *from, *to;  /* languages */
    const text_list *texts; /* lines that take the place of standard input; NULL: none do */
} reading_settings;

/* True if the name and content of a file are to tell its format. */
bool is_automatic(const char *format);

#define DOCUMENT_READING_ROWS(type, field)                                                         \
    OPTION_ROW(0, "encoding", "NAME", OPTION_TEXT, offsetof(type, field.encoding),                 \
               "encoding of documents (default: what they say, else UTF-8)"),                      \
        OPTION_ROW(0, "columns", "LIST", OPTION_TEXT, offsetof(type, field.columns),               \
                   "columns of tables to translate: 2,4-6 or title,text (default: all)"),          \
        OPTION_FLAG_ROW(0, "header", offsetof(type, field.header),                                 \
                        "the first row of a table stays"),                                         \
        OPTION_ROW(0, "keys", "LIST", OPTION_TEXT, offsetof(type, field.keys),                     \
                   "keys of data to translate, such as text,menu.*"),                              \
        OPTION_ROW(0, "not-keys", "LIST", OPTION_TEXT, offsetof(type, field.not_keys),             \
                   "keys of data whose values stay, such as id,meta.*"),                           \
        OPTION_ROW(0, "attributes", "LIST", OPTION_TEXT, offsetof(type, field.attributes),         \
                   "attributes of HTML that are text, such as alt,title"),                         \
        OPTION_ROW(0, "cues", "joined|one", OPTION_CHOICE, offsetof(type, field.cues),             \
                   "sentences over several cues of subtitles: as one, or cue by cue")

/* How they are written. */
#define DOCUMENT_WRITING_ROWS(type, field)                                                         \
    OPTION_FLAG_ROW(0, "lang", offsetof(type, field.set_language),                                 \
                    "set the language that documents say they are in"),                            \
        OPTION_ROW(0, "mark", "auto|none|fuzzy|needs-review", OPTION_CHOICE,                       \
                   offsetof(type, field.mark),                                                     \
                   "what PO, XLIFF and TMX say of what was translated; auto: XLIFF its state"),    \
        OPTION_FLAG_ROW(0, "redo-fuzzy", offsetof(type, field.redo_fuzzy),                         \
                        "translate fuzzy entries of PO again; they stay fuzzy"),                   \
        OPTION_ROW(0, "anchors", "none|keep", OPTION_CHOICE, offsetof(type, field.keep_anchors),   \
                   "translated headings of Markdown keep the ids of the source's"),                \
        OPTION_FLAG_ROW(0, "bilingual", offsetof(type, field.bilingual),                           \
                        "translations beside their sources")

#define DOCUMENT_FILE_ROWS(type, field)                                                            \
    DOCUMENT_READING_ROWS(type, field), DOCUMENT_WRITING_ROWS(type, field)

/* An option of the settings that only documents heed, or NULL; the format is none. */
const char *document_file_option(const reading_settings *s);

/* The settings without options that documents of the format cannot heed, but for --bilingual. */
reading_settings document_file_heeded(const reading_settings *s, const char *format);

/* GO_ON, or EXIT_MISUSE after a sentence if a value makes no sense, whatever the document is. */
int document_file_check(const command *c, const reading_settings *s);

typedef struct document_file {
    char *bytes;
    size_t size;
    char *source; /* the bytes of the file, where others are read in their place; else NULL */
    bool is_pdf;  /* the bytes are HTML that was made of one */
    tr_document_languages said; /* of itself */
    tr_document_options options;
    tr_document *document;
} document_file;

/* Reads the file, or standard input for "-", and finds its segments.  `format` NULL: by its name
 * and bytes; what they do not tell is refused.  0, or -1 after a sentence. */
int document_file_open(document_file *p, const char *path, const char *format,
                       const reading_settings *settings);

/* Opens a document in two steps: the bytes and what the document says of itself, then its segments,
 * in the languages of `settings`.  Where the second fails, the file is closed. */
int document_file_read(document_file *p, const char *path, const char *format,
                       const reading_settings *settings);
int document_file_parse(document_file *p, const char *path, const reading_settings *settings);
void document_file_close(document_file *p);

/* Writes the document as it is now; `path` NULL: standard output.  0, or -1 after a sentence. */
int document_file_write(document_file *p, const char *path, tr_document_stats *stats);
/* Tells of links that lead nowhere in the document that was written. */
void document_file_tell_links(const char *name, const tr_document_stats *stats);
/* Tells of translations that are, or may be, longer than the document allows; `hint` follows. */
void document_file_tell_lengths(const char *name, const tr_document_stats *stats, const char *hint);

/* Of a command that takes one document and writes one file. */
typedef struct document_output {
    reading_settings reading;
    const char *output;
} document_output;
extern const option document_output_options[];

/* What a file is, as tr_document_judge() has it; nothing if there is no file that one may read. */
typedef struct file_verdict {
    const char *format, *refusal; /* neither: nothing */
    int told_by;                  /* enum tr_told */
    bool is_pdf;                  /* HTML is made of it */
} file_verdict;

/* Judges a file by its name and its first bytes.  0, or -1 with errno: it cannot be read. */
int document_file_judge(const char *path, file_verdict *v);

/* True if it is a document: of a format, and not plain lines. */
bool file_verdict_is_document(const file_verdict *v);

#endif
