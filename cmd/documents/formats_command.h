/* formats_command.h - `translate formats`: which formats are read, and what files are. */
#ifndef FORMATS_COMMAND_H
#define FORMATS_COMMAND_H

#include "console/options.h"

extern const command formats_command;

#endif
