#!/bin/sh
# serve_files.t - translate serve: documents, as DeepL and LibreTranslate take them.
. tests/cli/tap.sh
need_model
. tests/cli/serve.sh
need_server

D=$TMP/documents
mkdir "$D"
printf 'Good morning.\n\nThe cat sleeps. I like tea.\n' > "$D/plain.txt"
printf '<html><body><p>The <b>old</b> house.</p><script>no();</script></body></html>\n' > "$D/page.html"
printf '# The house\n\n* The *old* house is `big`.\n' > "$D/notes.md"
printf '1\n00:00:01,000 --> 00:00:02,000\nGood morning.\n' > "$D/film.srt"
printf '{"title": "The old house", "id": 17}\n' > "$D/data.json"
printf 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Good morning."\nmsgstr ""\n' > "$D/app.po"
printf '<?xml version="1.0"?><tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>Good morning.</seg></tuv></tu></body></tmx>\n' > "$D/memory.tmx"
: > "$D/empty.txt"
mkdir "$TMP/odt"
printf 'application/vnd.oasis.opendocument.text' > "$TMP/odt/mimetype"
cat > "$TMP/odt/content.xml" << 'X'
<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2"><office:body><office:text><text:p>The old house.</text:p></office:text></office:body></office:document-content>
X
python3 - "$TMP/odt" "$D/letter.odt" << 'P' 2>&- || rm -f "$D/letter.odt"
import sys, zipfile
with zipfile.ZipFile(sys.argv[2], "w") as z:
    for name in "mimetype", "content.xml":
        z.write(sys.argv[1] + "/" + name, name, zipfile.ZIP_DEFLATED if name != "mimetype" else zipfile.ZIP_STORED)
P

K='Authorization: DeepL-Auth-Key k'
field() { sed -n "s/.*\"$1\":\"\\([^\"]*\\)\".*/\\1/p" "$TMP/out"; }
upload() { # NAME [curl arguments]: to DeepL's
    file=$1
    shift
    ask -H "$K" -F "file=@$file" -F target_lang=DE "$@" "$U/v2/document"
    id=$(field document_id) key=$(field document_key)
}
state() { ask -H "$K" -d "document_key=${2-$key}" "$U/v2/document/${1-$id}"; }
result() { ask -H "$K" -d "document_key=${2-$key}" "$U/v2/document/${1-$id}/result"; }
send() { # NAME [curl arguments]: to LibreTranslate's
    file=$1
    shift
    ask -F "file=@$file" -F target=de "$@" "$U/translate_file"
    url=$(field translatedFileUrl)
}

serve --metrics

# ---- The command's bytes

for path in "$D"/*; do
    name=${path##*/}
    "$T" -f en -t de -q "$path" -o "$TMP/wanted.$name" < /dev/null 2> /dev/null
    upload "$path" -F source_lang=EN
    result
    check "DeepL's $name is the command's" cmp "$TMP/out" "$TMP/wanted.$name"
    send "$path" -F source=en
    ask "$url"
    check "LibreTranslate's $name, too" cmp "$TMP/out" "$TMP/wanted.$name"
done
upload "$D/plain.txt"
result
check "its language is found out" cmp "$TMP/out" "$TMP/wanted.plain.txt"
send "$D/plain.txt" -F source=auto
ask "$url"
check "by both" cmp "$TMP/out" "$TMP/wanted.plain.txt"
upload "$D/plain.txt" -F source_lang=DE
result
check "what is in the language already stays" cmp "$TMP/out" "$D/plain.txt"

# ---- DeepL: asked after, and taken once

upload "$D/plain.txt"
like "an id and a key" "$id $key" '^[0-9a-f]{32} [0-9a-f]{64}$'
for wait in $(seq 100); do
    state
    [ "$(field status)" = done ] && break
    sleep 0.05
done
is "its state is told" "$code $(cat "$TMP/out")" \
    "200 {\"document_id\":\"$id\",\"status\":\"done\",\"billed_characters\":43}"
ask -H "$K" "$U/v2/document/$id?document_key=$key"
is "to GET, too" "$code $(field status)" "200 done"
for wrong in "" 0 "${key}0" "$(echo "$key" | tr 0-9 1-90)"; do
    state "$id" "$wrong"
    is "not with the key \"$wrong\"" "$code" 404
    result "$id" "$wrong"
    is "nor is it given" "$code" 404
done
result
is "it is given" "$code" 200
like "as a file" "$(cat "$TMP/head")" '^Content-Disposition: attachment; filename="[0-9a-f]{32}"'
result
is "once" "$code" 404
state
is "and is gone" "$code" 404
ask -H "$K" -d document_key=x "$U/v2/document/00/result/more"
is "a path that is none" "$code" 404
printf '{"title": "cut' > "$TMP/cut.json"
upload "$TMP/cut.json" -F source_lang=EN
for wait in $(seq 100); do
    state
    case $(field status) in error | done) break ;; esac
    sleep 0.05
done
like "a damaged document says why" "$(cat "$TMP/out")" '"status":"error","error_message":"[^"]+"'
result
is "and has no result" "$code" 503

# ---- LibreTranslate: where it is

