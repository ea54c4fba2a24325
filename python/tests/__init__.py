"""Tests of the package, against the program: $BUILD has both."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build/release")
os.environ.setdefault("LIBTRANSLATE", str(BUILD / "libtranslate.so.0"))
os.environ.setdefault("TRANSLATE", str(BUILD / "translate"))
os.environ.setdefault("TRANSLATE_MODELS", str(ROOT / "models"))
os.environ["PYTHONPATH"] = str(ROOT / "python")
sys.path.insert(0, str(ROOT / "python"))
MODEL = "en-de-tiny"
HAS_MODEL = any((ROOT / "models" / MODEL).glob("*.gguf"))
