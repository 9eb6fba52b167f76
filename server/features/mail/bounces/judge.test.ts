import assert from "node:assert/strict";
import { test } from "node:test";
import { bounceFromReply, bounceFromReport } from "./judge.ts";

test("a refusal of the recipient for good that is about the address marks it, with the server's words in one line", () => {
  for (const [reply, status] of [
    ["550 5.1.1 <x@example.com>: Recipient address rejected: User unknown", "5.1.1"],
    ["550-5.1.1 The email account that you tried to reach does not exist.\n550 5.1.1 more", "5.1.1"],
    ["550 5.4.1 Recipient address rejected: Access denied.", "5.4.1"],
    ["550 5.1.10 RESOLVER.ADR.RecipientNotFound", "5.1.10"],
    ["552 5.2.2 mailbox full", "5.2.2"],
    ["550 no such user here", null],
    ["553 mailbox name not allowed", null],
    ["556 domain takes no mail", null],
  ] as const) {
    const bounce = bounceFromReply(reply);
    assert.equal(bounce?.status, status, reply);
    assert.ok(!bounce?.said.includes("\n"));
  }
  assert.equal(bounceFromReply(`550 5.1.1 ${"x".repeat(1_000)}`)!.said.length, 300);
});

test("a refusal that is about the letter, about us or for a while marks nobody", () => {
  for (const reply of [
    "550 5.7.1 relaying denied",
    "554 5.7.1 blocked using a list",
    "554 transaction failed",
    "550 5.1.8 sender's domain does not exist",
    "552 5.2.3 message too large",
    "550 5.6.7 no SMTPUTF8",
    "450 4.2.1 greylisted",
    "421 4.3.2 closing",
    "nonsense",
    "",
  ])
    assert.equal(bounceFromReply(reply), null, reply);
});

test("a report marks by its action and status, and by the other side's words where it says 5.0.0", () => {
  const told = (action: string, status: string, diagnostic = "") =>
    bounceFromReport({ action, status, diagnostic })?.status ?? null;
  assert.equal(told("failed", "5.1.1"), "5.1.1");
  assert.equal(told("Failed", "5.1.1 (bad mailbox)"), "5.1.1");
  assert.equal(told("failed", "5.0.0"), "5.0.0");
  assert.equal(told("failed", "5.0.0", "550 5.7.1 policy"), null);
  assert.equal(told("failed", "5.4.310"), "5.4.310");
  assert.equal(told("failed", "4.4.1", "connection timed out"), null, "a server that was away for days");
  assert.equal(told("failed", "5.4.7"), null, "given up on the way");
  assert.equal(told("delayed", "4.4.1"), null);
  assert.equal(told("delivered", "2.0.0"), null);
  assert.equal(told("relayed", "5.1.1"), null);
  assert.equal(told("failed", "nonsense"), null);
});
