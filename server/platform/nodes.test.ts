import assert from "node:assert/strict";
import { test } from "node:test";
import { readNodes } from "./nodes.ts";

const one = { name: "n1", url: "https://n1.example/", database_url: "postgres://mover@db1.example/muster" };
const other = { name: "n2", url: "http://10.0.0.2:3000", database_url: "postgresql://mover@db2.example/muster" };

test("a list of nodes is read as it stands", () => {
  assert.deepEqual(readNodes(JSON.stringify([one, other])), [{ ...one, url: "https://n1.example" }, other]);
});

for (const [given, says] of [
  ["[", /^it is not JSON: /],
  ["{}", /^it must be a JSON array/],
  ["[]", /^it must be a JSON array/],
  [[one, 7], /^node 2 must be an object$/],
  [[{ ...one, port: 1 }], /^node 1 has the unknown member "port"$/],
  [[{ name: "n1", url: one.url }], /^node 1 must have the text "database_url"$/],
  [[{ ...one, name: "N1" }], /^the name of node 1 must be a lower-case letter/],
  [[{ ...one, name: "longerthan8" }], /^the name of node 1 must be/],
  [[{ ...one, url: "n1.example" }], /^the url of node 1 must begin with http/],
  [[{ ...one, database_url: "mysql://x" }], /^the database_url of node 1 must be/],
  [[one, { ...other, name: "n1" }], /^two nodes have the name n1$/],
  [[one, { ...other, database_url: one.database_url }], /^two nodes have the database_url of n2$/],
] as const)
  test(`a list of nodes that is wrong is refused with its place: ${says.source}`, () => {
    assert.throws(() => readNodes(typeof given === "string" ? given : JSON.stringify(given)), { message: says });
  });
