"""Clients of the Model Context Protocol against translate serve: the official one, and fastmcp.

Usage: mcp_http.py ADDRESS TRANSLATE-PROGRAM; what a client gets has to be what the program says.  The server has
--request-timeout 600, since a long text is sent.
Each client that is installed is tried, in each way in which it may begin.
"""
import asyncio
import base64
import contextlib
import json
import os
import subprocess
import sys

try:
    import mcp
    from mcp import ClientSession
    from mcp.client import streamable_http
except ImportError:
    mcp = None
try:
    import fastmcp
except ImportError:
    fastmcp = None

U, PROGRAM = sys.argv[1:3]
TEXTS = ["The house is old.", "Two lines.\nAnd more.", "", "Call +49 30 1234567 at 5 pm.", "<b>Bold</b> & \"quoted\"."]
failed = 0


def say(text, *options):
    return subprocess.run([PROGRAM, "-f", "en", "-t", "de", *options], input=text, text=True,
                          capture_output=True, check=True).stdout


def check(name, got, wanted):
    global failed
    ok = got == wanted
    failed += not ok
    print(f"{'ok' if ok else 'not ok'} - {name}" + ("" if ok else f" # got {got!r}, wanted {wanted!r}"))


def plain(result):
    """A result as the protocol has it, whatever the client makes of it."""
    dump = result.model_dump(by_alias=True, mode="json") if hasattr(result, "model_dump") else {
        "content": [part.model_dump(by_alias=True, mode="json") for part in result.content],
        "structuredContent": result.structured_content, "isError": result.is_error}
    return dump["content"], dump.get("structuredContent"), dump.get("isError")


def message_of(error):
    return getattr(getattr(error, "error", None), "message", None) or str(error)


async def use(name, client):
    """What each client does: `client` has tools() and call(tool, arguments)."""
    tools = await client.tools()
    check(f"{name}: tools", "translate_text" in tools and "translate_content" in tools and
          "translate_document" not in tools, True)
    for text in TEXTS:
        content, structured, error = await client.call("translate_text", {"text": text, "source": "en", "target": "de"})
        check(f"{name}: {text[:12]!r}", (content[0]["text"], structured["translations"][0]["text"], error),
              (say(text), say(text), False))
    many = [f"There are {n} old houses." for n in range(40)]
    content, structured, _ = await client.call("translate_text", {"text": many, "source": "en", "target": "de"})
    check(f"{name}: many", [t["text"] for t in structured["translations"]],
          say("\n".join(many)).split("\n"))
    check(f"{name}: and as text", json.loads(content[0]["text"]), structured)
    page = "<p>The house is <b>old</b>.</p>"
    content, structured, _ = await client.call("translate_content",
                                               {"name": "a.html", "text": page, "source": "en", "target": "de"})
    check(f"{name}: a page", structured["text"], say(page, "--format", "html"))
    content, _, _ = await client.call("translate_content", {
        "name": "a.html", "data": base64.b64encode(page.encode()).decode(), "source": "en", "target": "de"})
    check(f"{name}: in base64", base64.b64decode(content[0]["resource"]["blob"]).decode(),
          say(page, "--format", "html"))
    content, _, _ = await client.call("detect_language", {"text": "The house is old, and nobody lives in it."})
    check(f"{name}: a language", [found["language"] for found in json.loads(content[0]["text"])["languages"]][:1], ["en"])
    for arguments in ({}, {"text": 7, "target": "de"}, {"text": "x"}, {"text": "x", "target": "tlh"},
                      {"text": "x", "target": "de", "alternatives": 60}):
        content, _, error = await client.call("translate_text", arguments)
        check(f"{name}: wrong arguments {arguments}", (error, bool(content[0]["text"])), (True, True))
    for tool in ("none", "translate_document"):
        try:
            await client.call(tool, {"path": "/etc/hostname", "target": "de"})
            said = None
        except Exception as error:  # each client has its own
            said = message_of(error)
        check(f"{name}: no tool {tool}", said, "there is no such tool")
    both = await asyncio.gather(*[client.call("translate_text", {"text": f"{n} houses.", "source": "en", "target": "de"})
                                  for n in range(8)])
    check(f"{name}: at once", [c[0]["text"] for c, _, _ in both], [say(f"{n} houses.") for n in range(8)])


async def cancel(name, client):
    """A long call ends soon when nobody waits, and the client goes on."""
    text = "\n".join(f"This is line {n} of a text that takes a while to be translated by anybody." for n in range(6000))
    long = asyncio.create_task(client.call("translate_text", {"text": text, "source": "en", "target": "de"}))
    await asyncio.sleep(0.2)
    started = not long.done()
    long.cancel()
    with contextlib.suppress(asyncio.CancelledError, Exception):
        await asyncio.wait_for(long, 5)
    content, _, _ = await client.call("translate_text", {"text": TEXTS[0], "source": "en", "target": "de"})
    await asyncio.sleep(0.5)  # the client of 2025 does not like an answer while it closes
    check(f"{name}: goes on after a call that is cancelled", (started, content[0]["text"]), (True, say(TEXTS[0])))


class Official:
    def __init__(self, session):
        self.session = session

    async def tools(self):
        return [tool.name for tool in (await self.session.list_tools()).tools]

    async def call(self, tool, arguments):
        return plain(await self.session.call_tool(tool, arguments))


class Fast(Official):
    async def tools(self):
        return [tool.name for tool in await self.session.list_tools()]

    async def call(self, tool, arguments):
        return plain(await self.session.call_tool_mcp(tool, arguments)
                     if hasattr(self.session, "call_tool_mcp") else
                     await self.session.call_tool(tool, arguments, raise_on_error=False))


@contextlib.asynccontextmanager
async def handshake():
    """The client of all versions of the package, which begins with "initialize"."""
    transport = getattr(streamable_http, "streamable_http_client", None) or streamable_http.streamablehttp_client
    async with transport(U + "/mcp") as streams:
        async with ClientSession(*streams[:2]) as session:
            await session.initialize()
            yield session


async def try_all():
    if mcp:
        async with handshake() as first, handshake() as second:
            await use("mcp", Official(first))
            await use("mcp, another session", Official(second))
            await cancel("mcp", Official(first))
            check("mcp: a ping", bool(await first.send_ping()), True)
        try:
            from mcp.client import Client
        except ImportError:
            print("skip - mcp: this version has no client of revision 2026-07-28")
        else:
            for mode in ("legacy", "auto", "2026-07-28"):
                async with Client(U + "/mcp", mode=mode) as client:
                    await use(f"mcp, {mode}", Official(client))
                    await cancel(f"mcp, {mode}", Official(client))
                    check(f"mcp, {mode}: the version", client.protocol_version,
                          "2025-11-25" if mode == "legacy" else "2026-07-28")
    else:
        print("skip - mcp is not installed")
    if fastmcp:
        async with fastmcp.Client(U + "/mcp") as client:
            await use("fastmcp", Fast(client))
            await cancel("fastmcp", Fast(client))
    else:
        print("skip - fastmcp is not installed")


os.environ.setdefault("FASTMCP_CHECK_FOR_UPDATES", "off")
asyncio.run(try_all())
sys.exit(failed != 0)
