import assert from "node:assert/strict";
import { test } from "node:test";
import { newSigningSecret, signedHeaders } from "./sign.ts";
import { verifySignature } from "./verify-signature.ts";

const secret = newSigningSecret();
const body = '{"id":"1","data":{"name":"Łódź"}}';
const at_s = 1_770_024_600;
const headerOf = (text: string, secrets = [secret]) =>
  signedHeaders({ id: "1", type: "ping", body: Buffer.from(text) }, secrets, at_s)["X-LMS-Signature"]!;
const judge = (given: Partial<{ header: string; body: string; secret: string }>, now_s = at_s + 10) =>
  verifySignature({ header: headerOf(body), secret, ...given, body: Buffer.from(given.body ?? body) }, now_s).verdict;

test("what a delivery carries is valid with either secret of a rotation, and with the header's name before it", () => {
  assert.equal(judge({}), "valid");
  assert.equal(judge({ header: headerOf(body, [newSigningSecret(), secret]) }), "valid");
  assert.equal(judge({ header: `X-LMS-Signature: ${headerOf(body)}`, secret: ` ${secret}\n` }), "valid");
  assert.equal(judge({}, at_s + 301), "too_old");
  assert.equal(judge({}, at_s - 301), "ahead");
});

test("the usual mistakes are told apart", () => {
  assert.equal(judge({ header: "v1=abc" }), "header_malformed");
  assert.equal(judge({ header: `t=${"9".repeat(30)},v1=${"0".repeat(64)}` }), "header_malformed");
  assert.equal(judge({ secret: "topsecret" }), "secret_malformed");
  assert.equal(judge({ body: `${body}\n` }), "body_ends_differently");
  assert.equal(judge({ body: JSON.stringify(JSON.parse(body), null, 2) }), "body_reformatted");
  assert.equal(judge({ secret: newSigningSecret() }), "no_match");
  assert.equal(judge({ body: body.replace("1", "2") }), "no_match");
});
