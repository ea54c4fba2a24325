/* message.h - messages on stderr, and exit statuses. */
#ifndef MESSAGE_H
#define MESSAGE_H

enum { EXIT_OK = 0, EXIT_FAILED = 1, EXIT_MISUSE = 2 };

#if defined(__GNUC__)
#define PRINTF_LIKE(fmt, first) __attribute__((format(printf, fmt, first)))
#else
#define PRINTF_LIKE(fmt, first)
#endif

/* One line, "translate: ...".  Control characters come out as "?": file names and model files
 * must not talk to a terminal. */
void complain(const char *fmt, ...) PRINTF_LIKE(1, 2);

#endif
