/* landlock.h - this process and its children see no files but those that are named. */
#ifndef SANDBOX_LANDLOCK_H
#define SANDBOX_LANDLOCK_H

#include <stdbool.h>

/* False where the kernel has no Landlock, or has it turned off. */
bool landlock_works(void);

/* Paths up to NULL: files and folders to read, and folders to write in.  False after an error. */
bool landlock_confine(const char *const *to_read, const char *const *to_write);

#endif
