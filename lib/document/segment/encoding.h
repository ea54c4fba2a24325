/*
 * encoding.h - documents that are not in UTF-8: brought to it, and back to the same bytes.
 */
#ifndef TR_ENCODING_H
#define TR_ENCODING_H

#include "base/buf.h"
#include "base/error.h"

/* The encoding of bytes [size], as iconv() calls it: by a byte-order mark, else, of a document that
 * `declares` it, by what the first bytes say (XML's declaration, HTML's meta, PO's charset).  NULL:
 * UTF-8, or nothing known.  `name` [64] is room for it. */
const char *tr_encoding_find(const char *bytes, size_t size, bool declares, char *name);

/* The characters that new text may have in a document whose encoding was found: a page that says
 * ISO-8859-1 is read as Windows-1252, as HTML wants it, but not by all programs. */
const char *tr_encoding_to_write(const char *encoding);

/* True if the encoding is known, and is not UTF-8 or a part of it. */
bool tr_encoding_differs(const char *encoding);

/* Names of encodings are the same in capitals. */
bool tr_encoding_is_ascii(const char *encoding);
bool tr_encoding_is_utf8(const char *encoding);

/* True if iconv() knows the name. */
bool tr_encoding_is_known(const char *encoding);

/* Bytes in `encoding` as UTF-8.  TR_EFORMAT if they are not valid in it, or if what comes out would
 * not give the same bytes again; TR_ENOMEM. */
int tr_encoding_decode(const char *encoding, const char *bytes, size_t size, const char *name,
                       tr_buf *utf8, tr_error *err);

/* UTF-8 in `encoding`.  False if a character is not in it. */
bool tr_encoding_encode(const char *encoding, const char *utf8, size_t len, tr_buf *out);

/* Bytes in an encoding as UTF-8, even if they would not come out the same again.  False if they are
 * not valid in it. */
bool tr_encoding_to_utf8(const char *encoding, const char *bytes, size_t size, tr_buf *utf8);

/* Appends UTF-8 text [len] with references for characters that `encoding` lacks, as printf would
 * write them, such as "&#%d;"; without a reference (NULL), and with `spells`, as people spell them
 * without (transliterate.h).  False if there is a character that cannot be written. */
bool tr_encoding_refer(const char *encoding, const char *utf8, size_t len, const char *reference,
                       bool spells, tr_buf *out);

#endif
