/* mail_parts.h - the parts of a mail as texts, and the mail with other texts in them. */
#ifndef TR_MAIL_PARTS_H
#define TR_MAIL_PARTS_H

#include "document/mail.h"
#include "document/part.h"

/* Reads the parts of a mail that was split: parts [mail->n], which are zero before; *n_parts counts
 * those to be freed.  A part whose bytes are not of its charset has no text, and counts as unread.
 * TR_ENOMEM. */
int tr_mail_read(const tr_mail *mail, const char *name, const tr_document_options *options,
                 tr_part *parts, size_t *n_parts, tr_error *err);

/* Appends the mail as it is now.  If it would have other parts, all goes back to the source.
 * TR_ENOMEM. */
int tr_mail_finish(const tr_mail *mail, tr_part *parts, tr_buf *out, tr_error *err);

#endif
