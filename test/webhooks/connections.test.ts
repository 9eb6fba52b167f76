import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { createOutbound } from "../../server/platform/net/outbound.ts";
import {
  type Script,
  assertClosed,
  assertOutcome,
  closeReceivers,
  ok,
  post,
  startReceiver,
  trusted_origins,
} from "./receivers.ts";

after(closeReceivers);

suite("connections", { concurrency: true }, () => {
  const body = "Content-Length: 2\r\n\r\nok";
  const polite: Script = (socket) => {
    socket.on("data", () => socket.write(`${ok}${body}`));
    socket.write(`${ok}${body}`);
  };

  test("connections serve many deliveries", async () => {
    const receiver = await startReceiver(polite);
    for (let i = 0; i < 20; i += 1) await assertOutcome(receiver, 200, null);
    // The next delivery may be sent before the first connection is free again.
    assert.ok(receiver.connections.length <= 2);
  });

  test("a kept connection that breaks as it is used again does not count as a failure: the delivery is sent once more", async () => {
    const receiver = await startReceiver((socket, nth) => {
      if (nth === 0) socket.on("data", () => socket.resetAndDestroy());
      socket.write(`${ok}${body}`);
    });
    await assertOutcome(receiver, 200, null);
    await assertOutcome(receiver, 200, null);
    assert.equal(receiver.connections.length, 2);
  });

  test("a delivery is sent once more only once", async () => {
    const receiver = await startReceiver((socket, nth) => {
      socket.on("data", () => socket.resetAndDestroy());
      if (nth === 0) socket.write(`${ok}${body}`);
      else socket.resetAndDestroy();
    });
    await assertOutcome(receiver, 200, null);
    await assertOutcome(receiver, null, "CONNECTION_REFUSED");
    assert.equal(receiver.connections.length, 2);
  });

  test("an attempt that is called off or closed says nothing about the receiver", async (t) => {
    const receiver = await startReceiver(() => undefined);
    const reason = new Error("called off");
    await assert.rejects(post(receiver, undefined, AbortSignal.abort(reason)), reason);
    const calling_off = new AbortController();
    const called_off = post(receiver, undefined, calling_off.signal);
    calling_off.abort(reason);
    await assert.rejects(called_off, reason);
    await assertClosed(receiver);

    const another = createOutbound({ trusted_origins, source_address: null });
    t.after(() => another.close());
    const closed = another.post({ url: `${receiver.origin}/hook`, headers: {}, body: Buffer.from("{}") });
    await Promise.all([another.close(), assert.rejects(closed)]);
  });
});
