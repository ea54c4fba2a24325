/* read_vobject.h - calendars and cards: the properties of iCalendar (RFC 5545, RFC 7986) and vCard
 * (RFC 6350) that people read as text. */
#ifndef TR_READ_VOBJECT_H
#define TR_READ_VOBJECT_H

#include "document/segment/content.h"

int tr_read_icalendar(tr_content *d, tr_error *err);
int tr_read_vcard(tr_content *d, tr_error *err);

/* True if bytes begin with the line that begins a calendar, or a card. */
bool tr_is_icalendar(const char *bytes, size_t size);
bool tr_is_vcard(const char *bytes, size_t size);

/* The parameter LANGUAGE of what is text. */
void tr_set_language_vobject(const tr_content *source, const tr_content *d, tr_buf *out);

#endif
