import { test } from "node:test";
import { fuzzScim } from "./fuzz.ts";

test("1,500 requests with anything wrong are refused in SCIM's form or carried out, and none ends in a 5xx", (t) =>
  fuzzScim(1_500, (line) => t.diagnostic(line)));
