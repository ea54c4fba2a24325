/* sent_document.h - documents that come with a call, each translated as the command does its file.
 */
#ifndef SENT_DOCUMENT_H
#define SENT_DOCUMENT_H

#include "serve/call/call.h"
#include "serve/call/file_store.h"

/* A document of a call, whose bytes are the call's. */
typedef struct sent_document {
    const char *name;   /* the last part of the one that it was sent with */
    const char *format; /* a literal, as tr_document_open() takes it */
    const char *bytes;  /* [size] */
    size_t size;
    char reason[200];  /* why an archive cannot be read */
    size_t characters; /* of the document; of an archive, the bytes of its text */
} sent_document;

enum sent_result {
    SENT_OK,
    SENT_UNKNOWN, /* nothing translates documents of this kind */
    SENT_DAMAGED  /* an archive that cannot be read */
};

/* The kind of a document is told by the end of its name and its content, as the command does. */
enum sent_result sent_read(const param *file, const char *name, sent_document *d);

/* What is asked for a document; strings of the call. */
typedef struct document_request {
    const char *source, *target; /* source NULL: it is found out */
    const char *glossary;        /* the id of one that the store has; NULL: none */
    int formality;               /* enum tr_formality */
} document_request;

/* Translates while the client waits: bytes [*len] of the caller; NULL after a refusal. */
char *sent_translate(call *c, const sent_document *d, const document_request *a, size_t *len);

/* Has it translated by a thread of the store; false after a refusal. */
bool sent_begin(call *c, const sent_document *d, const document_request *a, file_name *name);

/* Writes the refusal of a store that has no room; false then. */
bool sent_have_room(call *c, enum files_result result);

/* Sends bytes [len], which are freed, as a file with a name of harmless characters. */
void sent_answer(call *c, const char *title, char *bytes, size_t len);

/* A name of a file without what is special in a path, an address or a header. */
void sent_title(const char *name, char *out, size_t size);

#endif
