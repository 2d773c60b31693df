"""An SMTP server that takes everything and keeps nothing. Prints its port first."""

from __future__ import annotations

import asyncio


async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"220 sink\r\n")
    while line := await reader.readline():
        word = line[:4].upper().strip()
        if word == b"DATA":
            writer.write(b"354 go on\r\n")
            await reader.readuntil(b"\r\n.\r\n")
        writer.write(b"221 bye\r\n" if word == b"QUIT" else b"250 sink\r\n")
        if word == b"QUIT":
            break
    writer.close()


async def main() -> None:
    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
