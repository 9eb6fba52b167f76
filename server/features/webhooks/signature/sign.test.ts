import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { Stripe } from "stripe";
import { createOutbound } from "../../../platform/net/outbound.ts";
import { newSigningSecret, signedHeaders } from "./sign.ts";

const known_secrets = ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"] as const;
const known_event = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", type: "ping", body: Buffer.from('{"test": 2432232314}') };

test("the headers of a known event, secret and second are known", () => {
  assert.deepEqual(signedHeaders(known_event, known_secrets.slice(0, 1), 1_614_265_330), {
    "Content-Type": "application/json",
    "User-Agent": "Muster-Webhooks/1",
    "X-LMS-Signature": "t=1614265330,v1=2e37df5d4a028c51a7f3133d64ae1e300d2c2c900f1b1d49d4369ad2530f8964",
    "X-LMS-Event": "ping",
    "X-LMS-Event-Id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    // The example of the Standard Webhooks specification.
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

test("during grace the newest secret signs first, on one line", () => {
  const headers = signedHeaders(known_event, known_secrets, 1_614_265_330);
  assert.equal(
    headers["X-LMS-Signature"],
    "t=1614265330,v1=2e37df5d4a028c51a7f3133d64ae1e300d2c2c900f1b1d49d4369ad2530f8964,v1=95d993ff26ccd698cc4b6d4f2349bddca4f491f3067821823cd5b804f3aef1b6",
  );
  assert.equal(
    headers["webhook-signature"],
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE= v1,78nXHjpFP0tVJQW5D0SBwmVyyW87BV/rL6MgfM/Bw44=",
  );
});

test("a secret is 32 random bytes in padded standard base64", () => {
  const secrets = Array.from({ length: 50 }, newSigningSecret);
  assert.equal(new Set(secrets).size, 50);
  for (const secret of secrets) assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
});

test("the libraries of Stripe and of Standard Webhooks verify what arrives, with one secret and with two", async (t) => {
  const arrived: { headers: IncomingHttpHeaders; body: string }[] = [];
  const receiver = createServer((request, response) => {
    void text(request).then((body) => {
      arrived.push({ headers: request.headers, body });
      response.end();
    });
  });
  t.after(() => receiver.close());
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const outbound = createOutbound({ trusted_origins: new Set([origin]), source_address: null });
  t.after(() => outbound.close());
  const [newest, previous, foreign] = [newSigningSecret(), newSigningSecret(), newSigningSecret()];
  const body = Buffer.from(JSON.stringify({ id: "evt", type: "ping", data: { name: "Zażółć gęślą jaźń 🙂" } }));
  const at_s = Math.floor(Date.now() / 1_000);

  for (const secrets of [[newest], [newest, previous]]) {
    const headers = signedHeaders({ id: "0199d2c6-7c1e-7000-8000-000000000001", type: "ping", body }, secrets, at_s);
    assert.equal((await outbound.post({ url: `${origin}/hook`, headers, body })).error, null);
    const delivery = arrived.at(-1)!;
    const signature = delivery.headers["x-lms-signature"] as string;
    const standard = delivery.headers as Record<string, string>;
    const byStripe = (secret: string, raw = delivery.body) => stripe.webhooks.constructEvent(raw, signature, secret);
    const byStandard = (secret: string, raw = delivery.body) => new Webhook(secret).verify(raw, standard);
    for (const secret of secrets) {
      assert.equal(byStripe(secret).id, "evt");
      assert.deepEqual(byStandard(secret), JSON.parse(body.toString()));
      assert.throws(() => byStripe(secret, delivery.body.replace("evt", "evu")));
      assert.throws(() => byStandard(secret, delivery.body.replace("evt", "evu")));
    }
    assert.throws(() => byStripe(foreign));
    assert.throws(() => byStandard(foreign));
  }
});

/** Only the verifier of this library is used, so the API key is never sent. */
const stripe = new Stripe("unused");
