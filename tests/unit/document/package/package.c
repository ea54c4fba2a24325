/* Packages: which members are text, what of an archive stays, and what is refused. */
#include "document/package/package.h"

#include <string.h>

#include "make/make_npz.h"
#include "translate.h"
#include "unit/unit.h"

#define WORD "http://schemas.openxmlformats.org/wordprocessingml/2006/main"

/* Content types of ECMA-376, part 2, 10.1.2. */
static const char types[] =
    "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
    "<Override PartName=\"/word/document.xml\" ContentType=\"application/vnd.openxmlformats-"
    "officedocument.wordprocessingml.document.main+xml\"/></Types>";
static const char word_text[] = "<w:document xmlns:w=\"" WORD "\"><w:body><w:p><w:r><w:t>It rains."
                                "</w:t></w:r></w:p></w:body></w:document>";

/* OpenDocument 1.2, part 3. */
static const char odf_text[] =
    "<office:document-content xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" "
    "xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\"><office:body><office:text>"
    "<text:p>It rains.</text:p></office:text></office:body></office:document-content>";

/* Open Container Format 3.2: the container names the package document. */
static const char container[] =
    "<container xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\" version=\"1.0\">"
    "<rootfiles><rootfile full-path=\"book/a%20b.opf\" media-type=\"application/"
    "oebps-package+xml\"/></rootfiles></container>";
static const char opf[] =
    "<package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\"><manifest>"
    "<item id=\"c\" href=\"../text/one.xhtml\" media-type=\"application/xhtml+xml\"/>"
    "</manifest></package>";
static const char chapter[] = "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>1</title>"
                              "</head><body><p>It rains.</p></body></html>";

static zip_maker z;
static tr_document *d;
static tr_error err;

static void add(const char *name, const char *text)
{
    zip_add(&z, name, text, strlen(text));
}

static int open_package(const char *format)
{
    const tr_document_options options = {.format = format};

    zip_end(&z, "");
    err = (tr_error){0};
    return tr_document_open(&d, "x", z.bytes.data, z.bytes.len, &options, &err);
}

/* The texts of the package, each with "|" behind it; or why it is refused. */
static const char *texts_of_package(const char *format)
{
    static char out[2000];
    tr_document_segment s;
    size_t n = 0;

    out[0] = '\0';
    if (open_package(format) < 0) {
        snprintf(out, sizeof out, "%s", err.msg);
    } else {
        for (size_t i = 0; i < tr_document_segment_count(d); i++) {
            ck_assert_int_eq(tr_document_get(d, i, &s, NULL), TR_OK);
            n += (size_t)snprintf(out + n, sizeof out - n, "%s|", s.text);
        }
        tr_document_free(d);
    }
    tr_buf_free(&z.bytes);
    z = (zip_maker){0};
    return out;
}

static void add_word(void)
{
    add("[Content_Types].xml", types);
    add("word/document.xml", word_text);
}

static void add_book(void)
{
    add("mimetype", "application/epub+zip");
    add("META-INF/container.xml", container);
    add("book/a b.opf", opf);
    add("text/one.xhtml", chapter);
}

START_TEST(parts_of_office_files_are_told_by_their_types)
{
    add_word();
    add("word/other.xml", word_text); /* no type names it */
    ck_assert_str_eq(texts_of_package("docx"), "It rains.|");
}
END_TEST

START_TEST(the_content_of_an_opendocument_is_text)
{
    add("mimetype", "application/vnd.oasis.opendocument.text");
    add("content.xml", odf_text);
    add("Pictures/content.txt", "Not this text");
    ck_assert_str_eq(texts_of_package("odt"), "It rains.|");
    add("content.xml", odf_text);
    add("Object 1/content.xml", odf_text); /* such as a chart */
    ck_assert_str_eq(texts_of_package("odt"), "It rains.|It rains.|");
}
END_TEST

START_TEST(chapters_are_found_from_the_folder_of_their_list)
{
    add_book();
    ck_assert_str_eq(texts_of_package("epub"), "It rains.|");
}
END_TEST

START_TEST(an_address_cannot_lead_out_of_the_archive)
{
    add("META-INF/container.xml", container);
    add("book/a b.opf", "<package><manifest><item href=\"../../../../text/one.xhtml\" "
                        "media-type=\"application/xhtml+xml\"/></manifest></package>");
    add("text/one.xhtml", chapter);
    ck_assert_str_eq(texts_of_package("epub"), "It rains.|");
}
END_TEST

START_TEST(members_that_a_book_encrypts_stay)
{
    add_book();
    add("META-INF/encryption.xml",
        "<encryption><EncryptedData><CipherData><CipherReference URI=\"text/one.xhtml\"/>"
        "</CipherData></EncryptedData></encryption>");
    ck_assert_str_eq(texts_of_package("epub"), "");
}
END_TEST

START_TEST(archives_without_a_document_are_refused)
{
    add("a.txt", "It rains.");
    ck_assert_str_eq(texts_of_package("docx"), "x: has no member [Content_Types].xml");
    add("a.txt", "It rains.");
    ck_assert_str_eq(texts_of_package("odt"), "x: has no document in it");
    add("a.txt", "It rains.");
    ck_assert_str_eq(texts_of_package("epub"), "x: has no member META-INF/container.xml");
    add("META-INF/container.xml", "<container/>");
    ck_assert_str_eq(texts_of_package("epub"), "x: has no book in it");
    add("[Content_Types].xml", types);
    ck_assert_str_ne(texts_of_package("docx"), ""); /* the part that it names is not there */
}
END_TEST

