import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { matches } from "./evaluate.ts";
import { anyFilter } from "./any.fixture.ts";
import { parseFilter, type FilterOptions } from "./filter.ts";
import { slips } from "./sentence.fixture.ts";
import { parseSortBy } from "./sort.ts";
import { conditionOf } from "./sql.ts";
import { userStorage } from "./storage-sql.ts";
import { own, site, user_type } from "./trial.fixture.ts";
import { parsePath } from "../patch/path.ts";
import { ScimSyntax } from "../patch/path-fault.ts";
import { group_type } from "../schemas.ts";

const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
const training = "urn:ietf:params:scim:schemas:extension:training-platform:2.0:User";

// The example person of RFC 7643 §8, shortened.
const barbara = {
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:User", enterprise],
  id: "2819c223-7f76-453a-919d-413861904646",
  externalId: "bjensen",
  userName: "bjensen@example.com",
  name: { formatted: "Ms. Barbara J Jensen", familyName: "Jensen", givenName: "Barbara", middleName: "" },
  displayName: "Babs Łucja Jensen",
  nickName: "",
  emails: [
    { value: "BJensen@example.com", type: "work", primary: true },
    { value: "babs@jensen.example", type: "home" },
  ],
  phoneNumbers: [],
  roles: [{}, { value: "" }],
  active: true,
  x509Certificates: [{ value: "MIIDQzCCAqygAwIBAgICEAAwDQYJ" }],
  meta: { resourceType: "User", created: "2010-01-23T04:56:22.120Z", lastModified: "2011-05-13T04:42:34Z" },
  [enterprise]: { employeeNumber: "701984", manager: { value: "26118915", displayName: "John Smith" } },
  [training]: { shift: "B", level: 2.5, langs: ["pl", "EN"] },
};

const truths: Record<string, boolean> = {
  // RFC 7644 §3.4.2.2, figure 2 and the text before it.
  'userName eq "bjensen@example.com"': true,
  'username EQ "BJENSEN@example.com"': true,
  'name.familyName co "JENS"': true,
  'userName sw "BJ"': true,
  'urn:ietf:params:scim:schemas:core:2.0:User:userName sw "bj"': true,
  "nickName pr": false,
  "name.middleName pr": false,
  "name pr": true,
  "phoneNumbers pr": false,
  "roles pr": false,
  "emails pr": true,
  "addresses pr": false,
  "active pr": true,
  'meta.lastModified gt "2011-05-13T04:42:33Z"': true,
  'meta.lastModified ge "2011-05-13T06:42:34+02:00"': true,
  'meta.lastModified eq "2011-05-13T04:42:34.000"': true,
  'meta.created le "2010-01-23T04:56:22.1200001Z"': true,
  'meta.created eq "2010-01-23T04:56:22.1200001Z"': false,
  'meta.created gt "2010-01-23T04:56:22.1199999Z"': true,
  'userType ne "Employee" and not (emails co "example.com" or emails.value co "example.org")': false,
  'emails[type eq "work" and value co "@example.com"] or ims[type eq "xmpp" and value co "@foo.com"]': true,
  'emails[type eq "home" and value co "@example.com"]': false,
  'emails.type eq "home" and emails.value co "@example.com"': true,
  "emails[primary eq true]": true,
  "emails[not (primary eq true)]": true,
  "emails[primary pr and primary ne true]": false,
  'emails eq "babs@jensen.example"': true,
  'displayName co "łUCJA"': true,
  // caseExact attributes.
  'externalId eq "BJensen"': false,
  'x509Certificates.value eq "miidqzccaqygawibagiceaawdqyj"': false,
  'meta.resourceType eq "User"': true,
  'schemas eq "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"': true,
  'schemas[value ew "enterprise:2.0:User"]': true,
  // ne is the negation of eq, for lists and for attributes without a value.
  'emails.type ne "work"': false,
  'emails[type ne "work"]': true,
  'emails.type ne "other"': true,
  'title ne "x"': true,
  'not (title ne "x")': false,
  'title gt ""': false,
  'userName gt ""': true,
  'userName co ""': true,
  "title eq null": true,
  "title ne null": false,
  'nickName eq ""': true,
  'title eq ""': true,
  'userName ne ""': true,
  "active ne false": true,
  [`${enterprise}:employeeNumber eq "701984"`]: true,
  [`${enterprise.toUpperCase()}:MANAGER.value eq "26118915"`]: true,
  [`${enterprise}:manager eq "26118915"`]: true,
  [`${enterprise}:manager[displayName sw "john" and value pr]`]: true,
  [`${enterprise}:manager[not (value pr)]`]: false,
  "name[not (honorificPrefix pr)]": true,
  [`${training}:level gt 2 and ${training}:level lt 3e0`]: true,
  [`${training}:shift eq "b"`]: false,
  [`${training}:langs eq "EN"`]: true,
  [`${training}:langs[value sw "p"]`]: true,
  [`${training}:workerType pr`]: false,
  // `not` binds before `and`, and `and` before `or`.
  "active eq true or active eq false and title pr": true,
  "(active eq true or active eq false) and title pr": false,
  "not (title pr) and active eq true": true,
};

