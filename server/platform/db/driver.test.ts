import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { test } from "node:test";
import pg from "pg";
import type { InnerClient } from "./driver.ts";

const require = createRequire(import.meta.url);

// The functions of the installed `pg` on which driver.ts, packet.ts and watch.ts depend, each with a digest of its source text.
// When a digest differs, read the function's new text, check that the three files still work with it, and write its digest here.
const relied_on: Record<string, Record<string, string>> = {
  "pg/lib/client.js": {
    query: "4NbBaoZCVMNB",
    _pulseQueryQueue: "_bMABRBXnVbO",
    _pulsePipelinedQueryQueue: "tkg79pvpXYEN",
    _getActiveQuery: "wIaHdsNb-ojE",
    _handleReadyForQuery: "oH_RU6GGZa_w",
    _handleErrorMessage: "upgvXrl-55nd",
    _handleRowDescription: "CCYNyQDR6MI8",
    _handleDataRow: "TBRTB3HATM7n",
    _handleCommandComplete: "eJy-aCSeptwg",
    _handleParseComplete: "_Z8CkkqUcErn",
    _errorAllQueries: "88w6dvvjIaRf",
  },
  "pg/lib/connection.js": {
    constructor: "HKF_LMuiu1Lz",
    parse: "vArJU9xPKqQy",
    bind: "rbwea762ZpS_",
    describe: "-97J49bNDQuP",
    execute: "EmkRKe-y1tYq",
    close: "3GQ7J19tBdT6",
    sync: "4c-btTrYYLww",
  },
};

test("the functions of the driver on which packets rest are those that they were written for", () => {
  const found = Object.fromEntries(
    Object.entries(relied_on).map(([file, functions]) => [
      file,
      Object.fromEntries(Object.keys(functions).map((name) => [name, digestOf(file, name)])),
    ]),
  );
  assert.deepEqual(found, relied_on);
});

test("clients and connections have the fields by which they are watched and told what is prepared", () => {
  const client = new pg.Client() as unknown as InnerClient;
  const fields = ["connection", "processID", "_activeQuery", "_sentQueryQueue", "_ending", "_types"];
  assert.deepEqual(
    fields.filter((name) => !(name in client)),
    [],
  );
  const { _sentQueryQueue: sent, _ending: is_ending } = client;
  assert.deepEqual({ sent, is_ending }, { sent: [], is_ending: false });
  const { parsedStatements: prepared, submittedNamedStatements: sent_for } = client.connection;
  assert.deepEqual({ prepared, sent_for }, { prepared: {}, sent_for: {} });
  assert.equal(typeof client.connection.stream.cork, "function");
});

function digestOf(file: string, name: string): string {
  const { prototype } = require(file) as { prototype: Record<string, unknown> };
  const method = prototype[name];
  if (typeof method !== "function") return "missing";
  // A class prints as a whole, so the text of a constructor is cut before the first method.
  const text = name === "constructor" ? method.toString().split(/\n  }\n/)[0]! : method.toString();
  return createHash("sha256").update(text).digest("base64url").slice(0, 12);
}
