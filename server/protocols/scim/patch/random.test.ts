import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { planBulk, resolveReferences } from "../bulk/plan.ts";
import { ScimError } from "../errors.ts";
import { isSame, type Json, type JsonObject } from "./merge-json.ts";
import { attempt, core_urn, enterprise_urn, group, patch_urn, patchBody, person, send, user_type } from "./patch.fixture.ts";
import { profile_names, profiles } from "../profile.ts";
import { replaceResource } from "./replace.ts";
import { group_type } from "../schemas.ts";

const profile = fc.constantFrom(...profile_names);

// Names and texts with a meaning in SCIM or JavaScript, so that random requests pass the first checks.
const word = fc.constantFrom(
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "userName",
  "active",
  "emails",
  "members",
  "manager",
  "name",
  "name.givenName",
  "value",
  "type",
  "primary",
  "id",
  "meta",
  "schemas",
  "groups",
  "password",
  "$ref",
  core_urn,
  enterprise_urn,
  `${enterprise_urn}:manager`,
  `${enterprise_urn}:manager.value`,
  "urn:x:y",
  'emails[type eq "work"].value',
  'emails[primary eq "True"]',
  'members[value eq "__proto__"]',
  "emails.value",
  "True",
  "work",
  "p-1",
  "bulkId:a",
  "bulkId:__proto__",
  "",
  " ",
  "\0",
  "\ud800",
  "[",
);
const text = fc.oneof({ weight: 4, arbitrary: word }, { weight: 1, arbitrary: fc.string() });
const leaf = fc.oneof(text, fc.boolean(), fc.constant(null), fc.integer(), fc.double());
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.array(tie("json"), { maxLength: 3 }),
    fc.array(fc.tuple(text, tie("json")), { maxLength: 4 }).map((members) => Object.fromEntries(members)),
  ),
}));

const operation = fc.record(
  { op: fc.constantFrom("add", "replace", "remove", "Add", "Remove"), path: fc.oneof(text, json), value: json },
  { requiredKeys: ["op"] },
);
const body = fc.oneof(json, fc.record({ schemas: fc.constant([patch_urn]), Operations: fc.array(operation, { maxLength: 4 }) }));

test("arbitrary JSON is applied or refused as SCIM refuses, never changes what it was given, and reaches no prototype", () => {
  const given = JSON.stringify([person, group]);
  fc.assert(
    fc.property(body, profile, fc.boolean(), (sent, name, of_group) => {
      const copy = JSON.stringify(sent);
      const outcome = attempt({ body: sent, profile: name, ...(of_group ? { resource: group, type: group_type } : {}) });
      assert.equal(JSON.stringify([person, group]), given);
      assert.equal(JSON.stringify(sent), copy);
      if (outcome instanceof ScimError) return checkRefusal(outcome);
      assert.equal(outcome.changed, outcome.changes.length > 0);
      checkClean(outcome.resource);
      const repeated = send({ body: patchBody(), profile: "generic", resource: outcome.resource });
      assert.equal(repeated.resource, outcome.resource);
    }),
    { numRuns: 10_000 },
  );
  checkPrototypes();
});

test("arbitrary JSON replaces a resource or is refused as SCIM refuses", () => {
  fc.assert(
    fc.property(
      fc.oneof(json, fc.record({ userName: text, displayName: text, x: json, emails: json })),
      profile,
      (sent, name) => {
        for (const [type, current] of [[user_type, person] as const, [group_type, group] as const]) {
          const { resource } = refusable(() => replaceResource(current, sent, { type, profile: profiles[name] })) ?? {};
          if (resource !== undefined) checkClean(resource);
        }
      },
    ),
    { numRuns: 4_000 },
  );
  checkPrototypes();
});

