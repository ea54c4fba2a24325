/* said.h - what the program says on stderr, as text to be compared. */
#ifndef UNIT_SAID_H
#define UNIT_SAID_H

/* From now on, what is written to stderr is held back. */
void said_begin(void);

/* The text since then, without its last line end; stderr is as it was before.  It lives until the
 * next call. */
const char *said(void);

#endif
