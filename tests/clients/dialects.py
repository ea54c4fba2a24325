"""Real clients against translate serve: `make check-clients` installs and runs them.

Usage: dialects.py ADDRESS TRANSLATE-PROGRAM; what a client gets has to be what the program says.
"""
import subprocess
import sys

import azure.ai.translation.text as azure
import deep_translator
import deep_translator.google
import deepl
import openai
from azure.core.credentials import AzureKeyCredential
from azure.core.exceptions import HttpResponseError
from deepl.api_data import MultilingualGlossaryDictionaryEntries as Dictionary
from google.api_core.exceptions import BadRequest
from google.auth.credentials import AnonymousCredentials
from google.cloud import translate_v2

U, PROGRAM = sys.argv[1:3]
failed = 0


def say(text, *options):
    done = subprocess.run([PROGRAM, "-f", "en", "-t", "de", *options], input=text, text=True,
                          capture_output=True, check=True)
    return done.stdout


def check(name, got, wanted):
    global failed
    ok = got == wanted
    failed += not ok
    print(f"{'ok' if ok else 'not ok'} - {name}" + ("" if ok else f"\n# got {got!r}\n# wanted {wanted!r}"))


def refusal(kind, call):
    try:
        call()
    except kind as error:
        return str(error)
    return None


HELLO, HOUSE = "Hello, my friend.", "The house is old."

libre = deep_translator.LibreTranslator("en", "de", api_key="x", custom_url=U + "/")
check("deep-translator: LibreTranslate", libre.translate(HOUSE), say(HOUSE))
deep_translator.google.BASE_URLS["GOOGLE_TRANSLATE"] = U + "/m"
google = deep_translator.GoogleTranslator("auto", "de")
check("deep-translator: Google", google.translate(HOUSE), say(HOUSE))

client = openai.OpenAI(base_url=U + "/v1", api_key="x", max_retries=0)
ask = [{"role": "user", "content": HOUSE}]
done = client.chat.completions.create(model="en-de", messages=ask)
check("openai", done.choices[0].message.content, say(HOUSE))
stream = client.chat.completions.create(model="en-de", messages=ask, stream=True,
                                        stream_options={"include_usage": True})
chunks = list(stream)
check("openai: a stream", "".join(c.choices[0].delta.content for c in chunks if c.choices), say(HOUSE))
check("openai: its usage", chunks[-1].usage.total_tokens > 0, True)
check("openai: models", "en-de" in [m.id for m in client.models.list()], True)
check("openai: a prompt is refused", "{text}" in (refusal(openai.BadRequestError, lambda:
      client.chat.completions.create(model="gpt", messages=ask)) or ""), True)

cloud = translate_v2.Client(credentials=AnonymousCredentials(), client_options={"api_endpoint": U})
got = cloud.translate([HELLO, HOUSE], target_language="de", source_language="en", format_="text")
check("google-cloud-translate", [g["translatedText"] for g in got], [say(HELLO), say(HOUSE)])
got = cloud.translate("<p>" + HOUSE + "</p>", target_language="de")
check("google-cloud-translate: HTML", got["translatedText"], say("<p>" + HOUSE + "</p>", "--format", "html"))
check("google-cloud-translate: found out", got["detectedSourceLanguage"], "en")
check("google-cloud-translate: detect", cloud.detect_language(HOUSE)["language"], "en")
check("google-cloud-translate: languages",
      {"language": "de", "name": "German"} in cloud.get_languages(), True)
check("google-cloud-translate: refused", "zz" in (refusal(BadRequest, lambda:
      cloud.translate(HOUSE, target_language="zz")) or ""), True)

text = azure.TextTranslationClient(endpoint=U, credential=AzureKeyCredential("x"))
got = text.translate(body=[HOUSE], to_language=["de"])[0]
check("azure-ai-translation-text", got.translations[0].text, say(HOUSE))
check("azure-ai-translation-text: found out", got.detected_language.language, "en")
check("azure-ai-translation-text: languages",
      text.get_supported_languages(scope="translation").translation["de"].native_name, "Deutsch")
check("azure-ai-translation-text: refused", refusal(HttpResponseError, lambda:
      text.translate(body=[HOUSE], to_language=["zz"])) is not None, True)

pairs = deepl.DeepLClient("x", server_url=U)
glossary = pairs.create_multilingual_glossary(
    "both", [Dictionary("en", "de", {"house": "Gemäuer"}), Dictionary("de", "en", {"Haus": "castle"})])
got = pairs.translate_text([HOUSE], source_lang="EN", target_lang="DE", glossary=glossary)[0].text
check("deepl: a glossary of two pairs", "Gemäuer" in got, True)
got = pairs.translate_text("Das Haus ist alt.", source_lang="DE", target_lang="EN-US", glossary=glossary)
check("deepl: the other pair", "castle" in got.text, True)
check("deepl: a name", pairs.update_multilingual_glossary_name(glossary, "new").name, "new")
got = pairs.update_multilingual_glossary_dictionary(glossary, Dictionary("en", "de", {"dog": "Köter"}))
check("deepl: more terms", [d.entry_count for d in got.dictionaries], [2, 1])
got = pairs.replace_multilingual_glossary_dictionary(glossary, Dictionary("en", "de", {"cat": "Kater"}))
check("deepl: others", got.entry_count, 1)
got = pairs.get_multilingual_glossary_entries(glossary, "en", "de")
check("deepl: entries", got.dictionaries[0].entries, "cat\tKater")
pairs.delete_multilingual_glossary_dictionary(glossary, source_lang="de", target_lang="en")
check("deepl: one less", len(pairs.get_multilingual_glossary(glossary.glossary_id).dictionaries), 1)
pairs.delete_multilingual_glossary(glossary)
check("deepl: gone", refusal(deepl.exceptions.GlossaryNotFoundException, lambda:
      pairs.get_multilingual_glossary(glossary.glossary_id)) is not None, True)
sys.exit(failed > 0)
