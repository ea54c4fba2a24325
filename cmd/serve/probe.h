/* probe.h - whether a server takes requests. */
#ifndef PROBE_H
#define PROBE_H

/* Asks the one at an address, as listen_add() takes it.  0, or an exit status after a sentence. */
int probe(const char *address);

#endif
