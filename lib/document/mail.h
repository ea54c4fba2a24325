/*
 * mail.h - the parts of a mail that have text: headers with a subject, and bodies (RFC 5322, RFC
 * 2046).  Whatever the bytes are, they are a mail.
 */
#ifndef TR_MAIL_H
#define TR_MAIL_H

#include "document/reader.h"
#include "document/transfer.h"

typedef struct tr_mail_part {
    tr_span at;              /* bytes of the mail */
    const tr_reader *reader; /* of what they carry */
    enum tr_transfer transfer;
    char charset[64];  /* as the header names it; "": it does not */
    const char *where; /* "header", "text/plain", "text/html" */
} tr_mail_part;

typedef struct tr_mail {
    const char *bytes; /* [size] */
    size_t size;
    tr_mail_part *parts; /* [n], in the order of the mail, disjoint */
    size_t n, capacity;
    bool is_signed;
    bool failed; /* out of memory */
} tr_mail;

/* Finds the parts in bytes [size], which must outlive the mail.  Attachments, and parts that are
 * nested too deep, are none. */
void tr_mail_split(tr_mail *m, const char *bytes, size_t size);
void tr_mail_free(tr_mail *m);

#endif
