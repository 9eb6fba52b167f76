// The requests of a provider from first to last, as sent over HTTP. `{user}`, `{other}` and `{group}` stand for ids from earlier
// answers. `shows` is the minimal content of the answer.
import { urns, type ProfileName } from "../harness/scim.ts";

export type Step = {
  ask: string;
  body?: object;
  status: number;
  shows?: object;
  lacks?: readonly string[];
  names?: "user" | "other" | "group";
};
export type Life = { provider: string; profile: ProfileName; steps: readonly Step[] };

const manager = `${urns.enterprise}:manager`;
const patch = (...operations: object[]) => ({ schemas: [urns.patch], Operations: operations });
const found = (totalResults: number, first?: object) => ({
  schemas: [urns.list],
  totalResults,
  ...(first ? { Resources: [first] } : {}),
});
const find = (path: string, filter: string, more = "") => `GET ${path}?filter=${encodeURIComponent(filter)}${more}`;

/** Entra looks for a user that cannot exist, then for each person, then creates. */
const entra_arrival: readonly Step[] = [
  { ask: find("/Users", 'userName eq "3c4a7f62-5f8e-4f6e-8a3b-0f4d3b1f2c11"'), status: 200, shows: found(0) },
  { ask: find("/Users", 'userName eq "jan@example.com"'), status: 200, shows: found(0) },
  {
    ask: "POST /Users",
    body: {
      schemas: [urns.user, urns.enterprise],
      externalId: "jan-mailnickname",
      userName: "jan@example.com",
      active: true,
      displayName: "Jan Kos",
      emails: [{ primary: true, type: "work", value: "jan@example.com" }],
      meta: { resourceType: "User" },
      name: { formatted: "Jan Kos", familyName: "Kos", givenName: "Jan" },
      roles: [],
      [urns.enterprise]: { department: "Transport", employeeNumber: "7" },
    },
    status: 201,
    shows: { userName: "jan@example.com", active: true, [urns.enterprise]: { department: "Transport", employeeNumber: "7" } },
    names: "user",
  },
  {
    ask: "POST /Users",
    body: {
      schemas: [urns.user, urns.enterprise],
      externalId: "ewa",
      userName: "ewa@example.com",
      active: true,
      meta: { resourceType: "User" },
    },
    status: 201,
    names: "other",
  },
  { ask: "GET /Users/{user}", status: 200, shows: { externalId: "jan-mailnickname" } },
  { ask: find("/Groups", 'displayName eq "Drivers"', "&excludedAttributes=members"), status: 200, shows: found(0) },
  {
    ask: "POST /Groups",
    body: {
      schemas: [urns.group, "http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group"],
      externalId: "8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159",
      displayName: "Drivers",
      meta: { resourceType: "Group" },
    },
    status: 201,
    shows: { schemas: [urns.group], displayName: "Drivers" },
    names: "group",
  },
];

/** Entra's queries about a group before and after it changes a member. */
const memberOf = (name: "user" | "other", total: number): Step => ({
  ask: find("/Groups", `id eq "{group}" and members eq "{${name}}"`, "&excludedAttributes=members"),
  status: 200,
  shows: found(total),
});

const entra_end: readonly Step[] = [
  memberOf("user", 0),
  memberOf("other", 1),
  { ask: "DELETE /Groups/{group}", status: 204 },
  { ask: "GET /Groups/{group}?excludedAttributes=members", status: 404 },
  { ask: find("/Users", 'userName eq "jan@example.com"'), status: 200, shows: found(1, { id: "{user}", active: false }) },
  { ask: "DELETE /Users/{user}", status: 204 },
  { ask: "GET /Users/{user}", status: 404 },
  { ask: find("/Users", 'externalId eq "jan-mailnickname"'), status: 200, shows: found(0) },
];

const changed_user = {
  displayName: "Jan Kos-Nowak",
  name: { formatted: "Jan Kos", familyName: "Kos-Nowak", givenName: "Jan" },
  emails: [{ primary: true, type: "work", value: "jan.kos@example.com" }],
  phoneNumbers: [{ type: "mobile", value: "+48 1" }],
  [urns.enterprise]: { department: "Sales", employeeNumber: "7", manager: { value: "{other}" } },
};

const okta_user = {
  schemas: [urns.user],
  userName: "jan@example.com",
  name: { givenName: "Jan", familyName: "Kos" },
  emails: [{ primary: true, value: "jan@example.com", type: "work" }],
  displayName: "Jan Kos",
  locale: "en-US",
  externalId: "00ujl29u0le5T6Aj10h7",
  groups: [],
  password: "1mz050nq",
  active: true,
};

