/* signals.h - signals that ask for the end are heeded where the work can be left, by long commands.
 */
#ifndef SIGNALS_H
#define SIGNALS_H

#include <stdbool.h>

/* From now on, SIGHUP, SIGINT and SIGTERM are noted.  Signals that the caller of the program had
 * ignored (nohup) stay ignored.  A second signal ends the program at once. */
void signals_catch(void);

bool signals_asked(void);

/* Ends the program as the signal would have. */
void signals_end(void);

#endif
