// WH2: whatever a receiver does, the attempt ends within five seconds with the right cause, little is read, and nothing is
// stored.
import assert from "node:assert/strict";
import { subscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { after, suite, test } from "node:test";
import { getCACertificates, setDefaultCACertificates, type TlsOptions } from "node:tls";
import type { OutboundError } from "../../server/platform/net/outbound.ts";
import { makeCertificate } from "./certificate.ts";
import {
  assertClosed,
  assertOutcome,
  chunk,
  chunked,
  closeReceivers,
  drip,
  flood,
  kilobyte,
  ok,
  post,
  startReceiver,
  startRude,
  type Script,
} from "./receivers.ts";

/** The limit, one more read, and the headers. */
const read_bytes_max = 64 * 1024 + 64 * 1024 + 1024;
/** The most bytes that the HTTP client may read without passing them on. */
const hidden_bytes_max = 5 * 1024 * 1024;

const authority = makeCertificate("Test authority");
setDefaultCACertificates([...getCACertificates("default"), authority.cert]);
const own_name = makeCertificate("Receiver", ["localhost"], authority);

/** Our ends of the connections, by the receiver's port. */
const our_ends = new Map<number, Socket>();
subscribe("undici:client:connected", (message) => {
  const { socket } = message as { socket: Socket };
  our_ends.set(socket.remotePort!, socket);
});

after(closeReceivers);

suite("receivers that never answer, or never end", { concurrency: true }, () => {
  const silent: [string, Script][] = [
    ["accepts and stays silent", () => undefined],
    ["drips its status line", drip("HTTP/1.1 200 ", "O", 500)],
    ["drips headers without end", drip(ok, "X-More: 1\r\n")],
    ["drips informational answers", drip("", "HTTP/1.1 103 Early Hints\r\n\r\n", 900)],
    ["stops in the middle of the headers", (socket) => void socket.write(`${ok}X-Half: `)],
    ["answers a second too late", (socket) => void setTimeout(() => socket.end(`${ok}\r\n`), 6_000).unref()],
  ];
  for (const [what, script] of silent) {
    test(`WH2 a receiver that ${what} is a TIMEOUT`, async () => {
      const receiver = await startReceiver(script);
      await assertOutcome(receiver, null, "TIMEOUT");
      await assertClosed(receiver);
    });
  }

  test("WH2 a receiver that does not read what it is sent is a TIMEOUT", async () => {
    const receiver = await startRude((socket) => void socket.pause());
    assert.equal((await post(receiver, Buffer.alloc(32 * 1024 * 1024))).error, "TIMEOUT");
    receiver.connections.forEach((socket) => socket.resume());
    await assertClosed(receiver);
  });

  test("WH2 a receiver that stays silent where TLS should begin is a TIMEOUT", async () => {
    const receiver = await startRude((socket) => void socket.resume(), "https");
    await assertOutcome(receiver, null, "TIMEOUT");
    await assertClosed(receiver);
  });

  test("WH2 a receiver that answers shortly before the deadline has acknowledged", async () => {
    const receiver = await startReceiver((socket) => void setTimeout(() => socket.end(`${ok}\r\n`), 4_000));
    await assertOutcome(receiver, 200, null);
  });

  const dripping: [string, number, OutboundError | null][] = [
    [ok, 200, null],
    ["HTTP/1.1 500 Oops\r\n", 500, "HTTP_STATUS"],
    ["HTTP/1.1 302 Found\r\nLocation: /\r\n", 302, "REDIRECT_REFUSED"],
  ];
  for (const [head, status, error] of dripping) {
    test(`WH2 status ${status} decides at once, and its dripping body is cut at the deadline`, async () => {
      const receiver = await startReceiver(drip(`${head}${chunked}`, "1\r\na\r\n"));
      const outcome = await post(receiver);
      assert.deepEqual({ status: outcome.status, error: outcome.error }, { status, error });
      assert.equal(receiver.connections[0]!.destroyed, false);
      await assertClosed(receiver);
    });
  }

  test("WH2 a body that was promised and never comes is cut at the deadline", async () => {
    const receiver = await startReceiver(say("HTTP/1.1 200 OK", "Content-Length: 10000000000"));
    await assertOutcome(receiver, 200, null);
    await assertClosed(receiver);
  });
});

suite("receivers that send too much", { concurrency: true }, () => {
  const bodies: [string, Script][] = [
    ["an endless body in chunks", flood(`${ok}${chunked}`, chunk.repeat(64))],
    ["an endless body until the connection ends", flood(`${ok}\r\n`, kilobyte.repeat(64))],
    ["a body of 10 GB", flood(`${ok}Content-Length: 10000000000\r\n\r\n`, kilobyte.repeat(64))],
    ["a compressed body", flood(`${ok}Content-Encoding: gzip\r\n${chunked}`, chunk.repeat(64))],
  ];
  for (const [what, script] of bodies) {
    test(`WH2 a 2xx with ${what} has acknowledged, and at most 64 KiB and one read are taken`, async () => {
      const receiver = await startReceiver(script);
      await assertOutcome(receiver, 200, null);
      await assertClosed(receiver);
      const { bytesRead } = our_ends.get(receiver.port)!;
      assert.ok(bytesRead > 0 && bytesRead <= read_bytes_max, `${bytesRead} bytes were read`);
    });
  }

  const hidden: [string, Script][] = [
    ["endless extensions of a chunk", flood(`${ok}${chunked}1;`, kilobyte.repeat(64))],
    ["endless trailers", flood(`${ok}${chunked}0\r\n`, `X-More: ${kilobyte}\r\n`.repeat(64))],
  ];
  for (const [what, script] of hidden) {
    test(`WH2 a 2xx with ${what} has acknowledged, and the connection is soon given up`, async () => {
      const receiver = await startReceiver(script);
      await assertOutcome(receiver, 200, null);
      await assertClosed(receiver);
      const { bytesRead } = our_ends.get(receiver.port)!;
      assert.ok(bytesRead > 0 && bytesRead <= hidden_bytes_max, `${bytesRead} bytes were read`);
    });
  }

  test("WH2 a receiver with an endless status line is cut as CONNECTION_REFUSED", async () => {
    const receiver = await startReceiver(flood("HTTP/1.1 200 ", kilobyte));
    await assertOutcome(receiver, null, "CONNECTION_REFUSED");
    assert.ok(our_ends.get(receiver.port)!.bytesRead <= hidden_bytes_max);
  });

  const heads: [string, Script][] = [
    ["endless headers", flood(ok, `X-More: ${kilobyte}\r\n`)],
    ["one endless header", flood(`${ok}X-More: `, kilobyte)],
    ["endless informational answers", flood("", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(64))],
    ["endless leave to continue", flood("", "HTTP/1.1 100 Continue\r\n\r\n".repeat(64))],
  ];
  for (const [what, script] of heads) {
    test(`WH2 a receiver with ${what} is cut as CONNECTION_REFUSED`, async () => {
      const receiver = await startReceiver(script);
      await assertOutcome(receiver, null, "CONNECTION_REFUSED");
      await assertClosed(receiver);
      assert.ok(our_ends.get(receiver.port)!.bytesRead <= read_bytes_max);
    });
  }
});

suite("receivers that break off, or speak something else", { concurrency: true }, () => {
  const broken: [string, Script][] = [
    ["resets the connection", (socket) => void socket.resetAndDestroy()],
    ["closes without an answer", (socket) => void socket.end()],
    ["closes in the middle of the headers", (socket) => void socket.end(`${ok}X-Half: `)],
    ["answers with something that is not HTTP", say("220 mail.example ESMTP")],
    ["answers as HTTP/0.9", (socket) => void socket.end("<html>hello</html>")],
    ["switches protocols", say("HTTP/1.1 101 Switching Protocols", "Connection: upgrade", "Upgrade: websocket")],
    ["gives two lengths", say("HTTP/1.1 200 OK", "Content-Length: 1", "Content-Length: 2")],
    ["gives a negative length", say("HTTP/1.1 200 OK", "Content-Length: -1")],
    ["gives a length and chunks", say("HTTP/1.1 200 OK", "Content-Length: 5", "Transfer-Encoding: chunked")],
    ["puts a NUL into a header", say("HTTP/1.1 200 OK", "X-Bad: a\0b")],
  ];
  for (const [what, script] of broken) {
    test(`WH2 a receiver that ${what} is CONNECTION_REFUSED`, async () => {
      const receiver = await startReceiver(script);
      await assertOutcome(receiver, null, "CONNECTION_REFUSED");
      await assertClosed(receiver);
      assert.equal(receiver.connections.length, 1, "a new connection that fails is not tried again");
    });
  }

  test("WH2 a receiver that resets before anything was sent is CONNECTION_REFUSED", async () => {
    await assertOutcome(await startRude((socket) => void socket.resetAndDestroy()), null, "CONNECTION_REFUSED");
    await assertOutcome(await startRude((socket) => void socket.resetAndDestroy(), "https"), null, "CONNECTION_REFUSED");
  });

  test("WH2 a port without a listener is CONNECTION_REFUSED", async () => {
    const receiver = await startRude(() => undefined);
    await receiver.close();
    await assertOutcome(receiver, null, "CONNECTION_REFUSED");
  });

  test("WH2 any 2xx acknowledges, and every other status does not", async () => {
    const receiver = await startReceiver((socket) => {
      socket.end(`HTTP/1.1 ${statuses.shift()} Said\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
    });
    const expected = [200, 201, 202, 204, 226, 299, 300, 304, 308, 400, 401, 404, 410, 429, 500, 503, 599];
    const statuses = [...expected];
    for (const status of expected) {
      await assertOutcome(receiver, status, status < 300 ? null : status < 400 ? "REDIRECT_REFUSED" : "HTTP_STATUS");
    }
  });

  test("WH2 a few early hints before the answer do no harm", async () => {
    const hint = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";
    await assertOutcome(await startReceiver((socket) => void socket.end(`${hint.repeat(3)}${ok}\r\n`)), 200, null);
  });
});

suite("receivers with bad certificates", { concurrency: true }, () => {
  const answer = say("HTTP/1.1 200 OK", "Content-Length: 0");
  const expired = makeCertificate("Old receiver", ["localhost"], authority, "250201000000Z");
  const cases: [string, TlsOptions][] = [
    ["a certificate that it signed itself", makeCertificate("Self", ["localhost"])],
    ["a certificate for another name", makeCertificate("Other", ["hooks.example.com"], authority)],
    [
      "a certificate for another name, with sessions",
      { ...makeCertificate("O", ["a.example"], authority), maxVersion: "TLSv1.2" },
    ],
    ["a certificate that is over", expired],
    ["an unknown authority", makeCertificate("Leaf", ["localhost"], makeCertificate("Unknown"))],
    [
      "a version of TLS of the last century",
      { ...own_name, minVersion: "TLSv1", maxVersion: "TLSv1", ciphers: "ALL:@SECLEVEL=0" },
    ],
  ];
  for (const [what, options] of cases) {
    test(`WH2 a receiver with ${what} is TLS, again and again`, async () => {
      const receiver = await startReceiver(answer, options);
      await assertOutcome(receiver, null, "TLS");
      await assertOutcome(receiver, null, "TLS");
    });
  }

  test("WH2 a receiver that speaks HTTP where TLS should begin is TLS", async () => {
    await assertOutcome(await startRude((socket) => void socket.end(`${ok}\r\n`), "https"), null, "TLS");
  });

  test("WH2 a receiver with a good certificate gets its delivery, whatever NODE_TLS_REJECT_UNAUTHORIZED says of others", async (t) => {
    t.after(() => delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"]);
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    await assertOutcome(await startReceiver(answer, own_name), 200, null);
    await assertOutcome(await startReceiver(answer, makeCertificate("Self", ["localhost"])), null, "TLS");
  });
});

function say(...lines: string[]): Script {
  return (socket) => void socket.write(`${lines.join("\r\n")}\r\n\r\n`);
}
