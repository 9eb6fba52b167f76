import assert from "node:assert/strict";
import { test } from "node:test";
import { common_attributes, type Attribute } from "./attributes.ts";
import { groupStorage, userStorage } from "./filter/storage-sql.ts";
import { findPath, targetOf } from "./patch/path-names.ts";
import { group_type, training_urn, userType, type OwnAttribute } from "./schemas.ts";

const own: OwnAttribute[] = [
  { key: "shift", type: "string" },
  { key: "level", type: "number" },
  { key: "fit", type: "boolean" },
  { key: "langs", type: "string_array" },
];
const user_type = userType(own);

/** RFC 7643 §4.1: `*` marks a list, `()` its sub-attributes, `!` a required attribute. */
const user = [
  "userName! name(formatted familyName givenName middleName honorificPrefix honorificSuffix) displayName nickName",
  "profileUrl:reference title userType preferredLanguage locale timezone active:boolean password",
  "emails*(value display type primary:boolean) phoneNumbers*(value display type primary:boolean)",
  "ims*(value display type primary:boolean) photos*(value:reference display type primary:boolean)",
  "addresses*(formatted streetAddress locality region postalCode country type primary:boolean)",
  "groups*(value $ref:reference display type) entitlements*(value display type primary:boolean)",
  "roles*(value display type primary:boolean) x509Certificates*(value:binary display type primary:boolean)",
].join(" ");

test("people and groups have the attributes of RFC 7643 and the organisation's own", () => {
  assert.equal(shapeOf(user_type.core.attributes), user);
  assert.equal(shapeOf(group_type.core.attributes), "displayName! members*(value $ref:reference type display)");
  const [enterprise, training] = user_type.extensions;
  assert.equal(
    shapeOf(enterprise!.attributes),
    "employeeNumber costCenter organization division department manager(value $ref:reference displayName)",
  );
  assert.equal(shapeOf(training!.attributes), "workerType contractorName contractorId shift level:decimal fit:boolean langs*");
  assert.equal(
    shapeOf(common_attributes),
    "schemas*:reference! id externalId meta(resourceType created:dateTime lastModified:dateTime location:reference version)",
  );
});

test("the characteristics that clients rely on are those of RFC 7643 §8.7.1", () => {
  const characteristics = (path: string) => {
    const found = findPath(path, path.startsWith("members") ? group_type : user_type);
    assert.ok("attribute" in found, path);
    const { mutability, returned, uniqueness, caseExact } = targetOf(found).leaf;
    return [mutability, returned, uniqueness, caseExact];
  };
  const cases: [string, unknown[]][] = [
    ["id", ["readOnly", "always", "server", true]],
    ["externalId", ["readWrite", "default", "none", true]],
    ["userName", ["readWrite", "default", "server", false]],
    ["password", ["writeOnly", "never", "none", true]],
    ["groups", ["readOnly", "default", "none", false]],
    ["groups.$ref", ["readOnly", "default", "none", true]],
    ["meta.lastModified", ["readOnly", "default", "none", false]],
    ["members.value", ["immutable", "default", "none", false]],
    ["profileUrl", ["readWrite", "default", "none", true]],
    ["x509Certificates.value", ["readWrite", "default", "none", true]],
    [`${training_urn}:shift`, ["readWrite", "default", "none", true]],
  ];
  for (const [path, expected] of cases) assert.deepEqual(characteristics(path), expected, path);
});

test("names are told apart without regard to case, and no list stands in a list", () => {
  for (const type of [user_type, group_type]) {
    for (const attributes of [
      [...common_attributes, ...type.core.attributes],
      ...type.extensions.map((extension) => extension.attributes),
    ]) {
      assertTold(attributes);
      for (const attribute of attributes) {
        assert.equal(attribute.type === "complex", attribute.subAttributes !== undefined, attribute.name);
        assertTold(attribute.subAttributes ?? []);
        for (const sub of attribute.subAttributes ?? []) assert.ok(!sub.multiValued && sub.type !== "complex", sub.name);
      }
    }
  }
});

test("an organisation's key that means an attribute of ours in another letter case is left out", () => {
  const names = userType([{ key: "workertype", type: "number" }, ...own]).extensions[1]!.attributes.map(({ name }) => name);
  assert.deepEqual(names, ["workerType", "contractorName", "contractorId", "shift", "level", "fit", "langs"]);
});

test("whatever has a column is an attribute, and whatever is an instant has a column", () => {
  const site = { tenant_id: "t", users_url: "u/", groups_url: "g/" };
  for (const [type, { places }] of [
    [user_type, userStorage(site, own)],
    [group_type, groupStorage(site)],
  ] as const) {
    for (const name of places.keys()) {
      const path = findPath(name, type);
      assert.ok("attribute" in path && targetOf(path).name === name, name);
      const place = places.get(name)!;
      if (place.kind === "instant") assert.equal(targetOf(path).leaf.type, "dateTime", name);
      if (place.kind === "boolean") assert.equal(targetOf(path).leaf.type, "boolean", name);
      if (place.kind === "rows" || place.kind === "list") assert.ok(path.attribute.multiValued && path.sub === null, name);
    }
    assert.ok(places.has("meta.created") && places.has("meta.lastModified"));
  }
});

function assertTold(attributes: readonly Attribute[]): void {
  const names = attributes.map(({ name }) => name.toLowerCase());
  assert.deepEqual(names, [...new Set(names)]);
}

function shapeOf(attributes: readonly Attribute[]): string {
  return attributes
    .map(({ name, type, multiValued, required, subAttributes }) => {
      const inner = subAttributes ? `(${shapeOf(subAttributes)})` : type === "string" ? "" : `:${type}`;
      return `${name}${multiValued ? "*" : ""}${inner}${required ? "!" : ""}`;
    })
    .join(" ");
}
