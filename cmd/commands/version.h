/* version.h - the program's version and build. */
#ifndef VERSION_H
#define VERSION_H

/* Prints the version on standard output, and if `verbose` the build, the instruction sets and the
 * libraries; returns the exit status. */
int version_show(int verbose);

#endif
