/* review_document.h - what is told of the translations of a document, before it is written. */
#ifndef REVIEW_DOCUMENT_H
#define REVIEW_DOCUMENT_H

#include "check/checker.h"
#include "check/review.h"
#include "documents/document_file.h"

/* True if the document has to keep its translations. */
bool review_document_keeps(const review *r);

/* Looks through a document that is translated: `c` NULL: estimates alone are told.  Segments that
 * need no review are told to the document where it is asked to mark the others.  0, or -1 after a
 * sentence. */
int review_document(review *r, const checker *c, const char *name, document_file *file);

#endif
