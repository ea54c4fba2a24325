"""A plug-in of pytest: LibreTranslate's own tests, as they are, ask the server at $SERVER.

They make LibreTranslate's application and speak to Flask's test client.  Here, the modules that they
import for that are others, whose client sends each call to the port.
"""
import os
import sys
import types
import urllib.error
import urllib.parse
import urllib.request
from json import dumps, loads

SERVER = os.environ["SERVER"]


class Answer:
    def __init__(self, status, data):
        self.status_code, self.data = status, data

    @property
    def json(self):
        return loads(self.data)


class Client:
    def call(self, method, path, body=None, kind=None):
        request = urllib.request.Request(SERVER + path, body, {"Content-Type": kind} if kind else {}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return Answer(answer.status, answer.read())
        except urllib.error.HTTPError as error:
            return Answer(error.code, error.read())

    def get(self, path):
        return self.call("GET", path)

    # Flask's test client sends a dictionary as a form, and says nothing of a body that is not there.
    def post(self, path, data=None, json=None):
        if json is not None:
            return self.call("POST", path, dumps(json).encode(), "application/json")
        if data is not None:
            return self.call("POST", path, urllib.parse.urlencode(data).encode(), "application/x-www-form-urlencoded")
        return self.call("POST", path, b"")


class App:
    def test_client(self):
        return Client()


def installed():
    """Each pair that the server says it has stands for a package of Argos."""
    return [(one["code"], target) for one in Client().get("/languages").json for target in one["targets"] if target != one["code"]]


def take_place(name, **members):
    module = types.ModuleType(name)
    vars(module).update(members)
    sys.modules[name] = module
    return module


take_place("libretranslate.app", create_app=lambda args: App())
take_place("libretranslate.main", main=None, get_args=lambda: None)
take_place("libretranslate.manage", manage=None)
take_place("libretranslate.init", boot=lambda languages: None)
package = take_place("argostranslate.package", get_installed_packages=installed)
take_place("argostranslate", package=package)
