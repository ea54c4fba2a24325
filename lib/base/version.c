#include "translate.h"

const char *tr_version(void)
{
#define TEXT_OF(x) #x
#define TEXT(x)    TEXT_OF(x)
    return TEXT(TR_VERSION_MAJOR) "." TEXT(TR_VERSION_MINOR) "." TEXT(TR_VERSION_PATCH);
}
