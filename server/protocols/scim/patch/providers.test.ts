// The requests that Entra and Okta send about a person and a group over time, including those where RFC 7644 leaves a choice and
// those that violate it.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "./merge-json.ts";
import { core_urn, enterprise_urn, group, patchBody, send, user_type } from "./patch.fixture.ts";
import { profiles, type ProfileName } from "../profile.ts";
import { readResource, replaceResource } from "./replace.ts";
import { group_type } from "../schemas.ts";

type Step = { put: JsonObject } | { patch: readonly unknown[] };
type Life = { provider: string; profile: ProfileName; created: JsonObject; steps: readonly Step[]; ends: JsonObject };

const created: JsonObject = {
  schemas: [core_urn, enterprise_urn],
  externalId: "0a21f0f2",
  userName: "jan@example.com",
  active: true,
  displayName: "Jan Kos",
  emails: [{ primary: true, type: "work", value: "jan@example.com" }],
  meta: { resourceType: "User" },
  name: { formatted: "Jan Kos", familyName: "Kos", givenName: "Jan" },
  roles: [],
  [enterprise_urn]: { department: "Transport", manager: "" },
};

const ends: JsonObject = {
  schemas: [core_urn, enterprise_urn],
  externalId: "0a21f0f2",
  userName: "jan@example.com",
  active: false,
  displayName: "Jan Kos-Nowak",
  emails: [{ primary: true, type: "work", value: "jan.kos@example.com" }],
  name: { formatted: "Jan Kos", familyName: "Kos-Nowak", givenName: "Jan" },
  id: "u-1",
  phoneNumbers: [{ type: "mobile", value: "+48 1" }],
  [enterprise_urn]: { department: "Sales" },
};

const lives: Life[] = [
  {
    provider: "Entra as it is by default",
    profile: "entra",
    created,
    steps: [
      {
        patch: [
          { op: "Replace", path: "displayName", value: "Jan Kos-Nowak" },
          { op: "Replace", path: "name.familyName", value: "Kos-Nowak" },
          { op: "Replace", path: 'emails[type eq "work"].value', value: "jan.kos@example.com" },
          { op: "Add", path: 'phoneNumbers[type eq "mobile"].value', value: "+48 1" },
          { op: "Add", path: `${enterprise_urn}:manager`, value: [{ $ref: "http://host/Users/u-9", value: "u-9" }] },
          { op: "Replace", path: `${enterprise_urn}:department`, value: "Sales" },
          { op: "Add", path: "urn:example:2.0:User:badge", value: "7" },
        ],
      },
      { patch: [{ op: "Remove", path: `${enterprise_urn}:manager` }] },
      { patch: [{ op: "Replace", path: "active", value: "False" }] },
    ],
    ends,
  },
  {
    provider: "Entra with aadOptscim062020",
    profile: "entra",
    created,
    steps: [
      {
        patch: [
          {
            op: "replace",
            value: {
              displayName: "Jan Kos-Nowak",
              "name.familyName": "Kos-Nowak",
              'emails[type eq "work"].value': "jan.kos@example.com",
              [`${enterprise_urn}:department`]: "Sales",
            },
          },
          { op: "add", value: { phoneNumbers: [{ type: "mobile", value: "+48 1" }], [`${enterprise_urn}:manager`]: "u-9" } },
        ],
      },
      { patch: [{ op: "replace", path: `${enterprise_urn}:manager`, value: { value: "" } }] },
      { patch: [{ op: "replace", path: "active", value: false }] },
    ],
    ends,
  },
  {
    provider: "Okta's catalogue app, by PUT",
    profile: "okta",
    created: { ...created, password: "made up", groups: [] },
    steps: [
      {
        put: {
          ...created,
          id: "u-1",
          displayName: "Jan Kos-Nowak",
          name: { formatted: "Jan Kos", familyName: "Kos-Nowak", givenName: "Jan" },
          emails: [{ primary: true, type: "work", value: "jan.kos@example.com" }],
          phoneNumbers: [{ type: "mobile", value: "+48 1" }],
          groups: [],
          password: "made up",
          meta: { resourceType: "User", version: 'W/"4"' },
          [enterprise_urn]: { department: "Sales", manager: { value: null } },
        },
      },
      { patch: [{ op: "replace", value: { active: false } }] },
    ],
    ends,
  },
  {
    provider: "Okta's custom app, by PATCH",
    profile: "okta",
    created,
    steps: [
      {
        patch: [
          {
            op: "replace",
            value: {
              id: "u-1",
              displayName: "Jan Kos-Nowak",
              name: { familyName: "Kos-Nowak" },
              emails: [{ primary: true, type: "work", value: "jan.kos@example.com" }],
              phoneNumbers: [{ type: "mobile", value: "+48 1" }],
              groups: [],
              [enterprise_urn]: { department: "Sales" },
            },
          },
        ],
      },
      { patch: [{ op: "replace", path: "active", value: false }] },
    ],
    ends,
  },
];

