/* commands.h - the program's commands: a file each, but for the two of help.c and what is told of
 * formats. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "console/options.h"
#include "documents/formats_command.h"

extern const command translate_command; /* the one without a name */
extern const command tokenize_command;
extern const command detokenize_command;
extern const command inspect_command;
extern const command convert_command;
extern const command score_command;
extern const command evaluate_command;
extern const command explain_command;
extern const command train_command;
extern const command fetch_command;
extern const command serve_command;
extern const command models_command;
extern const command detect_command;
extern const command segments_command;
extern const command splice_command;
extern const command memory_command;
extern const command glossary_command;
extern const command define_command;
extern const command verify_command;
extern const command help_command;
extern const command completion_command;

#endif