test("a filter finds what RFC 7644 and the decisions in evaluate.ts say", () => {
  for (const [text, expected] of Object.entries(truths)) {
    assert.equal(matches(parseFilter(text, user_type), barbara), expected, text);
  }
});

/** The filter, the position of the fault counted from 0, and what the error's sentence names. */
const faults: [string, number, string][] = [
  ["", 0, "the end"],
  ["userName", 8, "one of eq"],
  ["userName eq", 11, "a text in quotes"],
  ["userName eq Employee", 12, '"Employee"'],
  ['userName is "x"', 9, '"is"'],
  ['userName eq "x', 12, "no closing quote"],
  ['userName eq "\\x"', 13, "no escape"],
  ['userName eq "x" and', 19, "a blank"],
  ['userName eq "x" and ', 20, "an attribute"],
  ['userName eq "x" title pr', 16, '"and" or "or"'],
  ['(userName eq "x"', 16, '")"'],
  ['userName eq "x")', 15, '"and" or "or"'],
  ['emails[type eq "x"', 18, '"]"'],
  ["emails[type[a pr]]", 11, "brackets inside brackets"],
  ["not title pr", 4, '"title"'],
  ["not (not title pr)", 9, '"title"'],
  ["userNam pr", 0, "no attribute of User"],
  ["name.first pr", 5, "no sub-attribute of name"],
  ["name.givenName.x pr", 0, "an attribute"],
  ["employeeNumber pr", 0, "no attribute of User"],
  [`${enterprise}:shoes pr`, enterprise.length + 1, "no attribute of"],
  [`${enterprise}s:shoes pr`, 0, "begins with no schema"],
  [`active pr and ${enterprise} pr`, 14, "is a schema"],
  ["members pr", 0, "no attribute of User"],
  ["emails[kind pr]", 7, "no sub-attribute of emails"],
  ['emails.value[type eq "x"]', 0, "sub-attribute"],
  ['userName[value eq "x"]', 0, "one value"],
  ["active gt true", 7, '"gt" cannot compare active'],
  ["active co true", 7, '"co"'],
  ['x509Certificates.value gt "a"', 23, "a binary"],
  ['meta.created co "2011"', 13, '"co"'],
  ['active eq "True"', 10, "without quotes"],
  ["userName eq 5", 12, "in quotes"],
  ["userName gt null", 12, "in quotes"],
  ['meta.created gt "yesterday"', 16, "an instant"],
  ['meta.created gt "2011-02-29T00:00:00Z"', 16, "an instant"],
  ['meta.created gt "2011-02-28"', 16, "an instant"],
  ['meta.created gt "0000-12-31T00:00:00Z"', 16, "an instant"],
  ['meta.created gt "9999-12-31T23:59:59.999-00:01"', 16, "an instant"],
  [`${training}:level eq 1e999`, training.length + 10, "a double"],
  ['name eq "Barbara"', 5, "sub-attributes"],
  ['addresses co "Street"', 10, "sub-attributes"],
  ['password eq "x"', 0, "cannot be searched"],
  ['userName eq "\\u0000"', 12, "U+0000"],
  ['userName co "\\ud800"', 12, "surrogate"],
  ["__proto__ pr", 0, "an attribute"],
  ["constructor pr", 0, "no attribute"],
  ["name.constructor pr", 5, "no sub-attribute"],
  ["emails[toString pr]", 7, "no sub-attribute"],
  ["nic\u212aname pr", 3, "text in quotes"],
];

test("a malformed filter is refused as invalidFilter, with the place and what is wrong there", () => {
  for (const [text, position, words] of faults) {
    assert.throws(
      () => parseFilter(text, user_type),
      (error) => {
        assert.ok(error instanceof ScimSyntax, String(error));
        assert.deepEqual([error.scimType, error.position], ["invalidFilter", position], `${text}: ${error.detail}`);
        assert.ok(error.detail.includes(words), `${text}: ${error.detail}`);
        assert.ok(error.detail.startsWith(`Filter, character ${position + 1}: `), error.detail);
        return true;
      },
    );
  }
});