for (const { provider, profile, created, steps, ends } of lives) {
  test(`${provider}: a person is created, changed and switched off as the provider means it, and a repetition changes nothing`, () => {
    const request = { type: user_type, profile: profiles[profile] };
    const start = { ...readResource(created, request).resource, id: "u-1" };
    const apply = (resource: JsonObject, step: Step) =>
      "put" in step ? replaceResource(resource, step.put, request) : send({ body: patchBody(...step.patch), profile, resource });
    const last = steps.reduce((resource: JsonObject, step) => apply(resource, step).resource, start);
    assert.deepEqual(last, ends);
    assert.equal(apply(last, steps.at(-1)!).changed, false);
  });
}

const memberships: {
  provider: string;
  profile: ProfileName;
  requests: readonly (readonly unknown[])[];
  plans: readonly object[];
}[] = [
  {
    provider: "Entra as it is by default",
    profile: "entra",
    requests: [
      [
        {
          op: "Add",
          path: "members",
          value: [
            { $ref: null, value: "u-1" },
            { $ref: null, value: "u-2" },
          ],
        },
      ],
      [{ op: "Remove", path: "members", value: [{ $ref: null, value: "u-1" }] }],
    ],
    plans: [
      { add: ["u-1", "u-2"], remove: [], replace: null },
      { add: [], remove: ["u-1"], replace: null },
    ],
  },
  {
    provider: "Entra with aadOptscim062020",
    profile: "entra",
    requests: [[{ op: "add", path: "members", value: [{ value: "u-1" }] }], [{ op: "remove", path: 'members[value eq "u-1"]' }]],
    plans: [
      { add: ["u-1"], remove: [], replace: null },
      { add: [], remove: ["u-1"], replace: null },
    ],
  },
  {
    provider: "Okta",
    profile: "okta",
    requests: [
      [
        { op: "remove", path: 'members[value eq "u-1"]' },
        { op: "add", path: "members", value: [{ value: "u-2", display: "b@example.com" }] },
      ],
      [{ op: "replace", path: "members", value: [{ value: "u-2", display: "b@example.com" }, { value: "u-3" }] }],
      [{ op: "replace", value: { id: "g-1", displayName: "Drivers" } }],
    ],
    plans: [
      { add: ["u-2"], remove: ["u-1"], replace: null },
      { add: [], remove: [], replace: ["u-2", "u-3"] },
      { add: [], remove: [], replace: null },
    ],
  },
];

for (const { provider, profile, requests, plans } of memberships) {
  test(`${provider}: exactly those join and leave a group whom the provider names`, () => {
    const planned = requests.map((operations) => {
      const { members, changed } = send({ body: patchBody(...operations), profile, resource: group, type: group_type });
      assert.equal(changed, false);
      return { add: members.add, remove: members.remove, replace: members.replace };
    });
    assert.deepEqual(planned, plans);
  });
}
