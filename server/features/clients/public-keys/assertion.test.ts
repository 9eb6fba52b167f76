import assert from "node:assert/strict";
import { constants, createHmac, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { suite, test } from "node:test";
import { holds, type Algorithm, type PublicJwk } from "../../../platform/crypto/jws/algorithms.ts";
import { judgeAssertion, signerOf, type Expected } from "./assertion.ts";
import { readJws } from "../../../platform/crypto/jws/jws.ts";

const client_id = "019a1000-0000-7000-8000-00000000c11e";
const issuer = "https://muster.example";
const now_s = 1_770_000_000;
const expected: Expected = {
  client_id: undefined,
  audiences: [issuer, `${issuer}/api/v1/oauth/token`],
  now_us: now_s * 1_000_000,
};

const pairs = {
  RS256: generateKeyPairSync("rsa", { modulusLength: 2_048 }),
  ES256: generateKeyPairSync("ec", { namedCurve: "P-256" }),
  EdDSA: generateKeyPairSync("ed25519"),
};
const keyOf = (algorithm: Algorithm) => {
  const { publicKey } = pairs[algorithm === "PS256" ? "RS256" : algorithm];
  return { algorithm, jwk: publicKey.export({ format: "jwk" }) as PublicJwk };
};
const privateKeyOf = (algorithm: Algorithm): KeyObject => pairs[algorithm === "PS256" ? "RS256" : algorithm].privateKey;

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

function signed(header: object, claims: object, by: Algorithm = "ES256"): string {
  const text = `${encode(header)}.${encode(claims)}`;
  const key = privateKeyOf(by);
  const signatures: Record<Algorithm, () => Buffer> = {
    RS256: () => sign("sha256", Buffer.from(text), key),
    PS256: () => sign("sha256", Buffer.from(text), { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }),
    ES256: () => sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" }),
    EdDSA: () => sign(null, Buffer.from(text), key),
  };
  return `${text}.${signatures[by]().toString("base64url")}`;
}

const good = { iss: client_id, sub: client_id, aud: issuer, iat: now_s, nbf: now_s, exp: now_s + 60, jti: "one" };
const header = { alg: "ES256", kid: "k" };
const causeOf = (text: string, more: Partial<Expected> = {}, key: ReturnType<typeof keyOf> | null = keyOf("ES256")) =>
  judgeAssertion(readJws(text), key, { ...expected, ...more }).cause;
/** `undefined` leaves a claim out. */
const claiming = (claims: object, more: Partial<Expected> = {}) => causeOf(signed(header, { ...good, ...claims }), more);

suite("signatures of others", () => {
  const vectors: [name: string, algorithm: Algorithm, jwk: PublicJwk, jws: string][] = [
    [
      "RFC 7515 A.2",
      "RS256",
      {
        kty: "RSA",
        n: "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ",
        e: "AQAB",
      },
      "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw",
    ],
    [
      "RFC 7515 A.3",
      "ES256",
      {
        kty: "EC",
        crv: "P-256",
        x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
        y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
      },
      "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q",
    ],
    [
      "RFC 8037 A.4",
      "EdDSA",
      { kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" },
      "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg",
    ],
  ];
  for (const [name, algorithm, jwk, jws] of vectors) {
    test(`${name} holds, and with one bit changed it does not`, () => {
      const [head, body, signature] = jws.split(".") as [string, string, string];
      const bytes = Buffer.from(signature, "base64url");
      assert.ok(holds(algorithm, jwk, Buffer.from(`${head}.${body}`), bytes));
      bytes[7]! ^= 1;
      assert.ok(!holds(algorithm, jwk, Buffer.from(`${head}.${body}`), bytes));
      assert.ok(!holds(algorithm, jwk, Buffer.from(`${head}.${body}`), Buffer.alloc(0)));
    });
  }
});

suite("an assertion is accepted", () => {
  for (const algorithm of ["RS256", "PS256", "ES256", "EdDSA"] as const)
    test(`by ${algorithm}`, () => {
      const text = signed({ alg: algorithm, kid: "k" }, good, algorithm);
      assert.deepEqual(judgeAssertion(readJws(text), keyOf(algorithm), expected), {
        cause: null,
        jti: "one",
        expires_us: (now_s + 90) * 1_000_000,
      });
    });
  test("by the name that RFC 9864 gives to EdDSA with Ed25519", () => {
    assert.equal(causeOf(signed({ alg: "Ed25519", kid: "k" }, good, "EdDSA"), {}, keyOf("EdDSA")), null);
  });
  const accepted: [name: string, claims: object][] = [
    ["without iat and nbf", { iat: undefined, nbf: undefined }],
    ["for the token endpoint", { aud: `${issuer}/api/v1/oauth/token` }],
    ["for both of our names", { aud: [issuer, `${issuer}/api/v1/oauth/token`] }],
    ["with fractions of seconds", { exp: now_s + 60.5, iat: now_s - 0.25 }],
    ["whose end is within the skew", { exp: now_s - 29.9 }],
    ["whose beginning is within the skew", { nbf: now_s + 30, iat: now_s + 30 }],
    ["that ends as late as may be", { exp: now_s + 330 }],
    ["with the longest jti", { jti: "x".repeat(255) }],
  ];
  for (const [name, claims] of accepted) test(name, () => assert.equal(claiming(claims), null));
  test("with the client_id that the form names", () => assert.equal(claiming({}, { client_id }), null));
  for (const typ of ["JWT", "jwt", "client-authentication+jwt", "application/client-authentication+jwt"])
    test(`with the typ ${typ}`, () => assert.equal(causeOf(signed({ ...header, typ }, good)), null));
});

suite("an assertion is refused by name", () => {
  const refused: [cause: string, name: string, text: () => string][] = [
    ["assertion_algorithm", "alg: none, without a signature", () => `${encode({ alg: "none", kid: "k" })}.${encode(good)}.`],
    ["assertion_algorithm", "alg: none, with a signature", () => signed({ alg: "none", kid: "k" }, good)],
    ["assertion_algorithm", "no alg", () => signed({ kid: "k" }, good)],
    ["assertion_algorithm", "HS256 with the public key as its secret", () => byHmac(JSON.stringify(keyOf("ES256").jwk))],
    ["assertion_algorithm", "another algorithm than the key's", () => signed({ alg: "RS256", kid: "k" }, good, "RS256")],
    ["assertion_algorithm", "an algorithm that we do not take", () => signed({ alg: "ES384", kid: "k" }, good)],
    ["assertion_algorithm", "the name of a member of every object", () => signed({ alg: "constructor", kid: "k" }, good)],
    ["assertion_signature", "signed by another key", () => signed(header, good, "EdDSA")],
    ["assertion_signature", "no signature", () => `${encode(header)}.${encode(good)}.`],
    ["assertion_signature", "changed after it was signed", () => changed(signed(header, good))],
    ["assertion_malformed", "five parts", () => `${signed(header, good)}.x.x`],
    ["assertion_malformed", "two parts", () => `${encode(header)}.${encode(good)}`],
    ["assertion_malformed", "nothing", () => ""],
    ["assertion_malformed", "padding", () => `${signed(header, good)}=`],
    [
      "assertion_malformed",
      "a second spelling of its base64",
      () => signed(header, good).replace(/.$/, (last) => String.fromCharCode(last.charCodeAt(0) + 1)),
    ],
    ["assertion_malformed", "a header that is a list", () => signed([], good)],
    ["assertion_malformed", "claims that are no JSON", () => `${encode(header)}.${Buffer.from("{").toString("base64url")}.AA`],
    [
      "assertion_malformed",
      "claims that are not UTF-8",
      () => `${encode(header)}.${Buffer.from('{"a":"\xff"}', "latin1").toString("base64url")}.AA`,
    ],
    ["assertion_malformed", "crit, whatever it names", () => signed({ ...header, crit: ["exp"] }, good)],
    ["assertion_malformed", "an access token's typ", () => signed({ ...header, typ: "at+jwt" }, good)],
    ["assertion_malformed", "a typ that is no text", () => signed({ ...header, typ: 1 }, good)],
  ];
  for (const [cause, name, text] of refused) test(`${cause}: ${name}`, () => assert.equal(causeOf(text()), cause));

  const claims: [cause: string, name: string, claims: object][] = [
    ["assertion_issuer", "another iss than sub", { iss: "019a1000-0000-7000-8000-00000000c11f" }],
    ["assertion_issuer", "no iss", { iss: undefined }],
    ["assertion_audience", "another audience", { aud: "https://login.example" }],
    ["assertion_audience", "another audience beside ours", { aud: [issuer, "https://login.example"] }],
    ["assertion_audience", "our name with a slash behind", { aud: `${issuer}/` }],
    ["assertion_audience", "no audience", { aud: undefined }],
    ["assertion_audience", "an empty list of audiences", { aud: [] }],
    ["assertion_audience", "a list within the list", { aud: [[issuer]] }],
    ["assertion_claims", "no exp", { exp: undefined }],
    ["assertion_claims", "an exp that is a text", { exp: String(now_s + 60) }],
    ["assertion_claims", "an iat that is null", { iat: null }],
    ["assertion_claims", "an nbf that is a text", { nbf: "now" }],
    ["assertion_claims", "no jti", { jti: undefined }],
    ["assertion_claims", "an empty jti", { jti: "" }],
    ["assertion_claims", "a jti that is a number", { jti: 1 }],
    ["assertion_claims", "a jti of 256 characters", { jti: "x".repeat(256) }],
    ["assertion_expired", "expired, beyond the skew", { exp: now_s - 30 }],
    ["assertion_expired", "expired long ago", { exp: 0 }],
    ["assertion_too_long", "an end beyond the lifetime", { exp: now_s + 331 }],
    ["assertion_too_long", "an end in the year 33658", { exp: 1e12 }],
    ["assertion_early", "nbf beyond the skew", { nbf: now_s + 31 }],
    ["assertion_early", "iat beyond the skew", { iat: now_s + 31 }],
  ];
  for (const [cause, name, wrong] of claims) test(`${cause}: ${name}`, () => assert.equal(claiming(wrong), cause));

  test("assertion_claims: an exp beyond all numbers", () => {
    const text = `${encode(header)}.${Buffer.from(JSON.stringify(good).replace(/"exp":\d+/, '"exp":1e999')).toString("base64url")}`;
    const signature = sign("sha256", Buffer.from(text), { key: privateKeyOf("ES256"), dsaEncoding: "ieee-p1363" });
    assert.equal(causeOf(`${text}.${signature.toString("base64url")}`), "assertion_claims");
  });
  test("assertion_issuer: another client_id in the form", () =>
    assert.equal(claiming({}, { client_id: "HR" }), "assertion_issuer"));
  test("assertion_unknown_key: no key of this kid", () =>
    assert.equal(causeOf(signed(header, good), {}, null), "assertion_unknown_key"));
  test("assertion_unknown_key: signed by the private half of nobody's key", () => {
    assert.equal(causeOf(signed({ alg: "EdDSA", kid: "k" }, good, "EdDSA"), {}, null), "assertion_unknown_key");
  });
});

test("who signed is read from sub and kid, and nonsense names nobody", () => {
  const signerFrom = (head: object, claims: object) => signerOf(readJws(signed(head, claims)));
  assert.deepEqual(signerFrom(header, good), { client_id, kid: "k" });
  const nobody = { client_id: "00000000-0000-0000-0000-000000000000", kid: "" };
  assert.deepEqual(signerOf(null), nobody);
  for (const kid of [undefined, 1, "", "a b", "x\u0000", "x".repeat(129)])
    assert.deepEqual(signerFrom({ alg: "ES256", kid }, { sub: "'; drop table client" }), nobody);
});

function byHmac(secret: string): string {
  const text = `${encode({ alg: "HS256", kid: "k" })}.${encode(good)}`;
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
}

function changed(text: string): string {
  const [head, , signature] = text.split(".");
  return `${head}.${encode({ ...good, jti: "two" })}.${signature}`;
}
