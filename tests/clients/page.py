#!/usr/bin/env python3
"""page.py URL PROGRAM - the server's page in Chromium, by selenium: typed, hovered, by the keyboard, with a
glossary and a file.  Expectations are what PROGRAM says.  Skipped where there is no chromedriver."""
import os, pathlib, shutil, subprocess, sys, tempfile, time

url, program = sys.argv[1], sys.argv[2]
driver = shutil.which("chromedriver")
if not driver:
    print("skipped: the page, for there is no chromedriver")
    sys.exit()
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

folder = tempfile.TemporaryDirectory()
place = pathlib.Path(folder.name)


def command(text, *options):
    done = subprocess.run([program, "-f", "en", "-t", "de", *options], input=text, text=True, stdout=subprocess.PIPE, check=True)
    return done.stdout


def open_browser():
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for argument in "--headless=new", "--no-sandbox", "--window-size=1280,1000":
        options.add_argument(argument)
    options.add_experimental_option("prefs", {"download.default_directory": str(place / "got")})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=Service(driver))


browser = open_browser()
find = lambda name: browser.find_element(By.ID, name)
count = 0


def check(what, is_so):
    """Waits until it is so."""
    global count
    try:
        WebDriverWait(browser, 60).until(lambda _: is_so())
    except Exception:
        browser.save_screenshot("page.png")
        sys.exit("%s: no; page.png shows the page" % what)
    count += 1


def output():
    return "".join(p.get_attribute("textContent") + "\n" for p in browser.find_elements(By.CSS_SELECTOR, "#output p"))


text = "The house is old.\nWhere is the station?\n"
browser.get(url)
find("input").send_keys(text[:-1])
check("the translation is the command's", lambda: output() == command(text))
check("the language is found out", lambda: "English (detected)" in find("source").text)
word = browser.find_elements(By.CSS_SELECTOR, "#output span")[1]
ActionChains(browser).move_to_element(word).perform()
check("a word shows where it comes from", lambda: [m.get_attribute("textContent") for m in browser.find_elements(By.TAG_NAME, "mark")] == ["house"])
find("output").send_keys(Keys.ARROW_RIGHT)
check("by the keyboard, too", lambda: [m.get_attribute("textContent") for m in browser.find_elements(By.TAG_NAME, "mark")] == ["The"])
check("other translations are shown", lambda: len(browser.find_elements(By.CSS_SELECTOR, "#others button")) == 3)

(place / "terms.tsv").write_text("house\tGebäude\n")
browser.find_element(By.TAG_NAME, "summary").send_keys(Keys.ENTER)
find("new-name").send_keys("mine")
find("new-terms").send_keys("house = Gebäude", Keys.TAB, Keys.ENTER)
check("a new glossary is used", lambda: output() == command(text, "--glossary", str(place / "terms.tsv")))

document = "# The house\n\n" + "\n\n".join("The house number %d is old, and nobody lives there." % i for i in range(200)) + "\n"
(place / "text.md").write_text(document)
find("file").send_keys(str(place / "text.md"))
check("a file tells its progress", lambda: 0 < float(find("progress").get_attribute("value") or 0) < 1)
check("and comes back", lambda: find("download").is_displayed())
find("download").click()
check("as it is kept", lambda: (place / "got" / "text.md").exists())
translated = command(document, "--format", "markdown", "--glossary", str(place / "terms.tsv"))
check("with the terms", lambda: (place / "got" / "text.md").read_text() == translated)
find("delete").click()
check("without the glossary, all is as before", lambda: output() == command(text))
find("swap").click()
check("languages are swapped", lambda: find("target").get_attribute("value") == "en" and find("input").get_attribute("value") + "\n" == command(text))
browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": True})
check("a phone need not be scrolled sideways", lambda: browser.execute_script("return document.documentElement.scrollWidth <= 360"))
check("the browser complains of nothing", lambda: not browser.get_log("browser"))
browser.quit()
print("page: %d checks passed" % count)