const okta_arrival: readonly Step[] = [
  { ask: "GET /Users?startIndex=1&count=2", status: 200, shows: found(0) },
  { ask: "GET /Groups?startIndex=1&count=100", status: 200, shows: found(0) },
  {
    ask: find("/Users", 'userName eq "jan@example.com"', "&startIndex=1&count=100"),
    status: 200,
    shows: { ...found(0), startIndex: 1 },
  },
  {
    ask: "POST /Users",
    body: okta_user,
    status: 201,
    shows: { userName: "jan@example.com", active: true },
    lacks: ["password", "groups"],
    names: "user",
  },
  {
    ask: "POST /Users",
    body: { ...okta_user, userName: "jan@example.com" },
    status: 409,
    shows: { scimType: "uniqueness", status: "409" },
  },
  {
    ask: "POST /Users",
    body: { ...okta_user, userName: "ewa@example.com", externalId: "00uother" },
    status: 201,
    names: "other",
  },
  { ask: "GET /Users/{user}", status: 200, shows: { id: "{user}", externalId: "00ujl29u0le5T6Aj10h7" }, lacks: ["password"] },
  {
    ask: "POST /Groups",
    body: { schemas: [urns.group], displayName: "Drivers", members: [] },
    status: 201,
    shows: { displayName: "Drivers" },
    names: "group",
  },
];

const okta_end: readonly Step[] = [
  { ask: "GET /Groups/{group}", status: 200, shows: { displayName: "Tour drivers", members: [{ value: "{other}" }] } },
  { ask: "DELETE /Groups/{group}", status: 204 },
  { ask: "GET /Groups/{group}", status: 404, shows: { status: "404" } },
  // Okta deletes no user: an unassigned user is deactivated, and found in that state when assigned again.
  { ask: "PATCH /Users/{user}", body: patch({ op: "replace", value: { active: false } }), status: 200, shows: { active: false } },
  {
    ask: find("/Users", 'userName eq "jan@example.com"', "&startIndex=1&count=100"),
    status: 200,
    shows: found(1, { id: "{user}", active: false }),
  },
  { ask: "DELETE /Users/{user}", status: 204 },
  { ask: "GET /Users/{user}", status: 404, shows: { status: "404" } },
];

