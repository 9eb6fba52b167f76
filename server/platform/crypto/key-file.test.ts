import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test, { after } from "node:test";
import { readOrCreateKeyFile } from "./key-file.ts";

const folder = mkdtempSync(path.join(tmpdir(), "muster-key-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const keyOf = (data_dir: string) => readOrCreateKeyFile(data_dir).key("cursor").toString("hex");

// The test below also starts this file as a child process, which creates the key and prints it.
const child_of = process.argv[2];
if (child_of) {
  process.send!(keyOf(child_of));
} else {
  test("a key is made once, for its owner's eyes, and read from then on", () => {
    const data_dir = path.join(folder, "new", "data");
    const first = keyOf(data_dir);
    assert.equal(keyOf(data_dir), first);
    assert.notEqual(keyOf(path.join(folder, "other")), first);
    assert.deepEqual(readdirSync(data_dir), ["secret.key"]);
    if (process.platform !== "win32") assert.equal(statSync(path.join(data_dir, "secret.key")).mode & 0o777, 0o600);
  });

  test("processes that start at once agree on one key", async () => {
    const data_dir = path.join(folder, "race");
    const children = Array.from({ length: 4 }, () => fork(import.meta.filename, [data_dir]));
    const keys = await Promise.all(children.map(async (child) => (await once(child, "message"))[0] as string));
    assert.equal(new Set(keys).size, 1);
    assert.deepEqual(readdirSync(data_dir), ["secret.key"]);
  });

  test("a key file may hold several versions, and a damaged one is named", () => {
    const data_dir = path.join(folder, "versions");
    readOrCreateKeyFile(data_dir);
    writeFileSync(path.join(data_dir, "secret.key"), `v2:${"b".repeat(40)},v1:${"a".repeat(40)}\n`);
    assert.deepEqual(readOrCreateKeyFile(data_dir).versions, [2, 1]);
    writeFileSync(path.join(data_dir, "secret.key"), "short");
    assert.throws(() => readOrCreateKeyFile(data_dir), /secret\.key needs at least 32 characters/);
  });
}
