import assert from "node:assert/strict";
import test from "node:test";
import { readKeyring } from "./keyring.ts";
import { seal, unseal } from "./seal.ts";

const old_secret = "an-old-secret-of-at-least-32-characters";
const before = readKeyring(`v1:${old_secret}`);
const after = readKeyring(`v2:a-new-secret-of-at-least-32-characters,v1:${old_secret}`);
const later = readKeyring("v2:a-new-secret-of-at-least-32-characters");

test("a sealed text can be read again, also after the key was rotated, until the old version is gone", () => {
  const sealed = seal(before, "mail", "record", "Zażółć");
  assert.ok(!sealed.includes("Za"));
  assert.equal(unseal(before, "mail", "record", sealed), "Zażółć");
  assert.equal(unseal(after, "mail", "record", sealed), "Zażółć");
  assert.throws(() => unseal(later, "mail", "record", sealed), /no version 1/);
  assert.equal(unseal(later, "mail", "record", seal(after, "mail", "record", "new")), "new");
});

test("a sealed text cannot be changed, cut, moved to another record or read for another purpose", () => {
  const sealed = seal(before, "mail", "record", "text");
  for (let at = 2; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at]! ^= 1;
    assert.throws(() => unseal(before, "mail", "record", changed), `byte ${at}`);
  }
  assert.throws(() => unseal(before, "mail", "record", sealed.subarray(0, 20)), /too short/);
  assert.throws(() => unseal(before, "mail", "another", sealed));
  assert.throws(() => unseal(before, "cursor", "record", sealed));
});

test("the same text is never sealed twice alike", () => {
  const sealed = Array.from({ length: 100 }, () => seal(before, "mail", "record", "text").toString("hex"));
  assert.equal(new Set(sealed).size, 100);
});
