import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { suite, test } from "node:test";
import { judgeProof, type Expected } from "./proof.ts";

/** The proofs of RFC 9449, figures 1 and 12, with their requests. */
const token_request = {
  proof:
    "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19.eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ.2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg",
  expected: { method: "POST", url: "https://server.example.com/token", access_token: null } satisfies Expected,
};
const jkt = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I";

suite("proofs of RFC 9449", () => {
  test("figure 1 holds for its request, with the thumbprint of §6.1, a minute long and half a minute ahead", () => {
    const judged = judgeProof([token_request.proof], token_request.expected);
    assert.deepEqual(judged, {
      cause: null,
      jkt,
      from_us: 1_562_262_586_000_000,
      until_us: 1_562_262_676_000_000,
      digest: createHash("sha256").update(`${jkt}-BwC3ESc6acc2lTc`).digest(),
    });
  });

  const others: [cause: string, name: string, proofs: string[], expected: Partial<Expected>][] = [
    ["proof_missing", "none", [], {}],
    ["proof_repeated", "two", [token_request.proof, token_request.proof], {}],
    ["proof_method", "another method", [token_request.proof], { method: "GET" }],
    ["proof_url", "another path", [token_request.proof], { url: "https://server.example.com/token/" }],
    ["proof_url", "another scheme", [token_request.proof], { url: "http://server.example.com/token" }],
    ["proof_url", "another port", [token_request.proof], { url: "https://server.example.com:8443/token" }],
    ["proof_token", "with a token", [token_request.proof], { access_token: "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU" }],
    ["proof_malformed", "with a fourth part", [`${token_request.proof}.a`], {}],
    ["proof_malformed", "with another spelling of the same bytes", [`${token_request.proof}=`], {}],
    ["proof_signature", "of which a bit was turned", [token_request.proof.replace(".2-", ".3-")], {}],
  ];
  for (const [cause, name, proofs, expected] of others) {
    test(`${name}: ${cause}`, () => {
      assert.equal(judgeProof(proofs, { ...token_request.expected, ...expected }).cause, cause);
    });
  }

  test("URLs are the same in their normal forms", () => {
    for (const url of ["https://SERVER.example.com:443/token", "https://server.example.com/a/../%74oken?query#fragment"])
      assert.equal(judgeProof([token_request.proof], { ...token_request.expected, url }).cause, null, url);
  });
});
