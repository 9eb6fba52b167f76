import assert from "node:assert/strict";
import { test } from "node:test";
import { ScimError } from "../errors.ts";
import type { JsonObject } from "./merge-json.ts";
import { core_urn, enterprise_urn, group, person, user_type } from "./patch.fixture.ts";
import { profile_names, profiles } from "../profile.ts";
import { readResource, replaceResource } from "./replace.ts";
import { group_type } from "../schemas.ts";

const entra_group_urn = "http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group";

/** All attributes as Okta reads them and sends them back, with the password that it generates. */
const everything: JsonObject = { ...person, groups: [], password: "placeholder", meta: { resourceType: "User", version: "old" } };

for (const name of profile_names) {
  const request = { type: user_type, profile: profiles[name] };

  test(`${name}: a resource that is sent back as it was read is unchanged, and no password is kept`, () => {
    const { resource, changed, changes } = replaceResource(person, everything, request);
    // A manager's name is computed, so it is not compared with the client's copy.
    assert.deepEqual(
      changes.map(({ path }) => path),
      [`${enterprise_urn}:manager.displayName`],
    );
    assert.equal(changed, true);
    assert.equal(JSON.stringify(resource).includes("placeholder"), false);
    const again = replaceResource(resource, { ...everything, id: "another id" }, request);
    assert.deepEqual([again.changed, again.resource === resource], [false, true]);
  });

  test(`${name}: what a PUT leaves out is gone, and what is read-only stays`, () => {
    const { resource } = replaceResource(person, { schemas: [core_urn], userName: "b", title: null }, request);
    assert.deepEqual(resource, {
      schemas: [core_urn],
      userName: "b",
      id: "p-1",
      meta: person["meta"],
      groups: person["groups"],
    });
  });

  test(`${name}: what no schema has is kept as sent`, () => {
    const body = {
      schemas: [core_urn],
      userName: "b",
      shoeSize: { left: 43, right: null },
      "name.givenName": "B",
      "urn:example:2.0:User": { tag: ["x"] },
      [enterprise_urn]: { grade: 7 },
      name: { nick: "B" },
    };
    const { resource } = readResource(body, request);
    assert.deepEqual(resource, { ...body, schemas: [core_urn, "urn:example:2.0:User", enterprise_urn] });
  });

  test(`${name}: names count in any letter case and come back as the schema writes them`, () => {
    const body = {
      Schemas: [core_urn],
      USERNAME: "b",
      emails: [{ Primary: false, TYPE: "work", value: "b@x" }],
      [enterprise_urn.toUpperCase()]: { Department: "D" },
    };
    const { resource } = readResource(body, request);
    assert.deepEqual(resource, {
      schemas: [core_urn, enterprise_urn],
      userName: "b",
      emails: [{ primary: false, type: "work", value: "b@x" }],
      [enterprise_urn]: { department: "D" },
    });
  });

  const refused: { promise: string; body: unknown; scimType: string }[] = [
    { promise: "no userName", body: { schemas: [core_urn], userame: "b" }, scimType: "invalidValue" },
    { promise: "an empty userName", body: { schemas: [core_urn], userName: "" }, scimType: "invalidValue" },
    {
      promise: "an attribute named twice",
      body: { schemas: [core_urn], userName: "b", username: "c" },
      scimType: "invalidSyntax",
    },
    {
      promise: "an object for a string",
      body: { schemas: [core_urn], userName: "b", title: { a: 1 } },
      scimType: "invalidValue",
    },
    {
      promise: "a string for an extension",
      body: { schemas: [core_urn], userName: "b", [enterprise_urn]: "x" },
      scimType: "invalidValue",
    },
    {
      promise: "U+0000 in what no schema has",
      body: { schemas: [core_urn], userName: "b", x: { y: ["\0"] } },
      scimType: "invalidValue",
    },
    {
      promise: "more than can be kept",
      body: { schemas: [core_urn], userName: "b", x: "x".repeat(250_000) },
      scimType: "invalidValue",
    },
    { promise: "a list", body: [], scimType: "invalidSyntax" },
  ];
  for (const { promise, body, scimType } of refused) {
    test(`${name}: ${promise} is refused`, () => {
      assert.throws(
        () => readResource(body, request),
        (error) => error instanceof ScimError && error.status === 400 && error.scimType === scimType,
      );
    });
  }
}

test("values in quotes and duplicates are brought into form unless the profile is strict", () => {
  const body = { schemas: [core_urn], userName: "b", active: "True", roles: [{ value: "a", primary: "False" }, { value: "A" }] };
  const { resource } = readResource(body, { type: user_type, profile: profiles.generic });
  assert.deepEqual([resource["active"], resource["roles"]], [true, [{ value: "A", primary: false }]]);
  assert.throws(() => readResource(body, { type: user_type, profile: profiles.strict }), /active must be a boolean/);
});

test("strict wants the schema of the resource in schemas, the others know it by the address", () => {
  for (const body of [{ userName: "b" }, { userName: "b", schemas: [enterprise_urn] }]) {
    assert.throws(() => readResource(body, { type: user_type, profile: profiles.strict }), /schemas/);
    assert.equal(readResource(body, { type: user_type, profile: profiles.entra }).resource["userName"], "b");
  }
});

test("members of a group are handed over as ids, and a body that does not speak of them says nothing about them", () => {
  const request = { type: group_type, profile: profiles.entra };
  const body = { schemas: [group_type.core.id, entra_group_urn], displayName: "Drivers", externalId: "x" };
  const put = (more: object) => replaceResource(group, { ...body, ...more }, request);
  assert.deepEqual(put({}).members, null);
  assert.deepEqual(put({ members: [] }).members, []);
  assert.deepEqual(put({ Members: [{ value: "u-1", display: "VP" }, { value: "u-1" }, "u-2"] }).members, ["u-1", "u-2"]);
  assert.deepEqual(put({ members: [{ value: "u-1" }] }).resource, {
    schemas: [group_type.core.id],
    displayName: "Drivers",
    externalId: "x",
    id: "g-1",
    meta: group["meta"],
  });
});

test("what is immutable stays, may be sent as it is, and is refused otherwise", () => {
  const badge = {
    ...user_type.core.attributes.find(({ name }) => name === "nickName")!,
    name: "badge",
    mutability: "immutable" as const,
  };
  const request = {
    type: { ...user_type, core: { ...user_type.core, attributes: [...user_type.core.attributes, badge] } },
    profile: profiles.strict,
  };
  const body = { schemas: [core_urn], userName: "b" };
  const { resource } = replaceResource(person, { ...body, badge: "7" }, request);
  assert.equal(replaceResource(resource, body, request).resource["badge"], "7");
  assert.equal(replaceResource(resource, { ...body, badge: "7" }, request).changed, false);
  assert.throws(
    () => replaceResource(resource, { ...body, badge: "8" }, request),
    (error) => error instanceof ScimError && error.scimType === "mutability",
  );
});
