import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { openProvisioned } from "../../harness/scim.ts";
import { runOktaSpec, type OktaSpec } from "./okta-spec.ts";

// Okta's test lies outside of the project and is not part of it.
const file = path.join(import.meta.dirname, "../../../../shared/scim/Okta-SCIM-20-SPEC-Test.json");
const absent = existsSync(file) ? false : "Okta's test is not here: shared/scim/Okta-SCIM-20-SPEC-Test.json";

test("Okta's test of SCIM servers passes, all 12 requests with their 52 assertions", { skip: absent }, async () => {
  const acme = await openProvisioned({
    people: [{ employee_no: "1", first_name: "Complete", last_name: "User", email: "complete@example.com" }],
  });
  try {
    const spec = JSON.parse(readFileSync(file, "utf8")) as OktaSpec;
    const verdicts = await runOktaSpec(spec, {
      SCIMBaseURL: `${acme.server.url}/scim/v2/ACME`,
      auth: `Bearer ${acme.acme.clients["okta"]!.secret}`,
      InvalidUserEmail: "no-user@example.com",
      UserIdThatDoesNotExist: "010101001010101011001010101011",
      randomEmail: "runscope@example.com",
      randomUsername: "runscope.user@example.com",
      randomUsernameCaps: "RUNSCOPE.USER@EXAMPLE.COM",
      randomGivenName: "Run",
      randomFamilyName: "Scope",
    });
    assert.equal(verdicts.length, 52);
    assert.deepEqual(
      verdicts.filter(({ holds }) => !holds),
      [],
    );
  } finally {
    await acme.close();
  }
});
