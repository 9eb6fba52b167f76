import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openProvisioned, urns, type Provisioned } from "../harness/scim.ts";

let acme: Provisioned;
/** Ids of users and groups in the order of creation. */
const all: string[] = [];

before(async () => {
  acme = await openProvisioned();
  for (let index = 0; index < 4; index += 1) {
    const user = await acme.scim.generic.post("/Users", {
      schemas: [urns.user],
      userName: `user${index}`,
      displayName: `Name ${7 - index}`,
    });
    const group = await acme.scim.generic.post("/Groups", {
      schemas: [urns.group],
      displayName: `Name ${index}`,
      members: [{ value: user.body.id }],
    });
    all.push(user.body.id, group.body.id);
  }
});
after(() => acme.close());

const schemas = ["urn:ietf:params:scim:api:messages:2.0:SearchRequest"];
async function search(path: string, asked: object): Promise<any> {
  const reply = await acme.scim.generic.post(`${path}/.search`, { schemas, ...asked });
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
}
const idsOf = ({ Resources }: any): string[] => Resources.map(({ id }: any) => id);
const namesOf = ({ Resources }: any): string[] => Resources.map(({ displayName }: any) => displayName);

test("users and groups are searched by a body as by a query, with filters that no URL can hold", async () => {
  const many = Array.from({ length: 90 }, (_, index) => `userName eq "user${index}-${"x".repeat(40)}"`);
  const filter = [...many, 'userName eq "user1"'].join(" or ");
  const found = await search("/Users", { filter, attributes: ["userName"] });
  assert.deepEqual([found.schemas, found.totalResults], [[urns.list], 1]);
  assert.deepEqual(Object.keys(found.Resources[0]).sort(), ["id", "schemas", "userName"]);
  const groups = await search("/Groups", { filter: `members eq "${all[4]}"`, excludedAttributes: ["members"] });
  assert.deepEqual([idsOf(groups), groups.Resources[0].members], [[all[5]], undefined]);
});

test("the root searches users and groups together, in the order in which they came", async () => {
  const found = await search("", {});
  assert.deepEqual([found.totalResults, found.startIndex, found.itemsPerPage], [8, 1, 8]);
  assert.deepEqual(idsOf(found), all);
  assert.deepEqual(
    found.Resources.map(({ meta }: any) => meta.resourceType),
    ["User", "Group", "User", "Group", "User", "Group", "User", "Group"],
  );
  const page = await search("", { startIndex: 4, count: 3 });
  assert.deepEqual([page.totalResults, idsOf(page)], [8, all.slice(3, 6)]);
  assert.deepEqual(idsOf(await search("", { startIndex: 999_999_999_999_999 })), []);
  assert.deepEqual((await search("", { count: 0 })).totalResults, 8);
});

test("at the root, an attribute that a type lacks is no value", async () => {
  assert.deepEqual(idsOf(await search("", { filter: 'userName eq "user2"' })), [all[4]]);
  assert.deepEqual(idsOf(await search("", { filter: 'displayName eq "name 1" or userName sw "user3"' })), [all[3], all[6]]);
  assert.deepEqual(idsOf(await search("", { filter: "not (userName pr)" })), [all[1], all[3], all[5], all[7]]);
  const refused = await acme.scim.generic.post("/.search", { schemas, filter: 'nothing eq "x"' });
  assert.deepEqual([refused.status, refused.body.scimType], [400, "invalidFilter"]);
});

test("at the root, users and groups are sorted together, and walked by cursor", async () => {
  const up = ["Name 0", "Name 1", "Name 2", "Name 3", "Name 4", "Name 5", "Name 6", "Name 7"];
  assert.deepEqual(namesOf(await search("", { sortBy: "displayName" })), up);
  assert.deepEqual(namesOf(await search("", { sortBy: "displayName", sortOrder: "descending" })), up.toReversed());
  const by_login = idsOf(await search("", { sortBy: "userName", sortOrder: "descending" }));
  assert.deepEqual(by_login, [all[1], all[3], all[5], all[7], all[6], all[4], all[2], all[0]]);
  for (const order of [{}, { sortBy: "displayName" }, { sortBy: "userName", sortOrder: "descending" }]) {
    const walked: string[] = [];
    for (let cursor: string | undefined = ""; cursor !== undefined;) {
      const page: any = await search("", { ...order, cursor, count: 3 });
      walked.push(...idsOf(page));
      cursor = page.nextCursor;
    }
    assert.deepEqual(walked, idsOf(await search("", order)), JSON.stringify(order));
  }
});

test("a search has its own schema, and other bodies are refused", async () => {
  const bare = await acme.scim.strict.post("/Users/.search", { filter: "userName pr" });
  assert.deepEqual([bare.status, bare.body.scimType], [400, "invalidSyntax"]);
  assert.equal((await acme.scim.generic.post("/Users/.search", { Filter: 'userName eq "user1"' })).body.totalResults, 1);
  const malformed: [object, string][] = [
    [{ count: "many" }, "invalidValue"],
    [{ count: "many", cursor: "" }, "invalidCount"],
    [{ startIndex: 1.5 }, "invalidValue"],
    [{ sortOrder: "up" }, "invalidValue"],
    [{ attributes: [1] }, "invalidValue"],
    [{ filter: ["userName pr"] }, "invalidFilter"],
    [{ sortBy: 1 }, "invalidPath"],
    [{ cursor: {} }, "invalidCursor"],
  ];
  for (const [body, scimType] of malformed) {
    const reply = await acme.scim.generic.post("/.search", body);
    assert.deepEqual([reply.status, reply.body.scimType], [400, scimType], reply.text);
    assert.match(reply.body.detail, new RegExp(`^(?:${Object.keys(body).join("|")}) must be`));
  }
  assert.equal((await acme.scim.generic.get("/Users/.search")).status, 405);
});
