import assert from "node:assert/strict";
import { test } from "node:test";
import { authenticationOf, refuseStale } from "./authentication.ts";

const began_s = 1_000_000;
const asked = { since_us: began_s * 1e6, now_us: (began_s + 60) * 1e6, contexts: [] as string[] };

function outcomeOf(authentication: Parameters<typeof refuseStale>[0], contexts: string[] = []): string {
  try {
    refuseStale(authentication, { ...asked, contexts });
    return "OK";
  } catch (error) {
    return (error as Error).message;
  }
}

test("an authentication counts that was made on this way, by clocks that are four minutes apart", () => {
  for (const skew_s of [-240, 0, 240])
    assert.equal(outcomeOf({ at_s: began_s + 30 + skew_s, issued_s: began_s + 60 + skew_s, context: null }), "OK", `${skew_s}`);
});

test("one that was made before does not, also where the clocks are four minutes apart", () => {
  for (const skew_s of [-240, 0, 240])
    assert.equal(outcomeOf({ at_s: began_s - 5 + skew_s, issued_s: began_s + 60 + skew_s, context: null }), "AUTH_TIME_TOO_OLD");
  assert.equal(
    outcomeOf({ at_s: began_s - 300, issued_s: began_s - 250, context: null }),
    "AUTH_TIME_TOO_OLD",
    "a code that was kept",
  );
  assert.equal(
    outcomeOf({ at_s: began_s + 90, issued_s: began_s + 60, context: null }),
    "AUTH_TIME_TOO_OLD",
    "after it was told",
  );
  assert.equal(outcomeOf({ at_s: null, issued_s: began_s + 60, context: null }), "AUTH_TIME_MISSING");
});

test("where contexts were asked for, one of them must have been used", () => {
  const now = { at_s: began_s + 30, issued_s: began_s + 60 };
  assert.equal(outcomeOf({ ...now, context: "phr" }, ["phrh", "phr"]), "OK");
  assert.equal(outcomeOf({ ...now, context: "pwd" }, ["phrh", "phr"]), "ACR_DIFFERS");
  assert.equal(outcomeOf({ ...now, context: null }, ["phr"]), "ACR_DIFFERS");
});

test("what is no whole number of seconds is no time", () => {
  for (const auth_time of ["1000030", 1.5, null, undefined, Number.NaN])
    assert.equal(authenticationOf({ auth_time, iat: 1, acr: 7 }).at_s, null);
});
