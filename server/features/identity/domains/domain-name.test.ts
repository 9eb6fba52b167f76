import assert from "node:assert/strict";
import { test } from "node:test";
import { domainOf, domainOfAddress } from "./domain-name.ts";

test("a domain has one spelling, and what is none is not taken for one", () => {
  assert.equal(domainOf(" Acme.Example. "), "acme.example");
  assert.match(domainOf("zażółć.example")!, /^xn--[a-z0-9-]+\.example$/);
  assert.equal(domainOf("ZAŻÓŁĆ.example"), domainOf("zażółć.example"));
  for (const none of [
    "",
    "localhost",
    "127.0.0.1",
    "10.1",
    "[::1]",
    "a..b",
    "-a.example",
    "a b.example",
    "a_b.example",
    `${"a".repeat(64)}.example`,
  ])
    assert.equal(domainOf(none), null, none);
});

test("the domain of an address is what follows its last @", () => {
  assert.equal(domainOfAddress("Lena@ACME.example"), "acme.example");
  assert.equal(domainOfAddress('"a@other.example"@acme.example'), "acme.example");
  for (const none of ["@acme.example", "lena", "lena@", "lena@acme"]) assert.equal(domainOfAddress(none), null, none);
});
