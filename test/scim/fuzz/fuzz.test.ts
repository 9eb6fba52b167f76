import { test } from "node:test";
import { fuzzScim } from "./fuzz.ts";

test("500 requests with anything wrong are refused in SCIM's form or carried out, and none ends in a 5xx", (t) =>
  fuzzScim(500, (line) => t.diagnostic(line)));
