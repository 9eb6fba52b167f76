import assert from "node:assert/strict";
import { test } from "node:test";
import pino from "pino";
import { errorForLog } from "./errors.ts";

test("an error of the database is logged with its code, and without the row that it quotes", () => {
  const lines: string[] = [];
  const log = pino({ serializers: { err: errorForLog } }, { write: (line: string) => void lines.push(line) });
  const quoting = {
    code: "23502",
    table: "person",
    detail: "Failing row contains (1, Anna, Kowalska).",
    where: "unnamed portal parameter $5 = 'Anna'",
  };
  log.error({ err: Object.assign(new Error("null value in column"), quoting) }, "a request failed");
  assert.match(lines[0]!, /"code":"23502"/);
  assert.match(lines[0]!, /"stack":"Error: null value in column/);
  assert.doesNotMatch(lines[0]!, /Anna/);
});
