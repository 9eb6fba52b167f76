import assert from "node:assert/strict";
import test from "node:test";
import {
  closeStatement,
  createSplitter,
  isStartup,
  ProtocolError,
  query,
  readyStatus,
  refuseCopyIn,
  renameStatement,
  startup,
  sync,
} from "./messages.ts";

const ready_idle = Buffer.from("5a0000000549", "hex");
const ready_in_transaction = Buffer.from("5a0000000554", "hex");

test("messages come out whole however the bytes were cut", () => {
  const messages = [startup("postgres", "postgres"), query("select 1"), sync, query("ł".repeat(500)), sync];
  const stream = Buffer.concat(messages);
  for (const size of [1, 2, 3, 7, 64, 1_000, stream.length]) {
    const splitter = createSplitter();
    const out: Buffer[] = [];
    for (let at = 0; at < stream.length; at += size) out.push(...splitter.push(stream.subarray(at, at + size)));
    assert.deepEqual(out, messages, `in pieces of ${size} bytes`);
  }
});

test("a long message in many pieces is joined once", () => {
  // Concatenating at each of these 262,144 chunks would copy 2 TB, and the test would not end.
  const message = query("x".repeat(16 * 1024 * 1024));
  const splitter = createSplitter();
  splitter.push(startup("postgres", "postgres"));
  const out: Buffer[] = [];
  for (let at = 0; at < message.length; at += 64) out.push(...splitter.push(message.subarray(at, at + 64)));
  assert.equal(out.length, 1);
  assert.ok(out[0]!.equals(message));
});

test("an impossible length is refused before memory is allocated for it", () => {
  const tooLong = Buffer.from("7fffffff00030000", "hex");
  assert.throws(() => createSplitter().push(tooLong), ProtocolError);
  const tooShort = Buffer.from("0000000400030000", "hex");
  assert.throws(() => createSplitter().push(tooShort), ProtocolError);
});

test("a startup message is told apart from an SSL request", () => {
  assert.equal(isStartup(startup("postgres", "postgres")), true);
  assert.equal(isStartup(Buffer.from("0000000804d2162f", "hex")), false);
});

test("a statement's name is replaced and the length with it", () => {
  const renamed = Buffer.concat(renameStatement(closeStatement("find_person"), (name) => `${name.length}`));
  assert.deepEqual(renamed, closeStatement("11"));
});

test("messages without a statement's name, and the unnamed statement, stay as they are", () => {
  for (const message of [sync, query("select 1"), closeStatement("")]) {
    assert.deepEqual(Buffer.concat(renameStatement(message, () => "other")), message);
  }
});

test("copy from stdin is replaced, also in Parse, and nothing else is", () => {
  const parse = Buffer.concat([Buffer.from("P\0\0\0\x22name\0Copy t From\nStdin\0\0\0", "latin1")]);
  assert.match(refuseCopyIn(parse).toString(), /^P[^]{4}name\0do \$\$[^]*\0\0\0$/);
  assert.match(refuseCopyIn(query("copy people (id) from stdin with (format csv)")).toString(), /cannot copy from stdin/);
  for (const kept of [query("copy people to stdout"), query("select 'stdin'"), query("copy t from '/f'; select 'from stdin'")]) {
    assert.deepEqual(refuseCopyIn(kept), kept);
  }
});

test("the transaction status is found at the end of an answer, also when the end is in pieces", () => {
  assert.equal(readyStatus([Buffer.from("C0000"), ready_idle]), "idle");
  assert.equal(
    readyStatus([Buffer.from("C"), ready_in_transaction.subarray(0, 2), ready_in_transaction.subarray(2)]),
    "in transaction",
  );
  assert.equal(readyStatus([Buffer.from("CCCCCCCC")]), null);
  assert.equal(readyStatus([]), null);
});
