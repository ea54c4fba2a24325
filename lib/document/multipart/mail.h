/* mail.h - the parts of a mail that have text: headers with a subject, and bodies (RFC 5322, RFC
 * 2046).  Whatever the bytes are, they are a mail. */
#ifndef TR_MAIL_H
#define TR_MAIL_H

#include "document/multipart/multipart.h"

/* Attachments, and parts that are nested too deep, are none. */
void tr_mail_split(tr_multipart *m, const char *bytes, size_t size);

/* The parts of all mails of a mailbox (RFC 4155): a line "From ", a name and a date begins each,
 * behind an empty line. */
void tr_mailbox_split(tr_multipart *m, const char *bytes, size_t size);
bool tr_is_mailbox(const char *bytes, size_t size);

#endif
