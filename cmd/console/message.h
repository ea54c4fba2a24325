/* message.h - messages on stderr, and exit statuses. */
#ifndef MESSAGE_H
#define MESSAGE_H

#include <stddef.h>

/* EXIT_SOME_LINES: the output is complete, but lines of it failed; trying again gives the same. */
/* EXIT_GREW: a translation that was there has got what it lacked, or would get it. */
enum { EXIT_OK = 0, EXIT_FAILED = 1, EXIT_MISUSE = 2, EXIT_SOME_LINES = 3, EXIT_GREW = 4 };

#if defined(__GNUC__)
#define PRINTF_LIKE(fmt, first) __attribute__((format(printf, fmt, first)))
#else
#define PRINTF_LIKE(fmt, first)
#endif

/* One line, "translate: ...".  Control characters and others that nobody sees come out escaped
 * (printable.h): file names and model files must not talk to a terminal. */
void complain(const char *fmt, ...) PRINTF_LIKE(1, 2);

/* Text of any other form on stderr, in which line ends stay; nothing else of cmd/ prints there what
 * comes from outside. */
void tell(const char *fmt, ...) PRINTF_LIKE(1, 2);

/* Shows a line that passes on the terminal, in the place of the one before, and no more of it than
 * the terminal is wide: it may be called often.  The next message erases it, and so does
 * hide_line(). */
void show_line(const char *fmt, ...) PRINTF_LIKE(1, 2);
void hide_line(void);

/* True if standard error is a terminal that can erase a line. */
int has_passing_lines(void);

/* Columns of the terminal; 80 where it does not tell. */
int terminal_columns(void);

/* A message that a handler of a signal may say: it is made before, and then written as it is, over
 * a line that passes. */
void message_prepare(char *out, size_t size, const char *fmt, ...) PRINTF_LIKE(3, 4);
void message_say_prepared(const char *text);

/* Goes to the beginning of the terminal's line, and erases the line. */
void erase_line(void);

#endif
