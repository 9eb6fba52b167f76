import assert from "node:assert/strict";
import { test } from "node:test";
import { attribute, complex, text, type ResourceType } from "../attributes.ts";
import { parseProjection, project, shows, type ProjectionRequest } from "./project.ts";
import { group_type, userType } from "../schemas.ts";
import { enterprise_schema, user_schema } from "../schemas-user.ts";

const user_type = userType([]);
const enterprise = enterprise_schema.id;

const person = {
  schemas: [user_schema.id, enterprise],
  id: "1",
  userName: "anna",
  password: "secret",
  name: { givenName: "Anna", familyName: "Nowak" },
  emails: [{ value: "a@x", type: "work", primary: true }, { value: "b@x" }],
  active: true,
  meta: { resourceType: "User", created: "2026-01-01T00:00:00.000Z" },
  [enterprise]: { employeeNumber: "7", manager: { value: "2", displayName: "Jan" } },
};
const always = { schemas: person.schemas, id: "1" };

const cases: [string, ProjectionRequest, object][] = [
  ["nothing is asked", {}, { ...person, password: undefined }],
  [
    "names in any letter case",
    { attributes: "USERNAME, name.familyname" },
    { ...always, userName: "anna", name: { familyName: "Nowak" } },
  ],
  ["a list of names", { attributes: ["active", "emails"] }, { ...always, emails: person.emails, active: true }],
  ["a part of each element", { attributes: "emails.type" }, { ...always, emails: [{ type: "work" }] }],
  ["a part that nothing has", { attributes: "emails.display,name.formatted" }, always],
  ["a whole and a part of it", { attributes: "name,name.givenName" }, { ...always, name: person.name }],
  ["an extension", { attributes: enterprise.toUpperCase() }, { ...always, [enterprise]: person[enterprise] }],
  [
    "an attribute of an extension",
    { attributes: `${enterprise}:employeeNumber` },
    { ...always, [enterprise]: { employeeNumber: "7" } },
  ],
  [
    "a part in an extension",
    { attributes: `${enterprise}:manager.value` },
    { ...always, [enterprise]: { manager: { value: "2" } } },
  ],
  ["with the URN of the core schema", { attributes: `${user_schema.id}:active` }, { ...always, active: true }],
  [
    "all of the core schema",
    { attributes: user_schema.id },
    { ...person, password: undefined, meta: undefined, [enterprise]: undefined },
  ],
  ["names that mean nothing", { attributes: "shoes,__proto__,constructor,,members" }, always],
  ["nothing by name", { attributes: "" }, always],
  ["the password", { attributes: "password,active" }, { ...always, active: true }],
  [
    "leaving out",
    { excludedAttributes: "emails,NAME.givenName,meta" },
    { ...person, password: undefined, emails: undefined, name: { familyName: "Nowak" }, meta: undefined },
  ],
  ["leaving out what is always there", { excludedAttributes: "id,schemas" }, { ...person, password: undefined }],
  ["leaving out an extension", { excludedAttributes: enterprise }, { ...person, password: undefined, [enterprise]: undefined }],
  [
    "leaving out in an extension",
    { excludedAttributes: `${enterprise}:manager` },
    { ...person, password: undefined, [enterprise]: { employeeNumber: "7" } },
  ],
  [
    "both",
    { attributes: "name,active", excludedAttributes: "name.givenName" },
    { ...always, name: { familyName: "Nowak" }, active: true },
  ],
];

test("an answer shows what attributes and excludedAttributes ask for", () => {
  for (const [name, request, expected] of cases) {
    const shown = project(person, user_type, parseProjection(request, user_type));
    assert.deepEqual(shown, JSON.parse(JSON.stringify(expected)), name);
  }
});

test("what is returned on request is shown when it is named, and what is always returned in whatever is shown", () => {
  const type: ResourceType = {
    ...user_type,
    core: {
      ...user_type.core,
      attributes: [
        text("plain", ""),
        text("asked", "", { returned: "request" }),
        complex("both", "", [
          attribute("kept", "integer", "", { returned: "always" }),
          text("asked", "", { returned: "request" }),
          text("plain", ""),
        ]),
      ],
    },
  };
  const resource = { plain: "p", asked: "a", both: { kept: 1, asked: "a", plain: "p" } };
  const shown = (request: ProjectionRequest) => project(resource, type, parseProjection(request, type));
  assert.deepEqual(shown({}), { plain: "p", both: { kept: 1, plain: "p" } });
  assert.deepEqual(shown({ attributes: "asked" }), { asked: "a" });
  assert.deepEqual(shown({ attributes: "both.asked" }), { both: { kept: 1, asked: "a" } });
  assert.deepEqual(shown({ excludedAttributes: "plain,both.kept,both.plain" }), { both: { kept: 1 } });
});

test("members that no answer shows need not be read", () => {
  const reads = (request: ProjectionRequest) => shows(parseProjection(request, group_type), "members", group_type);
  assert.deepEqual(
    [{}, { attributes: "members.value" }, { attributes: "members" }, { excludedAttributes: "displayName" }].map(reads),
    [true, true, true, true],
  );
  assert.deepEqual(
    [
      { excludedAttributes: "MEMBERS" },
      { attributes: "displayName" },
      { attributes: "members", excludedAttributes: "members" },
    ].map(reads),
    [false, false, false],
  );
});

test("what no schema has is shown unless something is asked for by name, and never as an object's machinery", () => {
  const resource = JSON.parse(
    '{"id":"1","urn:x:shoes":{"size":40},"__proto__":{"admin":true},"name":{"__proto__":{"a":1},"givenName":"A"}}',
  );
  const shown = project(resource, user_type, parseProjection({}, user_type));
  assert.deepEqual(shown["urn:x:shoes"], { size: 40 });
  assert.deepEqual([Object.getPrototypeOf(shown), "admin" in shown], [Object.prototype, false]);
  const asked = project(resource, user_type, parseProjection({ attributes: "name.givenName" }, user_type));
  assert.equal(JSON.stringify(asked), '{"id":"1","name":{"givenName":"A"}}');
});
