#include "document/markdown/markdown_count.h"

#include "config.h"

#ifdef HAVE_MD4C

#include <md4c.h>

#include "document/masks/mask_markdown.h"

static int ignore_block(MD_BLOCKTYPE type, void *detail, void *ctx)
{
    (void)type;
    (void)detail;
    (void)ctx;
    return 0;
}

static int ignore_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *ctx)
{
    (void)type;
    (void)text;
    (void)size;
    (void)ctx;
    return 0;
}

static int ignore_span(MD_SPANTYPE type, void *detail, void *ctx)
{
    (void)type;
    (void)detail;
    (void)ctx;
    return 0;
}

static int count_span(MD_SPANTYPE type, void *detail, void *ctx)
{
    tr_md_counts *const counts = ctx;
    (void)detail;
    counts->emphasis += type == MD_SPAN_EM;
    counts->strong += type == MD_SPAN_STRONG;
    counts->struck += type == MD_SPAN_DEL;
    return 0;
}

bool tr_markdown_count(const char *text, size_t len, tr_md_counts *counts)
{
    const MD_PARSER parser = {.flags = MD_FLAG_STRIKETHROUGH,
                              .enter_block = ignore_block,
                              .leave_block = ignore_block,
                              .enter_span = count_span,
                              .leave_span = ignore_span,
                              .text = ignore_text};
    tr_masks masks = {0};

    *counts = (tr_md_counts){0};
    bool right = tr_mask_markdown(&masks, text, len, false);
    if (right) right = md_parse(masks.text, (MD_SIZE)masks.size, &parser, counts) == 0;
    tr_masks_free(&masks);
    return right;
}

#else

bool tr_markdown_count(const char *text, size_t len, tr_md_counts *counts)
{
    (void)text;
    (void)len;
    *counts = (tr_md_counts){0};
    return false;
}

#endif
