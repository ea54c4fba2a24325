#include "document/markup/xml_check.h"

#include "base/error.h"
#include "config.h"

#ifdef HAVE_EXPAT
#include <expat.h>

#if XML_MAJOR_VERSION == 2 && XML_MINOR_VERSION >= 9 /* which warns of the old name */
#define XML_GetCurrentByteIndex XML_GetCurrentByteIndex64
#endif

enum { MAX_DEPTH = 256 }; /* as in libxml2, so that others can read what is written */

bool tr_xml_is_known(void)
{
    return true;
}

/* With a default handler, references to entities stay as they are. */
static void ignore(void *ctx, const XML_Char *text, int len)
{
    (void)ctx;
    (void)text;
    (void)len;
}

/* How deep elements are nested. */
typedef struct depth {
    XML_Parser parser;
    size_t n;
    bool too_deep;
} depth;

static void check_depth(void *ctx, const XML_Char *name, const XML_Char **attributes)
{
    depth *const d = ctx;
    (void)name;
    (void)attributes;
    d->too_deep = ++d->n > MAX_DEPTH;
    if (d->too_deep) XML_StopParser(d->parser, XML_FALSE);
}

static void close_element(void *ctx, const XML_Char *name)
{
    depth *const d = ctx;
    (void)name;
    d->n--;
}

int tr_xml_check(const tr_content *d, tr_error *err)
{
    const XML_Parser parser = XML_ParserCreate("UTF-8");
    depth nesting = {.parser = parser};
    int rc = TR_OK;

    if (!parser) return tr_fail_memory(err);
    XML_SetUserData(parser, &nesting);
    XML_SetDefaultHandler(parser, ignore);
    XML_SetElementHandler(parser, check_depth, close_element);
    if (XML_Parse(parser, d->bytes, (int)d->size, 1) != XML_STATUS_OK) {
        const enum XML_Error why = XML_GetErrorCode(parser);
        rc = why == XML_ERROR_NO_MEMORY
                 ? tr_fail_memory(err)
                 : tr_content_refuse(
                       d, (size_t)XML_GetCurrentByteIndex(parser),
                       nesting.too_deep ? "elements nested too deep" : XML_ErrorString(why), err);
    }
    XML_ParserFree(parser);
    return rc;
}
#else
bool tr_xml_is_known(void)
{
    return false;
}

int tr_xml_check(const tr_content *d, tr_error *err)
{
    return tr_fail(err, TR_EUNSUPPORTED, "%s: this build has no expat, and reads no XML", d->name);
}
#endif
