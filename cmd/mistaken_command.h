/* mistaken_command.h - command lines without a subcommand that were meant in another way: a
 * subcommand that is misspelt or comes after options, text in the place of files. */
#ifndef MISTAKEN_COMMAND_H
#define MISTAKEN_COMMAND_H

/* argv [argc] is what follows the program's name.  An exit status after a sentence, or GO_ON
 * (options.h). */
int mistaken_command_refuse(int argc, char **argv);

#endif