test("arbitrary JSON is planned as a Bulk request or refused as SCIM refuses", () => {
  const entry = fc.record(
    {
      method: fc.constantFrom("POST", "PUT", "PATCH", "DELETE", "GET"),
      path: fc.constantFrom("/Users", "/Users/bulkId:a", "/Groups/x", "/x"),
      bulkId: text,
      data: json,
    },
    { requiredKeys: [] },
  );
  const request = fc.record(
    { Operations: fc.array(fc.oneof(json, entry), { maxLength: 5 }), failOnErrors: json },
    { requiredKeys: ["Operations"] },
  );
  fc.assert(
    fc.property(fc.oneof(json, request), (sent) => {
      const plan = refusable(() => planBulk(sent, profiles.generic));
      for (const step of plan?.steps ?? []) {
        if (step.kind === "refuse") checkRefusal(step.error);
        else {
          // Other faults in the data are found when the operation is carried out.
          const resolved = refusable(() => resolveReferences(step.data, new Map([["a", "u-1"]]), step.index));
          assert.doesNotMatch(JSON.stringify(resolved ?? null), /"(?:__proto__|constructor|prototype)":|:"bulkId:/);
        }
      }
    }),
    { numRuns: 4_000 },
  );
  checkPrototypes();
});

test("__proto__ and constructor in every position of a request are harmless", () => {
  for (const name of ["__proto__", "constructor", "prototype"]) {
    const poison = () => JSON.parse(`{"${name}":{"polluted":true,"isAdmin":true}}`) as JsonObject;
    const bodies: unknown[] = [
      poison(),
      { ...patchBody(poison()), ...poison() },
      patchBody({ op: "add", path: name, value: poison() }),
      patchBody({ op: "add", path: `${name}.polluted`, value: true }),
      patchBody({ op: "add", path: `name.${name}`, value: poison() }),
      patchBody({ op: "add", path: `${name}[type eq "work"].polluted`, value: true }),
      patchBody({ op: "add", path: `emails[${name} eq "work"].value`, value: true }),
      patchBody({ op: "add", path: `urn:${name}:polluted`, value: true }),
      patchBody({ op: "add", path: `${enterprise_urn}:${name}`, value: poison() }),
      patchBody({ op: "replace", value: poison() }),
      patchBody({ op: "replace", value: { [`${name}.polluted`]: true } }),
      patchBody({ op: "replace", path: "name", value: poison() }),
      patchBody({ op: "replace", path: "emails", value: [{ value: "x", ...JSON.parse(`{"${name}":1}`) }] }),
      patchBody({ op: "replace", value: { "urn:x:y": poison(), [enterprise_urn]: poison(), other: [[poison()]] } }),
      patchBody({ op: "remove", path: "emails", value: [poison()] }),
    ];
    for (const sent of bodies) {
      for (const profile of profile_names) {
        const outcome = attempt({ body: sent, profile });
        if (!(outcome instanceof ScimError)) checkClean(outcome.resource);
      }
      const replaced = refusable(() =>
        replaceResource(person, { userName: "a", x: sent }, { type: user_type, profile: profiles.generic }),
      );
      if (replaced !== undefined) checkClean(replaced.resource);
    }
  }
  checkPrototypes();
});

const email = fc.record({ type: fc.constantFrom("a", "b"), value: fc.constantFrom("1", "2", "3") });

test("what is added and then removed leaves the resource as it was", () => {
  const stringAttribute = fc.constantFrom("nickName", "locale", "name.middleName", "userType", `${enterprise_urn}:costCenter`);
  fc.assert(
    fc.property(stringAttribute, profile, fc.boolean(), (path, name, in_two) => {
      const [add, remove] = [
        { op: "add", path, value: "x" },
        { op: "remove", path },
      ];
      const after = in_two
        ? send({ body: patchBody(remove), profile: name, resource: send({ body: patchBody(add), profile: name }).resource })
        : send({ body: patchBody(add, remove), profile: name });
      assert.ok(isSame(after.resource, person));
    }),
  );
  fc.assert(
    fc.property(fc.array(email, { minLength: 1, maxLength: 3 }), profile, (added, name) => {
      const { resource } = send({ body: patchBody({ op: "add", path: "emails", value: added }), profile: name });
      const back = send({ body: patchBody({ op: "remove", path: "emails", value: added }), profile: name, resource });
      assert.ok(isSame(back.resource, person));
    }),
  );
});

test("an operation that is repeated changes nothing more", () => {
  const once = fc.oneof(
    fc.array(email, { minLength: 1, maxLength: 4 }).map((value) => ({ op: "add", path: "emails", value })),
    fc.array(email, { maxLength: 4 }).map((value) => ({ op: "replace", path: "emails", value })),
    email.map(({ type, value }) => ({ op: "replace", path: `emails[type eq "${type}"].value`, value })),
    email.map(({ type }) => ({ op: "remove", path: `emails[type eq "${type}"]` })),
    email.map(({ type }) => ({ op: "replace", path: `emails[type eq "${type}"].primary`, value: true })),
  );
  fc.assert(
    fc.property(fc.array(email, { maxLength: 4 }), once, (emails, operation) => {
      const resource = { ...person, emails };
      const first = send({ body: patchBody(operation), profile: "generic", resource }).resource;
      assert.equal(send({ body: patchBody(operation), profile: "generic", resource: first }).changed, false);
      const present = (first["emails"] ?? []) as { type: string; value: string; primary?: boolean }[];
      assert.ok(present.filter(({ primary }) => primary === true).length <= 1);
    }),
    { numRuns: 1_000 },
  );
});

/** The result, or undefined if SCIM refuses; any other error fails the test. */
function refusable<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ScimError)) throw error;
    checkRefusal(error);
    return undefined;
  }
}

function checkRefusal({ status, scimType, detail }: ScimError): void {
  assert.ok(status === 400 ? scimType !== null : status === 409);
  assert.ok(detail.length > 0 && detail.length < 2_000);
}

/** Checks that a value contains nothing that PostgreSQL cannot store, and no name that is special in JavaScript. */
function checkClean(value: Json): void {
  const shown = JSON.stringify(value);
  assert.doesNotMatch(shown, /\\u0000|\\ud[89a-f]|"(?:__proto__|constructor|prototype)":/);
  assert.equal(shown.includes('"polluted"'), false);
}

function checkPrototypes(): void {
  assert.deepEqual(Object.keys(Object.prototype), []);
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  assert.equal(({} as { isAdmin?: boolean }).isAdmin, undefined);
  assert.deepEqual(Object.keys(Array.prototype), []);
}
