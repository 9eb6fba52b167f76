import assert from "node:assert/strict";
import { test } from "node:test";
import { mailboxKeyOf } from "./mailbox-key.ts";

const trial = { smtp_url: null, database_url: null, host: "127.0.0.1", base_url: "http://localhost:3000", production: false };

test("a trial that only this machine can reach has a mailbox, with another key at each start", () => {
  for (const host of ["127.0.0.1", "127.0.0.53", "localhost", "::1"]) {
    const key = mailboxKeyOf({ ...trial, host });
    assert.match(key ?? "none", /^[\w-]{43}$/, host);
    assert.notEqual(key, mailboxKeyOf({ ...trial, host }));
  }
});

test("with a mail server, a database server, in production or on any other host there is no mailbox", () => {
  assert.equal(mailboxKeyOf({ ...trial, smtp_url: "smtp://mail.example" }), null);
  assert.equal(mailboxKeyOf({ ...trial, database_url: "postgres://localhost/muster" }), null);
  assert.equal(mailboxKeyOf({ ...trial, production: true }), null);
  for (const host of [
    "0.0.0.0",
    "::",
    "192.168.1.4",
    "muster.example",
    "localhost.muster.example",
    "127.0.0.1.muster.example",
    "",
  ])
    assert.equal(mailboxKeyOf({ ...trial, host }), null, host);
  for (const base_url of ["https://muster.example", "http://192.168.1.4:3000"])
    assert.equal(mailboxKeyOf({ ...trial, base_url }), null, "a proxy in front lets others in");
  for (const base_url of ["http://127.0.0.1:3000", "http://[::1]:3000/muster"])
    assert.notEqual(mailboxKeyOf({ ...trial, base_url }), null, base_url);
});
