/* cut_short.h - a mapped file that is cut short, or whose disk fails, while it is in use. */
#ifndef CUT_SHORT_H
#define CUT_SHORT_H

/* From now on, the signal that comes of reading behind the new end of such a file (SIGBUS) ends the
 * program with a sentence that names the file and with status 1, and removes the unfinished
 * output.  Handlers that are there stay. */
void cut_short_catch(void);

#endif
