import assert from "node:assert/strict";
import { test } from "node:test";
import { isTrial } from "./is-trial.ts";

const trial = { smtp_url: null, database_url: null, host: "127.0.0.1", base_url: "http://localhost:3000", production: false };

test("a trial that only this machine can reach shows what it would mail", () => {
  for (const host of ["127.0.0.1", "127.0.0.53", "localhost", "::1"]) assert.ok(isTrial({ ...trial, host }), host);
});

test("with a mail server, a database server, in production or on any other host no mail is shown", () => {
  assert.equal(isTrial({ ...trial, smtp_url: "smtp://mail.example" }), false);
  assert.equal(isTrial({ ...trial, database_url: "postgres://localhost/muster" }), false);
  assert.equal(isTrial({ ...trial, production: true }), false);
  for (const host of [
    "0.0.0.0",
    "::",
    "192.168.1.4",
    "muster.example",
    "localhost.muster.example",
    "127.0.0.1.muster.example",
    "",
  ])
    assert.equal(isTrial({ ...trial, host }), false, host);
  for (const base_url of ["https://muster.example", "http://192.168.1.4:3000"])
    assert.equal(isTrial({ ...trial, base_url }), false, "a proxy in front lets others in");
  for (const base_url of ["http://127.0.0.1:3000", "http://[::1]:3000/muster"])
    assert.ok(isTrial({ ...trial, base_url }), base_url);
});
