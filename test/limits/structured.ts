import assert from "node:assert/strict";

/** A member of a `RateLimit` field: the policy's name and its parameters. */
type ServiceLimit = { policy: string; parameters: Record<string, number> };

/**
 * Parses a `RateLimit` field as defined by draft-ietf-httpapi-ratelimit-headers-11 §4: a List (RFC 9651 §3.1) of Strings, each
 * with the Integers `r` and optionally `t`. It is strict: it throws at everything that the grammar of RFC 9651 §4.1 would not
 * produce.
 */
export function readRateLimit(field: string): ServiceLimit[] {
  const members = field.split(", ").map((member) => {
    const [, policy, parameters] =
      /^"([\x20\x21\x23-\x5b\x5d-\x7e]+)"((?:;[a-z*][a-z0-9_.*-]*=(?:0|[1-9]\d{0,14}))+)$/.exec(member) ?? [];
    assert.ok(policy !== undefined && parameters !== undefined, `no Item of a String with Integers: ${member}`);
    const pairs = parameters
      .slice(1)
      .split(";")
      .map((pair) => pair.split("=") as [string, string]);
    const names = pairs.map(([name]) => name);
    assert.equal(new Set(names).size, names.length, `a parameter is repeated: ${member}`);
    assert.ok(names.includes("r") && names.every((name) => name === "r" || name === "t"), `r, and t or nothing: ${member}`);
    return { policy, parameters: Object.fromEntries(pairs.map(([name, value]) => [name, Number(value)])) };
  });
  assert.equal(new Set(members.map(({ policy }) => policy)).size, members.length, `a policy is named twice: ${field}`);
  return members;
}
