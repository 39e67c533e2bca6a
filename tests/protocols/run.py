#!/usr/bin/env python3
"""Checks every transcript of docs/protocols/*.md against the program. Needs Python 3, and only this machine's network.

Usage: tests/protocols/run.py [PATH OF THE boardbots BINARY] [PAGE…]

A transcript is a block of lines that begin with `> `, what is sent, or `< `, the answer, in which `…` is any text. The
last command in backticks before it, `boardbots …`, says what is spoken to:

  engine          lines of stdin and stdout
  arena, tables,  `> METHOD PATH [BODY] [Bearer TOKEN]` and `< STATUS BODY`, also over several lines (those sent are
  league          indented); $name is that member of the last answer that has it; `> boardbots …`, `> python3 …` and
                  `> echo …` are commands of a shell
  battletech      a fight of a player ./jugador: `> PLAYER PHASE` is its first call of a phase, `< FILE: VALUES` what a
                  file of its folder holds then, also over several lines

A block whose first line is `# NAME.conf` or `# NAME.py` is that file in the folder of all transcripts of its page.
"""

import http.client
import os
import re
import shlex
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE_SECONDS = 60
# The address of servers in the pages.
HOST = "127.0.0.1:9000"
JUGADOR = '#!/bin/sh\n[ $# = 2 ] && "$BOARDBOTS" battletech "$@" && { [ -d "$KEPT/$*" ] || cp -r . "$KEPT/$*"; }\n'


def compare(number, due, told):
    """Fails with the number of a line if its answer is another one."""
    if not re.fullmatch(".*?".join(map(re.escape, due.split("…"))), told, re.S):
        raise ValueError(f"{number}: the page says\n    {due}\n  and the program\n    {told}")


def files(page):
    """Names and texts of the files that a page has."""
    return re.findall(r"^```\w+\n(?=# (\S+\.(?:conf|py))\n)(.*?)^```$", page.read_text(), re.M | re.S)


def transcripts(page):
    """The command before each transcript, and its (number, is sent, text) lines."""
    prose, command, block = "", None, None
    for number, line in enumerate(page.read_text().splitlines(), 1):
        if line.startswith("```"):
            command = (re.findall(r"`boardbots ([^`]+)`", prose) or [command])[-1]
            if block and all(text[:2] in ("> ", "< ") for _, text in block):
                yield command, [(at, text[0] == ">", text[2:]) for at, text in block]
            prose, block = "", [] if block is None else None
        elif block is None:
            prose += line + " "
        else:
            block.append((number, line))


def exchanges(lines, glue):
    """What is sent, and its whole answer: (sent, number of the line, answer)."""
    found = []
    for number, is_sent, text in lines:
        if is_sent and text.startswith(" "):
            found[-1][0] += text.strip()
        elif is_sent:
            found.append([text, number, ""])
        else:
            found[-1][2] += glue * bool(found[-1][2]) + text
    return found


def converse(binary, command, lines, folder):
    """Lines to and from an engine."""
    call = ["timeout", str(PATIENCE_SECONDS), binary, *command]
    with subprocess.Popen(call, stdin=-1, stdout=-1, text=True, bufsize=1, cwd=folder) as engine:
        for number, is_sent, text in lines:
            if is_sent:
                engine.stdin.write(text + "\n")
            else:
                compare(number, text, engine.stdout.readline().rstrip("\n"))
        compare(lines[-1][0], "", engine.communicate()[0])


def request(at, sent, known):
    """The status and the text of the answer to a request; its members become known."""
    sent, _, token = sent.partition(" Bearer ")
    method, path, body = (sent.split(" ", 2) + [""])[:3]
    kind = "application/json" if body.startswith("{") else "application/x-www-form-urlencoded"
    headers = {"Host": HOST, "Content-Type": kind, **({"Authorization": f"Bearer {token}"} if token else {})}
    connection = http.client.HTTPConnection(at, timeout=PATIENCE_SECONDS)
    connection.request(method, path.removeprefix(f"http://{HOST}"), body, headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    known.update(re.findall(r'"(\w+)":"?(?!null)([^",{}\[\]]+)', text))
    return f"{answer.status} {text}".strip()


def ask(binary, command, lines, folder):
    """Requests to a server."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        at = f"127.0.0.1:{free.getsockname()[1]}"
    known, quiet = {}, subprocess.DEVNULL
    server = subprocess.Popen([binary, *command, "--listen", at], stdout=-1, stderr=quiet, cwd=folder, text=True)
    try:
        server.stdout.readline()
        for sent, number, due in exchanges(lines, ""):
            sent = re.sub(r"\$(\w+)", lambda name: known.get(name[1], name[0]), sent)
            if sent.startswith(("boardbots ", "python3 ", "echo ")):
                call = re.sub("^boardbots", shlex.quote(binary), sent.replace(HOST, at))
                run = subprocess.run(call, shell=True, capture_output=True, text=True, cwd=folder, timeout=PATIENCE_SECONDS)
                compare(number, due, "".join((run.stdout + run.stderr).replace(at, HOST).splitlines()))
            else:
                compare(number, due, request(at, sent, known))
    finally:
        server.terminate()
        server.wait()


def fight(binary, command, lines, folder):
    """Calls of a player of BattleTech that asks the program, and keeps the files of its first call of each phase."""
    Path(folder, "jugador").write_text(JUGADOR)
    Path(folder, "jugador").chmod(0o755)
    env, quiet = {**os.environ, "BOARDBOTS": binary, "KEPT": folder}, subprocess.DEVNULL
    subprocess.run([binary, *command], cwd=folder, env=env, stdout=quiet, stderr=quiet, timeout=PATIENCE_SECONDS)
    for call, number, due in exchanges(lines, "\n"):
        for name, values in re.findall(r"(\S+\.sbt): (.*?)(?=\n\S+\.sbt: |\Z)", due, re.S):
            kept = Path(folder, call, name)
            told = kept.read_text("latin-1").split() if kept.exists() else ["no such file"]
            compare(number, f"{name}: " + " ".join(values.split()), f"{name}: " + " ".join(told))


def main():
    binary = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else ROOT / "target/release/boardbots")
    if not os.access(binary, os.X_OK):
        sys.exit(f"{__doc__}\n{binary} is not there: build it with cargo build --release, or name another")
    wrong = 0
    for page in [Path(name) for name in sys.argv[2:]] or sorted((ROOT / "docs/protocols").glob("*.md")):
        found = list(transcripts(page))
        for command, lines in found:
            way = {"engine": converse, "battletech": fight}.get((command or "").split(" ")[0], ask)
            try:
                with tempfile.TemporaryDirectory(prefix="protocols-test-") as folder:
                    for name, text in files(page):
                        Path(folder, name).write_text(text)
                    way(binary, shlex.split(command or ""), lines, folder)
            except (ValueError, OSError, subprocess.SubprocessError) as error:
                print(f"{page}:{error}", file=sys.stderr)
                wrong += 1
        print(f"{page.name}: {len(found)} of its blocks are transcripts")
        wrong += not found
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
