import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createOrganisation } from "../harness/organisation/organisation.ts";
import { filtered, openProvisioned, scimOf, urns, type Provisioned } from "../harness/scim.ts";

let acme: Provisioned;
/** Ids in the order of creation. */
const ids: string[] = [];
const people = 23;

before(async () => {
  acme = await openProvisioned();
  for (let index = 0; index < people; index += 1) {
    const reply = await acme.scim.generic.post("/Users", {
      schemas: [urns.user],
      userName: `user${String(index).padStart(2, "0")}`,
      // Every fifth has no title.
      ...(index % 5 === 0 ? {} : { title: `Title ${index % 3}` }),
      nickName: `nick${index % 4}`,
      active: index % 2 === 0,
      emails: [{ type: "work", value: `User${index}@example.com` }],
    });
    assert.equal(reply.status, 201, reply.text);
    ids.push(reply.body.id);
  }
});
after(() => acme.close());

const idsOf = (body: any): string[] => body.Resources.map(({ id }: any) => id);
const get = async (query: string) => {
  const reply = await acme.scim.generic.get(`/Users?${query}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};

test("a list shows people in the order in which they came, with its totals", async () => {
  const { Resources, ...rest } = await get("");
  assert.deepEqual(rest, { schemas: [urns.list], totalResults: people, startIndex: 1, itemsPerPage: people });
  assert.deepEqual(idsOf({ Resources }), ids);
});

test("startIndex and count choose the page; values out of bounds are corrected", async () => {
  const cases: [string, number, number, string[]][] = [
    ["startIndex=1&count=5", 1, 5, ids.slice(0, 5)],
    ["startIndex=6&count=5", 6, 5, ids.slice(5, 10)],
    ["startIndex=21&count=5", 21, 3, ids.slice(20)],
    ["startIndex=24&count=5", 24, 0, []],
    ["startIndex=100", 100, 0, []],
    ["startIndex=0&count=2", 1, 2, ids.slice(0, 2)],
    ["startIndex=-7&count=2", 1, 2, ids.slice(0, 2)],
    ["count=0", 1, 0, []],
    ["count=-3", 1, 0, []],
    ["count=100000", 1, people, ids],
    ["startIndex=999999999999999", 999999999999999, 0, []],
  ];
  for (const [query, startIndex, itemsPerPage, expected] of cases) {
    const body = await get(query);
    assert.deepEqual([body.totalResults, body.startIndex, body.itemsPerPage], [people, startIndex, itemsPerPage], query);
    assert.deepEqual(idsOf(body), expected, query);
  }
  const faulty = ["startIndex=x", "count=1.5", "count=1&count=2", "startIndex=99999999999999999999"];
  // Only decimal digits, with an optional minus, are accepted; other notations of numbers are refused.
  const disguised = ["+5", "%2B5", "1e3", "0x10", "%205", "5%20", "5%09", "--5", "-%205", "5.0", "1_0", "%D9%A5", "Infinity"];
  const numbers = disguised.flatMap((number) => [`startIndex=${number}`, `count=${number}`]);
  for (const query of [...faulty, ...numbers]) {
    const reply = await acme.scim.generic.get(`/Users?${query}`);
    assert.deepEqual([reply.status, reply.body.scimType], [400, "invalidValue"], query);
  }
});

test("a filter finds exactly those it describes, and counts them", async () => {
  const cases: [string, number[]][] = [
    ['userName eq "USER07"', [7]],
    ['userName sw "user1" and active eq true', [10, 12, 14, 16, 18]],
    ['emails[type eq "work" and value eq "user3@EXAMPLE.com"]', [3]],
    ['emails.value eq "user4@example.com" or userName eq "user05"', [4, 5]],
    ["not (title pr)", [0, 5, 10, 15, 20]],
    ['nickName eq "nick1" and title eq "title 1"', [1, 13]],
    [`id eq "${ids[9]}"`, [9]],
    ['userName eq "26118915-6090-4610-87e4-49d8ca9f808d"', []],
    [`meta.location eq "https://muster.example/scim/v2/ACME/Users/${ids[2]}"`, [2]],
  ];
  for (const [filter, expected] of cases) {
    const { body, status } = await acme.scim.generic.get(filtered("/Users", filter));
    assert.equal(status, 200);
    assert.deepEqual(
      idsOf(body),
      expected.map((index) => ids[index]),
      filter,
    );
    assert.equal(body.totalResults, expected.length);
    const first = (await acme.scim.generic.get(filtered("/Users", filter, "&count=1"))).body;
    assert.deepEqual([first.totalResults, first.itemsPerPage], [expected.length, Math.min(1, expected.length)]);
  }
});

test("a filter that means nothing is 400 invalidFilter and says where; an unknown sortBy is 400 invalidPath", async () => {
  for (const filter of [
    'userNam eq "x"',
    'userName eq "x',
    "active gt true",
    "userName",
    '(userName eq "x"',
    'password eq "x"',
  ]) {
    const reply = await acme.scim.generic.get(filtered("/Users", filter));
    assert.deepEqual([reply.status, reply.body.scimType], [400, "invalidFilter"], filter);
    assert.match(reply.body.detail, /^Filter, character \d+: /);
  }
  const parameters: [string, string, RegExp][] = [
    ["sortBy=nothing", "invalidPath", /^Path, character 1: /],
    ["filter=userName%20pr%00", "invalidFilter", /filter: must be Unicode text/],
    ["cursor=%00", "invalidCursor", /cursor: must be Unicode text/],
    ["sortBy=%00", "invalidPath", /sortBy: must be Unicode text/],
    ["filter=userName%20pr&filter=userName%20pr", "invalidFilter", /^filter must be one string/],
    ["cursor=&cursor=", "invalidCursor", /^cursor must be one string/],
    ["count=few", "invalidValue", /^count must be a whole number/],
    ["count=few&cursor=", "invalidCount", /^count must be a whole number/],
  ];
  for (const [query, scimType, detail] of parameters) {
    const reply = await acme.scim.generic.get(`/Users?${query}`);
    assert.deepEqual([reply.status, reply.body.scimType], [400, scimType], query);
    assert.match(reply.body.detail, detail);
  }
});

test("Entra's capitalised booleans in filters are understood, but not in the strict profile", async () => {
  const filter = filtered("/Users", 'active eq "True"');
  assert.equal((await acme.scim.entra.get(filter)).body.totalResults, 12);
  assert.equal((await acme.scim.strict.get(filter)).status, 400);
});

test("sortBy and sortOrder order the whole list, users without a value last, or first when descending", async () => {
  const titles = (body: any) => body.Resources.map(({ title }: any) => title ?? null);
  const up = titles(await get("sortBy=title&count=200"));
  assert.deepEqual(up.slice(-5), [null, null, null, null, null]);
  const given: string[] = up.slice(0, -5);
  assert.deepEqual(
    given,
    given.toSorted((one, other) => one.localeCompare(other)),
  );
  const down = titles(await get("sortBy=title&sortOrder=descending&count=200"));
  assert.deepEqual(down.slice(0, 5), [null, null, null, null, null]);
  assert.deepEqual(idsOf(await get("sortBy=userName&sortOrder=descending&count=3")), ids.toReversed().slice(0, 3));
  assert.deepEqual(idsOf(await get("sortOrder=descending&count=3")), ids.slice(0, 3));
  const wrong = await acme.scim.generic.get("/Users?sortBy=title&sortOrder=sideways");
  assert.deepEqual([wrong.status, wrong.body.scimType], [400, "invalidValue"]);
});

async function walk(query: string, each: (page: any) => Promise<void> = async () => undefined): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | undefined = ""; cursor !== undefined;) {
    const page: any = await get(`${query}&cursor=${cursor}`);
    assert.equal(page.startIndex, undefined);
    assert.equal(page.itemsPerPage, page.Resources.length);
    found.push(...idsOf(page));
    await each(page);
    cursor = page.nextCursor;
  }
  return found;
}

test("a walk by cursor meets everybody once, in every order, with and without a filter", async () => {
  assert.deepEqual(await walk("count=5"), ids);
  assert.deepEqual(await walk("count=23"), ids);
  for (const order of ["ascending", "descending"]) {
    for (const sortBy of ["title", "userName", "active", "meta.created", "id", "emails", "nickName"]) {
      const query = `sortBy=${sortBy}&sortOrder=${order}`;
      assert.deepEqual(await walk(`${query}&count=4`), idsOf(await get(query)), query);
    }
  }
  const filter = `filter=${encodeURIComponent("active eq true")}`;
  assert.deepEqual(await walk(`${filter}&count=2`), idsOf(await get(filter)));
});

test("a walk loses no user while others are deleted, changed and created", async () => {
  const made: string[] = [];
  let number = 0;
  const found = await walk("count=4", async ({ Resources }) => {
    number += 1;
    const reply = await acme.scim.generic.post("/Users", { schemas: [urns.user], userName: `passing${number}` });
    made.push(reply.body.id);
    if (number === 1) await acme.scim.generic.patch(`/Users/${ids[8]}`, [{ op: "replace", path: "title", value: "Moved" }]);
    // A user of this page is deleted; paging by index would then skip one.
    const shown = made.find((id) => Resources.some((user: any) => user.id === id));
    if (shown) await acme.scim.generic.delete(`/Users/${shown}`);
    if (number > 12) for (const id of made) await acme.scim.generic.delete(`/Users/${id}`);
  });
  assert.deepEqual(
    found.filter((id) => ids.includes(id)),
    ids,
  );
  assert.equal(new Set(found).size, found.length);
  for (const id of made) await acme.scim.generic.delete(`/Users/${id}`);
});

test("a cursor is good for its list, filter, order and organisation only, and for a day", async () => {
  const { nextCursor } = await get("count=5");
  const cursor = (await get("count=5&cursor=")).nextCursor;
  assert.equal(nextCursor, undefined);
  const refused = async (query: string, scimType: string, scim = acme.scim.generic) => {
    const reply = await scim.get(`/Users?${query}`);
    assert.deepEqual([reply.status, reply.body.scimType], [400, scimType], query);
  };
  await refused("cursor=nonsense", "invalidCursor");
  await refused(`cursor=${cursor.slice(0, -4)}AAAA`, "invalidCursor");
  await refused(`cursor=B${cursor.slice(1)}`, "invalidCursor");
  await refused(`cursor=${cursor}&filter=${encodeURIComponent("active eq true")}`, "invalidCursor");
  await refused(`cursor=${cursor}&sortBy=title`, "invalidCursor");
  const other = await createOrganisation(acme.database, {
    organisation: { code: "OTHER", name: "Other" },
    clients: [{ name: "idp", scopes: ["scim"] }],
  });
  await refused(`cursor=${cursor}`, "invalidCursor", scimOf(acme.server, "OTHER", other.clients["idp"]!.secret));
  assert.deepEqual(idsOf(await get(`cursor=${cursor}&count=2`)), ids.slice(5, 7));
  await acme.database.clock.advance(86_401);
  await refused(`cursor=${cursor}`, "expiredCursor");
});

test("attributes and excludedAttributes choose what lists and single users show", async () => {
  const list = await get("attributes=userName&count=1");
  assert.deepEqual(list.Resources, [{ schemas: [urns.user, urns.enterprise, urns.training], id: ids[0], userName: "user00" }]);
  const one = (await acme.scim.generic.get(`/Users/${ids[0]}?excludedAttributes=emails,${urns.training},meta`)).body;
  assert.deepEqual(Object.keys(one).sort(), ["active", "id", "nickName", "schemas", urns.enterprise, "userName"].sort());
});

test("no organisation sees another's people, whatever it asks", async () => {
  const stranger = await createOrganisation(acme.database, {
    organisation: { code: "STRANGER", name: "Stranger" },
    clients: [{ name: "idp", scopes: ["scim"] }],
  });
  const scim = scimOf(acme.server, "STRANGER", stranger.clients["idp"]!.secret);
  for (const filter of ['userName eq "user01"', `id eq "${ids[1]}"`, 'emails.value eq "user1@example.com"', "active pr"]) {
    assert.equal((await scim.get(filtered("/Users", filter))).body.totalResults, 0, filter);
  }
  assert.equal((await scim.get("/Users")).body.totalResults, 0);
  const created = await scim.post("/Users", { schemas: [urns.user], userName: "user01" });
  assert.equal(created.status, 201);
});