START_TEST(encrypted_files_are_refused)
{
    static const char manifest[] =
        "<manifest:manifest xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\">"
        "<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>"
        "</manifest:manifest>";
    static const char compound[] = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 and more";
    const tr_document_options options = {.format = "docx"};

    add("content.xml", odf_text);
    add("META-INF/manifest.xml", manifest);
    ck_assert_str_eq(texts_of_package("odt"), "x: is encrypted");
    ck_assert_int_eq(tr_document_open(&d, "x", compound, sizeof compound, &options, &err),
                     TR_EUNSUPPORTED);
    ck_assert_ptr_nonnull(strstr(err.msg, "encrypted"));
}
END_TEST

START_TEST(parts_that_are_not_well_formed_are_refused)
{
    add("[Content_Types].xml", types);
    add("word/document.xml", "<w:document><w:body>");
    ck_assert_ptr_nonnull(strstr(texts_of_package("docx"), "word/document.xml"));
    add_word();
    z.method = 0;
    z.crc_change = 1;
    add("content.xml", odf_text);
    ck_assert_ptr_nonnull(strstr(texts_of_package("odt"), "content.xml"));
}
END_TEST

START_TEST(an_archive_that_ends_twice_is_refused)
{
    const tr_document_options options = {.format = "docx"};

    add_word();
    zip_end(&z, "PK\x05\x06");
    ck_assert_int_eq(tr_document_open(&d, "x", z.bytes.data, z.bytes.len, &options, &err),
                     TR_EFORMAT);
    ck_assert_ptr_nonnull(strstr(err.msg, "ends twice"));
    tr_buf_free(&z.bytes);
    z = (zip_maker){0};
}
END_TEST

START_TEST(no_archive_that_is_cut_short_is_read)
{
    const tr_document_options options = {.format = "docx"};

    add_word();
    zip_end(&z, "");
    for (size_t size = 0; size < z.bytes.len; size++) {
        char *const exact = malloc(size + !size);
        memcpy(exact, z.bytes.data, size);
        ck_assert_int_lt(tr_document_open(&d, "x", exact, size, &options, &err), 0);
        free(exact);
    }
    tr_buf_free(&z.bytes);
    z = (zip_maker){0};
}
END_TEST

/* Opens the archive that was written, whose texts are as `wanted`. */
static void check_written(const char *now, size_t size, const char *format, const char *wanted)
{
    const tr_document_options options = {.format = format};
    tr_document *again;
    tr_document_segment s;

    ck_assert_int_eq(tr_document_open(&again, "y", now, size, &options, &err), TR_OK);
    ck_assert_uint_eq(tr_document_segment_count(again), 1);
    ck_assert_int_eq(tr_document_get(again, 0, &s, NULL), TR_OK);
    ck_assert_str_eq(s.text, wanted);
    tr_document_free(again);
}

START_TEST(a_translation_stands_in_its_part)
{
    static const char *const formats[] = {"docx", "odt", "epub"};
    const char *now;
    size_t size;

    for (size_t i = 0; i < 3; i++) {
        z.method = 8;
        if (i == 0) add_word();
        if (i == 1) add("content.xml", odf_text);
        if (i == 2) add_book();
        ck_assert_int_eq(open_package(formats[i]), TR_OK);
        ck_assert_int_eq(tr_document_put(d, 0, "R &amp; D", 9, &err), TR_OK);
        ck_assert_int_eq(tr_document_finish(d, &now, &size, NULL, &err), TR_OK);
        check_written(now, size, formats[i], "R &amp; D");
        tr_document_free(d);
        tr_buf_free(&z.bytes);
        z = (zip_maker){0};
    }
}
END_TEST

START_TEST(an_archive_in_which_nothing_changes_is_the_same)
{
    const char *now;
    size_t size;

    z.method = 8;
    add_book();
    ck_assert_int_eq(open_package("epub"), TR_OK);
    ck_assert_int_eq(tr_document_finish(d, &now, &size, NULL, &err), TR_OK);
    ck_assert_uint_eq(size, z.bytes.len);
    ck_assert_mem_eq(now, z.bytes.data, size);
    tr_document_free(d);
    tr_buf_free(&z.bytes);
    z = (zip_maker){0};
}
END_TEST

START_TEST(a_part_that_would_be_too_large_is_refused_before_it_is_unpacked)
{
    z.size_change = INT64_C(65) << 20;
    add_word();
    ck_assert_str_ne(texts_of_package("docx"), "It rains.|");
}
END_TEST

UNIT_MAIN("package", parts_of_office_files_are_told_by_their_types,
          the_content_of_an_opendocument_is_text, chapters_are_found_from_the_folder_of_their_list,
          an_address_cannot_lead_out_of_the_archive, members_that_a_book_encrypts_stay,
          archives_without_a_document_are_refused, encrypted_files_are_refused,
          parts_that_are_not_well_formed_are_refused, an_archive_that_ends_twice_is_refused,
          no_archive_that_is_cut_short_is_read, a_translation_stands_in_its_part,
          an_archive_in_which_nothing_changes_is_the_same,
          a_part_that_would_be_too_large_is_refused_before_it_is_unpacked)
