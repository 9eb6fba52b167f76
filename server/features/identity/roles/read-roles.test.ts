import assert from "node:assert/strict";
import { test } from "node:test";
import { lineFor, readValues } from "./read-roles.ts";
import type { RoleLine } from "./settings.ts";

const of = (values: string[]) => ({ values, fault: null });
const failed = (fault: string) => ({ values: null, fault });

test("values are texts, one or many; a claim that is not there has none", () => {
  assert.deepEqual(readValues({ groups: ["a", "b", "a"] }, "groups"), of(["a", "b"]));
  assert.deepEqual(readValues({ groups: "a" }, "groups"), of(["a"]));
  assert.deepEqual(readValues({ realm_access: { roles: ["a"] } }, "realm_access.roles"), of(["a"]));
  for (const signed of [{}, { groups: null }, { groups: [] }, { roles: ["a"] }])
    assert.deepEqual(readValues(signed, "groups"), of([]));
});

test("what is no list of texts is not read at all, nor is a list that is too long", () => {
  for (const groups of [{ it_admin: true }, [{ value: "a" }], ["a", 1], 1, true, ["a", ["b"]]])
    assert.deepEqual(readValues({ groups }, "groups"), failed("ROLES_INVALID"));
  const many = Array.from({ length: 10_000 }, (_, place) => `group ${place}`);
  assert.deepEqual(readValues({ groups: many }, "groups"), failed("ROLES_TOO_MANY"));
  assert.deepEqual(readValues({ groups: many.slice(0, 200) }, "groups").fault, null);
  assert.deepEqual(readValues({ groups: ["a", "x".repeat(257)] }, "groups"), of(["a"]), "a value that no line can have");
});

test("Entra's word that there are too many groups is known, and is not taken for none", () => {
  const overage = { _claim_names: { groups: "src1" }, _claim_sources: { src1: { endpoint: "https://graph.example/" } } };
  assert.deepEqual(readValues(overage, "groups"), failed("ROLES_OVERAGE"));
  assert.deepEqual(readValues({ hasgroups: true }, "groups"), failed("ROLES_OVERAGE"));
  const saml = "http://schemas.microsoft.com/ws/2008/06/identity/claims/groups";
  assert.deepEqual(readValues({ [`${saml}.link`]: "https://graph.example/" }, saml), failed("ROLES_OVERAGE"));
  assert.deepEqual(readValues(overage, "roles"), of([]), "of another claim");
  assert.deepEqual(readValues({ ...overage, groups: ["a"] }, "groups"), of(["a"]));
});

test("the first line counts, exactly as it is written", () => {
  const line = (value: string, role: RoleLine["role"]): RoleLine => ({ value, role, department_ids: null });
  const lines = [line("Admins", "it_admin"), line("Officers", "compliance_officer"), line("Gate", "guard")];
  const meant = (...values: string[]) => lineFor(values, { lines })?.role ?? null;
  assert.equal(meant("Gate", "Officers"), "compliance_officer");
  assert.equal(meant("Admins", "Gate"), "it_admin");
  for (const value of ["it_admin", "admins", "Admins ", "Admin", "*", ""]) assert.equal(meant(value), null, value);
  assert.equal(meant(), null);
});
