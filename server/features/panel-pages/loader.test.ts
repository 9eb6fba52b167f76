import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { pino } from "pino";
import { createPanelLoader } from "./routes.ts";

test("who asks for the panel waits until it is built, and hears when it cannot be", async () => {
  const building = Promise.withResolvers<void>();
  const load = createPanelLoader(pino({ level: "silent" }), building.promise);
  let is_answered = false;
  const asked = load().finally(() => (is_answered = true));
  await turn();
  assert.equal(is_answered, false);
  building.reject(new Error("there is nothing to build the panel from"));
  await assert.rejects(asked, /nothing to build the panel from/);
});
