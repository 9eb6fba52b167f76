import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { suite, test } from "node:test";
import { keys_max, readKeys, UnfitKey } from "./read-keys.ts";

const rsa = generateKeyPairSync("rsa", { modulusLength: 2_048 });
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const okp = generateKeyPairSync("ed25519");
const jwkOf = ({ publicKey }: { publicKey: typeof rsa.publicKey }) => publicKey.export({ format: "jwk" });
const pemOf = ({ publicKey }: { publicKey: typeof rsa.publicKey }) => publicKey.export({ format: "pem", type: "spki" });

/** The example of RFC 7638 §3.1. */
const of_the_rfc = {
  kty: "RSA",
  n: "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw",
  e: "AQAB",
  alg: "RS256",
  kid: "2011-04-29",
};

suite("public keys are read", () => {
  test("of one JWK, with its own kid and the thumbprint of RFC 7638 §3.1", () => {
    const { alg: _, kid, ...jwk } = of_the_rfc;
    assert.deepEqual(readKeys(JSON.stringify(of_the_rfc)), [
      { kid, algorithm: "RS256", thumbprint: "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs", jwk },
    ]);
  });
  test("of an Ed25519 key, with the thumbprint of RFC 8037 A.3 as its kid", () => {
    const jwk = { kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" };
    const thumbprint = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k";
    for (const alg of [undefined, "EdDSA", "Ed25519"])
      assert.deepEqual(readKeys(JSON.stringify({ ...jwk, alg })), [{ kid: thumbprint, algorithm: "EdDSA", thumbprint, jwk }]);
  });
  test("of a JWK set, and only what is public and needed is kept of them", () => {
    const more = { use: "sig", key_ops: ["verify"], x5c: ["AA"], x5u: "https://keys.example", note: "mine", kid: "a" };
    const [one, two] = readKeys(
      JSON.stringify({
        keys: [
          { ...jwkOf(ec), ...more },
          { ...jwkOf(rsa), alg: "PS256" },
        ],
      }),
    );
    assert.deepEqual([one!.algorithm, one!.kid, one!.jwk], ["ES256", "a", jwkOf(ec)]);
    assert.deepEqual([two!.algorithm, two!.kid], ["PS256", two!.thumbprint]);
  });
  test("of PEM, one or several, as the same keys", () => {
    const read = readKeys(`My keys\n${pemOf(rsa)}\n${pemOf(okp)}`.replaceAll("\n", "\r\n"));
    assert.deepEqual(
      read.map(({ algorithm, jwk }) => [algorithm, jwk]),
      [
        ["RS256", jwkOf(rsa)],
        ["EdDSA", jwkOf(okp)],
      ],
    );
    assert.deepEqual(readKeys(JSON.stringify(jwkOf(rsa))), [read[0]]);
  });
});

suite("a key that is unfit is refused, with a sentence that repeats nothing of it", () => {
  const small = generateKeyPairSync("rsa", { modulusLength: 1_024 });
  const cubed = generateKeyPairSync("rsa", { modulusLength: 2_048, publicExponent: 3 });
  const p384 = generateKeyPairSync("ec", { namedCurve: "P-384" });
  const private_jwk = rsa.privateKey.export({ format: "jwk" });
  const pkcs8 = ec.privateKey.export({ format: "pem", type: "pkcs8" });
  const set = (...keys: object[]) => JSON.stringify({ keys });
  const unfit: [name: string, text: string, why: RegExp][] = [
    ["a private key as a JWK", JSON.stringify(private_jwk), /private or shared/],
    ["a private key among public ones", set(jwkOf(ec), private_jwk), /private or shared/],
    ["a private key as PEM", pkcs8, /private or shared/],
    ["a private key beside its public one", pemOf(ec) + pkcs8, /private or shared/],
    ["a shared secret", JSON.stringify({ kty: "oct", k: "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T" }), /private or shared/],
    ["RSA of 1,024 bits", set(jwkOf(small)), /2048 to 4096 bits/],
    ["RSA with the exponent 3", set(jwkOf(cubed)), /exponent 65537/],
    ["RSA of 16 bits", JSON.stringify({ kty: "RSA", n: "AQAB", e: "AQAB" }), /2048 to 4096 bits/],
    ["another curve", set(jwkOf(p384)), /P-256/],
    ["a point that is not on the curve", set({ ...jwkOf(ec), y: jwkOf(ec).x! }), /must be a JWK set/],
    ["a key for agreement", set(generateKeyPairSync("x25519").publicKey.export({ format: "jwk" })), /P-256, or an Ed25519/],
    ["a key for encryption", set({ ...jwkOf(rsa), use: "enc" }), /for signatures/],
    ["a key that must not verify", set({ ...jwkOf(rsa), key_ops: ["encrypt"] }), /for signatures/],
    ["an algorithm of another type", set({ ...jwkOf(rsa), alg: "ES256" }), /`alg` of its type/],
    ["HS256", set({ ...jwkOf(rsa), alg: "HS256" }), /`alg` of its type/],
    ["none", set({ ...jwkOf(rsa), alg: "none" }), /`alg` of its type/],
    ["a kid with a blank", set({ ...jwkOf(ec), kid: "a b" }), /`kid`/],
    ["a kid that is too long", set({ ...jwkOf(ec), kid: "x".repeat(129) }), /`kid`/],
    ["more keys than a client may have", set(...Array.from({ length: keys_max + 1 }, () => jwkOf(ec))), /at most 5 keys/],
    ["no key", set(), /hold a key/],
    ["no JSON", "hello", /must be a JWK set/],
    ["null", "null", /must be a JWK set/],
    ["a list", "[]", /must be a JWK set/],
    ["a key of no type", "{}", /must be a JWK set/],
    ["a certificate", pemOf(rsa).replaceAll("PUBLIC KEY", "CERTIFICATE"), /must be a JWK set/],
    ["PEM of something else", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----", /must be a JWK set/],
  ];
  for (const [name, text, why] of unfit)
    test(name, () => {
      assert.throws(
        () => readKeys(text),
        (error) => error instanceof UnfitKey && why.test(error.message) && !error.message.includes(text.slice(20, 60) || "~"),
      );
    });
});
