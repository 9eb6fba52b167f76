// Runs in a process of its own: it measures the memory of its process.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { assertClosed, chunk, chunked, closeReceivers, flood, kilobyte, ok, post, startReceiver } from "./receivers.ts";

after(closeReceivers);

test("WH2 memory stays flat under floods", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const receivers = await Promise.all(
    [
      flood(`${ok}${chunked}`, chunk.repeat(64)),
      flood(ok, `X-More: ${kilobyte}\r\n`),
      flood("", "HTTP/1.1 103 Hm\r\n\r\n".repeat(64)),
    ].map((script) => startReceiver(script)),
  );
  const round = async () => {
    for (let i = 0; i < 10; i += 1) await Promise.all(receivers.flatMap((receiver) => [post(receiver), post(receiver)]));
    await Promise.all(receivers.map(assertClosed));
    for (const { connections } of receivers) connections.length = 0;
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  await round();
  const before_bytes = await round();
  for (let i = 0; i < 4; i += 1) await round();
  const grown_bytes = (await round()) - before_bytes;
  assert.ok(grown_bytes < 2 * 1024 * 1024, `${grown_bytes} bytes more after 300 floods`);
});
