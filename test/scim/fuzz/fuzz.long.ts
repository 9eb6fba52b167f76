import { test } from "node:test";
import { fuzzScim } from "./fuzz.ts";

for (const half of ["the first", "the second"]) {
  test(`20,000 requests with anything wrong are refused in SCIM's form or carried out, and none ends in a 5xx: ${half} half`, (t) =>
    fuzzScim(10_000, (line) => t.diagnostic(line)));
}
