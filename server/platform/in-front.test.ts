import assert from "node:assert/strict";
import { test } from "node:test";
import { hashOfToken, newToken } from "../features/sign-in/links/token.ts";
import { beforeOwn, readNode, readOwn, verifiedAt } from "./in-front.ts";

test("NODE_NAME is a short name, and nothing else is taken for one", () => {
  for (const name of ["n", "n1", "eu1", "a2345678"]) assert.equal(readNode(name), name);
  for (const name of ["", "1n", "N1", "a23456789", "n-1", "n.1", " n1", "ń1"]) assert.throws(() => readNode(name), /lower-case/);
});

test("without NODE_NAME nothing stands before a token or code; with it the organisation's code does", () => {
  assert.equal(beforeOwn(null, "ACME"), "");
  assert.equal(beforeOwn("n1", "ACME"), "ACME.");
  assert.equal(verifiedAt("https://muster.example", null)("ACME"), "https://muster.example/c/");
  assert.equal(verifiedAt("https://muster.example", "n1")("AC-ME"), "https://muster.example/c/AC-ME.");
});

test("what stands before is told from what is an organisation's own", () => {
  const cases: [string, string | null, string][] = [
    ["ACME.7KQ2-9FXM-41TZ", "ACME", "7KQ2-9FXM-41TZ"],
    ["acme.7kq2-9fxm-41tz", "ACME", "7kq2-9fxm-41tz"],
    ["7KQ2-9FXM-41TZ", null, "7KQ2-9FXM-41TZ"],
    ["A.x", null, "A.x"],
    [".x", null, ".x"],
    ["", null, ""],
    ["AC_ME.x", null, "AC_ME.x"],
    [`${"A".repeat(33)}.x`, null, `${"A".repeat(33)}.x`],
    ["ACME.a.b", "ACME", "a.b"],
  ];
  for (const [text, tenant_code, own] of cases) assert.deepEqual(readOwn(text), { tenant_code, own }, text);
});

test("a token is the same whatever organisation stands before it, so that those from the time before NODE_NAME was set keep working", () => {
  const token = newToken();
  assert.deepEqual(hashOfToken(`ACME.${token}`), hashOfToken(token));
  assert.deepEqual(hashOfToken(`BETA.${token}`), hashOfToken(token));
  for (const text of [null, "", "ACME.", `ACME.${token}x`, `AC/ME.${token}`, `ACME.${token}.${token}`])
    assert.equal(hashOfToken(text), null, String(text));
});
