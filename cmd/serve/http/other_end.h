/* other_end.h - whether the other end of a connection, which sends no more, is there still. */
#ifndef OTHER_END_H
#define OTHER_END_H

enum other_end {
    OTHER_END_UNKNOWN, /* it is not on this machine, or the system does not tell */
    OTHER_END_WAITS,   /* a program has it open: it has closed its sending side alone */
    OTHER_END_GONE
};

/* Of a connected socket.  It reads the system's table of connections. */
enum other_end other_end_of(int fd);

#endif