test("only a lenient reader takes True and False in quotes for booleans", () => {
  for (const [text, expected] of [
    ['active eq "True"', true],
    ['active eq "false"', false],
    ['emails[primary eq "True"]', true],
  ] as const) {
    assert.throws(() => parseFilter(text, user_type), ScimSyntax);
    assert.equal(matches(parseFilter(text, user_type, { lenient_booleans: true }), barbara), expected);
  }
  assert.throws(() => parseFilter('active eq "yes"', user_type, { lenient_booleans: true }), ScimSyntax);
});

test("only a reader of elements compared takes a comparison after the brackets, as if it stood inside", () => {
  for (const [text, expected] of [
    ['emails[type eq "work"].value eq "bjensen@example.com"', true],
    ['emails[type eq "work"].value eq "babs@jensen.example"', false],
    ['emails[type eq "home" or primary eq true].VALUE co "b" and active eq true', true],
    ['emails[type eq "work"] eq "bjensen@example.com"', true],
    ['not (emails[type eq "home"].primary pr)', true],
  ] as const) {
    assert.throws(() => parseFilter(text, user_type), ScimSyntax, text);
    assert.equal(matches(parseFilter(text, user_type, { compared_elements: true }), barbara), expected, text);
  }
  for (const text of [
    'emails[type pr] .value eq "x"',
    "emails[type pr].value",
    "emails[type pr].kind pr",
    "emails[type pr].a.b pr",
    "emails[type pr] pr pr",
  ]) {
    assert.throws(() => parseFilter(text, user_type, { compared_elements: true }), ScimSyntax, text);
  }
});

test("where both types are asked, an attribute that one lacks is no value there, and a mistake is one for both", () => {
  const both: FilterOptions = { others: [user_type] };
  const team = { id: "g", displayName: "Team" };
  const truths = {
    "userName pr": false,
    'userName eq "x"': false,
    'userName ne "x"': true,
    "userName eq null": true,
    'emails[type eq "work"]': false,
  };
  for (const [text, expected] of Object.entries(truths)) {
    assert.throws(() => parseFilter(text, group_type), ScimSyntax, text);
    assert.equal(matches(parseFilter(text, group_type, both), team), expected, text);
  }
  for (const text of ["active gt true", "unknown pr", "emails[kind pr]", "password pr"]) {
    assert.throws(() => parseFilter(text, group_type, both), ScimSyntax, text);
  }
});

test("members named as an object's own machinery are no values, in the filter and in the resource", () => {
  const hostile = JSON.parse(
    '{"userName":"x","__proto__":{"active":true,"title":"t"},"name":{"__proto__":{"givenName":"y"}},"emails":[{"__proto__":{"value":"z"}}]}',
  );
  for (const text of ["active pr", "title pr", "name pr", "name.givenName pr", "emails pr", 'emails.value eq "z"']) {
    assert.equal(matches(parseFilter(text, user_type), hostile), false, text);
  }
  assert.equal(matches(parseFilter("title pr", user_type), Object.create({ title: "inherited" })), false);
});

test("whatever is sent as a filter or path is taken or refused, in a few words and never otherwise", () => {
  const counts = { taken: 0, refused: 0 };
  const sent = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(anyFilter(user_type), slips).map(([text, spoil]) => spoil(text)) },
    fc.string({ unit: "binary", maxLength: 40 }),
    fc
      .tuple(fc.constantFrom("userName", "x", "emails[", "name.", "urn:"), fc.nat(8_200))
      .map(([text, times]) => text + "y".repeat(times)),
  );
  fc.assert(
    fc.property(sent, (text) => {
      for (const read of [
        () => conditionOf(parseFilter(text, user_type, { compared_elements: true }), userStorage(site, own)),
        () => parsePath(text, user_type),
        () => parseSortBy(text, user_type),
      ]) {
        try {
          read();
          counts.taken += 1;
        } catch (error) {
          assert.ok(error instanceof ScimSyntax && error.detail.length < 300, String(error));
          counts.refused += 1;
        }
      }
    }),
    { numRuns: 5_000 },
  );
  assert.ok(counts.taken > 100 && counts.refused > 2_000, JSON.stringify(counts));
});

test("values of other types than the schema's, and shapes that it does not have, are no values", () => {
  for (const resource of [
    null,
    undefined,
    5,
    "x",
    [],
    { userName: 5, active: "true", name: "x", emails: { value: "x" }, meta: [{ created: "2011-01-01T00:00:00Z" }] },
  ]) {
    for (const text of ["userName pr", "active pr", "name pr", "emails pr", "meta pr", "meta.created pr"]) {
      assert.equal(matches(parseFilter(text, user_type), resource), false, `${text} ${JSON.stringify(resource)}`);
    }
  }
});
