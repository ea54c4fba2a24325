#include "document/xml_check.h"

#include "base/error.h"

#ifdef HAVE_EXPAT
#include <expat.h>

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

int tr_xml_check(const tr_doc *d, tr_error *err)
{
    const XML_Parser parser = XML_ParserCreate("UTF-8");
    int rc = TR_OK;

    if (!parser) return tr_fail_memory(err);
    XML_SetDefaultHandler(parser, ignore);
    if (XML_Parse(parser, d->content, (int)d->size, 1) != XML_STATUS_OK) {
        const enum XML_Error why = XML_GetErrorCode(parser);
        rc = why == XML_ERROR_NO_MEMORY ? tr_fail_memory(err)
                                        : tr_doc_refuse(d, (size_t)XML_GetCurrentByteIndex(parser),
                                                        XML_ErrorString(why), err);
    }
    XML_ParserFree(parser);
    return rc;
}
#else
bool tr_xml_is_known(void)
{
    return false;
}

int tr_xml_check(const tr_doc *d, tr_error *err)
{
    return tr_fail(err, TR_EUNSUPPORTED, "%s: this build has no expat, and reads no XML", d->name);
}
#endif