export const lives: readonly Life[] = [
  {
    provider: "Entra without aadOptscim062020",
    profile: "entra",
    steps: [
      ...entra_arrival,
      {
        ask: "PATCH /Users/{user}",
        body: patch(
          { op: "Replace", path: "displayName", value: "Jan Kos-Nowak" },
          { op: "Replace", path: "name.familyName", value: "Kos-Nowak" },
          { op: "Replace", path: 'emails[type eq "work"].value', value: "jan.kos@example.com" },
          { op: "Add", path: 'phoneNumbers[type eq "mobile"].value', value: "+48 1" },
          { op: "Add", path: manager, value: [{ $ref: "../Users/{other}", value: "{other}" }] },
          { op: "Replace", path: `${urns.enterprise}:department`, value: "Sales" },
        ),
        status: 204,
      },
      { ask: "GET /Users/{user}", status: 200, shows: changed_user },
      memberOf("user", 0),
      {
        ask: "PATCH /Groups/{group}",
        body: patch({
          op: "Add",
          path: "members",
          value: [
            { $ref: null, value: "{user}" },
            { $ref: null, value: "{other}" },
          ],
        }),
        status: 204,
      },
      memberOf("user", 1),
      {
        ask: "PATCH /Groups/{group}",
        body: patch({ op: "Remove", path: "members", value: [{ $ref: null, value: "{user}" }] }),
        status: 204,
      },
      {
        ask: "PATCH /Groups/{group}",
        body: patch({ op: "Replace", path: "displayName", value: [{ $ref: null, value: "Tour drivers" }] }),
        status: 204,
      },
      { ask: "PATCH /Users/{user}", body: patch({ op: "Remove", path: manager }), status: 204 },
      { ask: "PATCH /Users/{user}", body: patch({ op: "Replace", path: "active", value: "False" }), status: 204 },
      { ask: "PATCH /Users/{user}", body: patch({ op: "Replace", path: "active", value: "True" }), status: 204 },
      { ask: "GET /Users/{user}", status: 200, shows: { active: true } },
      { ask: "PATCH /Users/{user}", body: patch({ op: "Replace", path: "active", value: "False" }), status: 204 },
      ...entra_end,
    ],
  },
  {
    provider: "Entra with aadOptscim062020",
    profile: "entra",
    steps: [
      ...entra_arrival,
      {
        ask: "PATCH /Users/{user}",
        body: patch(
          {
            op: "replace",
            value: {
              displayName: "Jan Kos-Nowak",
              "name.familyName": "Kos-Nowak",
              'emails[type eq "work"].value': "jan.kos@example.com",
              [`${urns.enterprise}:department`]: "Sales",
            },
          },
          { op: "add", value: { 'phoneNumbers[type eq "mobile"].value': "+48 1", [manager]: "{other}" } },
        ),
        status: 204,
      },
      { ask: "GET /Users/{user}", status: 200, shows: changed_user },
      {
        ask: "PATCH /Groups/{group}",
        body: patch({ op: "add", path: "members", value: [{ value: "{user}" }, { value: "{other}" }] }),
        status: 204,
      },
      memberOf("user", 1),
      { ask: "PATCH /Groups/{group}", body: patch({ op: "remove", path: 'members[value eq "{user}"]' }), status: 204 },
      { ask: "PATCH /Groups/{group}", body: patch({ op: "replace", value: { displayName: "Tour drivers" } }), status: 204 },
      { ask: "PATCH /Users/{user}", body: patch({ op: "replace", path: manager, value: { value: "" } }), status: 204 },
      { ask: "PATCH /Users/{user}", body: patch({ op: "replace", path: "active", value: false }), status: 204 },
      { ask: "PATCH /Users/{user}", body: patch({ op: "replace", path: "active", value: true }), status: 204 },
      { ask: "GET /Users/{user}", status: 200, shows: { active: true } },
      { ask: "PATCH /Users/{user}", body: patch({ op: "replace", value: { active: false } }), status: 204 },
      ...entra_end,
    ],
  },
  {
    provider: "Okta's catalogue app",
    profile: "okta",
    steps: [
      ...okta_arrival,
      {
        ask: "PUT /Users/{user}",
        body: {
          ...okta_user,
          id: "{user}",
          name: { givenName: "Jan", familyName: "Kos-Nowak" },
          title: "Driver",
          meta: { resourceType: "User", created: "2020-01-01T00:00:00Z" },
        },
        status: 200,
        shows: { name: { familyName: "Kos-Nowak" }, title: "Driver", locale: "en-US", active: true },
        lacks: ["password"],
      },
      {
        ask: "PATCH /Groups/{group}",
        body: patch(
          { op: "remove", path: 'members[value eq "{other}"]' },
          {
            op: "add",
            path: "members",
            value: [
              { value: "{user}", display: "jan@example.com" },
              { value: "{other}", display: "ewa@example.com" },
            ],
          },
        ),
        status: 204,
      },
      {
        ask: "PATCH /Groups/{group}",
        body: patch({ op: "replace", value: { id: "{group}", displayName: "Tour drivers" } }),
        status: 204,
      },
      {
        ask: "PATCH /Groups/{group}",
        body: patch({ op: "replace", path: "members", value: [{ value: "{other}", display: "ewa@example.com" }] }),
        status: 204,
      },
      {
        ask: "PATCH /Users/{user}",
        body: patch({ op: "replace", value: { active: false } }),
        status: 200,
        shows: { active: false },
      },
      {
        ask: "PUT /Users/{user}",
        body: { ...okta_user, id: "{user}", active: true },
        status: 200,
        shows: { active: true },
        lacks: ["title"],
      },
      ...okta_end,
    ],
  },
  {
    provider: "Okta's custom app",
    profile: "okta",
    steps: [
      ...okta_arrival,
      {
        ask: "PATCH /Users/{user}",
        body: patch({
          op: "replace",
          value: {
            id: "{user}",
            name: { familyName: "Kos-Nowak" },
            title: "Driver",
            groups: [],
            password: "1mz050nq",
            [urns.enterprise]: { department: "Sales" },
          },
        }),
        status: 200,
        shows: {
          name: { givenName: "Jan", familyName: "Kos-Nowak" },
          title: "Driver",
          [urns.enterprise]: { department: "Sales" },
        },
        lacks: ["password"],
      },
      {
        ask: "PUT /Groups/{group}",
        body: {
          schemas: [urns.group],
          id: "{group}",
          displayName: "Drivers",
          members: [{ value: "{user}", display: "jan@example.com" }, { value: "{other}" }],
        },
        status: 200,
        shows: { members: [{ value: "{user}" }, { value: "{other}" }] },
      },
      {
        ask: "PUT /Groups/{group}",
        body: {
          schemas: [urns.group],
          id: "{group}",
          displayName: "Tour drivers",
          members: [{ value: "{other}", display: "ewa@example.com" }],
        },
        status: 200,
      },
      {
        ask: "PATCH /Users/{user}",
        body: patch({ op: "replace", path: "active", value: false }),
        status: 200,
        shows: { active: false },
      },
      {
        ask: "PATCH /Users/{user}",
        body: patch({ op: "replace", path: "active", value: true }),
        status: 200,
        shows: { active: true },
      },
      ...okta_end,
    ],
  },
];
