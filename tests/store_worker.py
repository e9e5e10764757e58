"""One of several processes that get the same messages at once: ``python -m tests.store_worker URL``.

Prints a line when it is ready, waits for one, and prints the replies' texts as JSON. A message that is
still being answered elsewhere is sent again, as a front end would.
"""

import asyncio
import json
import sys
import time

from sqlalchemy import text

from dialog.turn import Turn
from slots.errors import BusyError
from tests.studio import studio

MESSAGES = (("m", "set rate for Sarah to $150"), ("y", "yes"))


async def answer(manager, message_id, said):
    message = Turn(tenant="workshop", conversation="test", user="ana", text=said, message_id=message_id)
    for _ in range(200):
        try:
            reply = await manager.handle(message)
        except BusyError:
            reply = None
        if reply is not None and reply.state != "executing":
            return reply
        await asyncio.sleep(0.05)
    raise AssertionError("it stays busy")


async def main(url):
    chat, _ = studio(url, record=False)

    @chat.manager.tool("set_rate", kind="transactional")
    def set_rate(call, session):
        session.execute(text("INSERT INTO effect (name) VALUES (:key)"), {"key": call.key})
        time.sleep(0.2)  # so that the others come while it runs

    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    print(json.dumps([(await answer(chat.manager, *message)).text for message in MESSAGES]))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