send "$D/plain.txt" -F source=en
like "the address cannot be guessed" "$url" "^$U/download_file/[0-9a-f]{32}\\.plain\\.txt\$"
ask "$url"
ask "$url"
is "it is given again" "$code" 200
size=$(wc -c < "$TMP/out")
ask -I "$url"
is "HEAD tells its size" "$code $(sed -n 's/^Content-Length: \([0-9]*\).*/\1/p' "$TMP/head")" "200 $size"
send "$D/plain.txt" -F source=en -H 'X-Forwarded-Proto: https'
like "a proxy of this machine says that it is https" "$url" "^https://127.0.0.1:$PORT/download_file/"
send "$D/plain.txt" -F source=en
ask "$url"
like "as a file of its name" "$(cat "$TMP/head")" '^Content-Disposition: attachment; filename="plain.txt"'
is "and as no page" "$(grep -i -c -e '^content-type: application/octet-stream' -e '^x-content-type-options: nosniff' "$TMP/head")" 2
ask "${url%.txt}.html"
is "not under another name" "$code" 404
for path in none.txt 00000000000000000000000000000000.plain.txt .plain.txt . %2e%2e/%2e%2e/etc/passwd ../../etc/passwd; do
    ask --path-as-is "$U/download_file/$path"
    is "nothing is at $path" "$code" 404
done
send "$D/plain.txt;filename=\"../../a b\\\\c\\\";x<.txt\"" -F source=en
like "a name is made harmless" "$url" '/[0-9a-f]{32}\.[A-Za-z0-9._-]*\.txt$'
ask "$url"
is "and leads there" "$code" 200
send "$D/plain.txt;filename=$(head -c 230 /dev/zero | tr '\0' a).txt" -F source=en
ask "$url"
is "a long one, too" "$code" 200

# ---- Refusals

ask -F source=en -F target=de "$U/translate_file"
is "no file" "$code $(cat "$TMP/out")" '400 {"error":"Invalid request: missing file parameter"}'
ask -F file=text -F source=en -F target=de "$U/translate_file"
is "a field that is no file" "$code $(cat "$TMP/out")" '400 {"error":"Invalid request: missing file parameter"}'
send "$D/plain.txt;filename=a.exe" -F source=en
is "another kind" "$code $(cat "$TMP/out")" '400 {"error":"Invalid request: file format not supported"}'
send "$D/plain.txt" -F source=en -F target=zz
is "an unknown language" "$code $(cat "$TMP/out")" '400 {"error":"zz is not supported"}'
printf '%%PDF-1.4\n\316\316' > "$TMP/a.txt"
send "$TMP/a.txt" -F source=en
is "a PDF that is called text" "$code" 400
upload "$D/plain.txt" -F output_format=pdf
is "another format" "$code" 400
upload "$D/plain.txt" -F output_format=TXT
is "the same format" "$code" 200
upload "$D/plain.txt" -F formality=polite
is "a form of address that cannot be had" "$code" 400
upload "$D/plain.txt" -F source_lang=EN -F glossary_id=0f7e5b0e-7d41-4d4e-9f0a-0b4c1c5f6d33
is "no such glossary" "$code" 404
upload "$D/plain.txt;filename=a.exe"
is "another kind at DeepL's" "$code" 400
ask -F "file=@$D/plain.txt" -F target_lang=DE "$U/v2/document"
is "no key" "$code" 403
ask -H "$K" -F target_lang=DE "$U/v2/document"
is "no document" "$code" 400
printf 'PK\3\4 and no more' > "$TMP/bad.docx"
upload "$TMP/bad.docx"
is "a damaged archive" "$code" 400
send "$TMP/bad.docx" -F source=en
is "and at LibreTranslate's" "$code" 400
if [ -s "$D/letter.odt" ]; then
    head -c 200 "$D/letter.odt" > "$TMP/cut.odt"
    upload "$TMP/cut.odt"
    is "a cut archive" "$code $(cat "$TMP/out")" \
        '400 {"message":"Invalid file data: cut.odt: is not a zip archive, or its end is missing"}'
    # A thousand times larger than what is sent.
    python3 - "$TMP/bomb.odt" << 'P'
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as z:
    z.writestr("mimetype", "application/vnd.oasis.opendocument.text")
    z.writestr("content.xml", b"<?xml version='1.0'?><a>" + b" " * (1 << 30) + b"</a>")
P
    upload "$TMP/bomb.odt"
    is "an archive of a gigabyte of nothing" "$code $(grep -c 'its sizes cannot be right' "$TMP/out")" "400 1"
    rss=$(awk '/VmHWM/ { print $2 }' "/proc/$SERVER_PID/status")
    check "takes no memory ($rss kB)" [ "$rss" -lt 400000 ]
else
    skip "a cut archive" "there is no python3"
    skip "an archive of a gigabyte of nothing" "there is no python3"
fi

# ---- Clients that leave; the end

seq -f 'The old house number %.0f has a red roof.' 20000 > "$TMP/long.txt"
curl -s -m 1 -o /dev/null -F "file=@$TMP/long.txt" -F source=en -F target=de "$U/translate_file"
for wait in $(seq 100); do
    ask "$U/metrics"
    cancelled=$(sed -n 's/^translate_cancelled_total //p' "$TMP/out")
    [ "${cancelled:-0}" -gt 0 ] && break
    sleep 0.1
done
like "the file of one that has left is dropped" "$cancelled" '^[1-9]'
upload "$TMP/long.txt" -F source_lang=EN
state
like "a long one is under way" "$(field status)" '^(queued|translating)$'
check "no text and no name is told of" sh -c '! grep -i -e house -e "plain" -e "a.exe" "$1"' - "$TMP/server"
stop_server
is "the end waits for no document" "$status" 0

# ---- Whose it is

printf 'me secret\nyou other\n' > "$TMP/keys"
serve -q --keys "$TMP/keys"
K='Authorization: DeepL-Auth-Key wrong'
upload "$D/plain.txt"
is "a wrong key" "$code" 403
K='Authorization: DeepL-Auth-Key secret'
upload "$D/plain.txt"
is "a right one" "$code" 200
send "$D/plain.txt" -F source=en
is "a file without a key" "$code" 400
send "$D/plain.txt" -F source=en -F api_key=secret
ask "$url"
is "its address is enough" "$code" 200
stop_server

done_testing
