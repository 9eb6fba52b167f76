import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { newId } from "../../server/platform/ids.ts";
import { bodySchemaOf, type ApiDocument, type Operation } from "../contract/document.ts";
import { madeUpValue, realValue, referencesOf, withReference } from "../contract/references.ts";
import { sampleOf, send, urlOf } from "../contract/samples.ts";
import type { Place, Reference } from "../contract/samples/sample.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { apiOf, startServer, type Reply, type TestServer } from "../harness/server.ts";
import { settled } from "../harness/settled.ts";
import { createFullOrganisation, credentialsOf } from "./neighbours.ts";
import { checksumsOf, listTenantTables, type TenantTable } from "./tables.ts";

/** All marks have the same length, so that texts that contain them differ in nothing else. The answers can then be compared. */
const our_mark = "aardvark";
const their_mark = "hedgehog";
const unknown_mark = "kangaroo";

let database: TestDatabase;
let server: TestServer;
let document: ApiDocument;
let ours: Place;
let theirs: Place;
let tables: TenantTable[];
let their_ids: Set<string>;
let tags = 0;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  ({ document } = await server.contract());
  [ours, theirs] = [await placeOf(our_mark), await placeOf(their_mark)];
  // The request log is excluded, because requests of the other organisation are logged a second later.
  tables = (await listTenantTables(database)).filter(({ name }) => !["request_log", "request_pack"].includes(name));
  their_ids = await idsOf(theirs);
});
after(async () => {
  await server.close();
  await database.close();
});

async function placeOf(mark: string): Promise<Place> {
  const organisation = await createFullOrganisation(database, mark);
  return { database, organisation, mark, api: apiOf(server, credentialsOf(organisation)) };
}

/** Every uuid in every row of an organisation. */
async function idsOf({ organisation }: Place): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const { name, tenant_column } of tables) {
    const { rows } = await database.superuser.query<{ row: string }>(
      `select x::text as row from "${name}" x where ${tenant_column} = $1`,
      [organisation.tenant_id],
    );
    for (const { row } of rows) for (const [id] of row.matchAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)) ids.add(id);
  }
  return ids;
}

/** Operations on the data of an organisation; the others concern no organisation. */
function operations(): Operation[] {
  const scoped = document.operations.filter((operation) => operation.scopes !== null);
  assert.ok(scoped.length >= 12, `saw only ${scoped.length} operations`);
  return scoped;
}

function newTag(): string {
  tags += 1;
  return `t${String(tags).padStart(4, "0")}`;
}

/** Sends the operation's sample, with one reference replaced by `value`. */
async function attempt(
  operation: Operation,
  place: string,
  reference: Reference,
  value: unknown,
): Promise<{ reply: Reply; likeness: string }> {
  const tag = newTag();
  const request = withReference(await sampleOf(operation).make(ours, tag), place, reference, value);
  const reply = await send(ours.api, operation, request);
  return { reply, likeness: likenessOf(reply, tag, value) };
}

/** The comparable part of an answer: everything but what was sent, and what is new each time. */
function likenessOf({ status, headers, text }: Reply, tag: string, sent: unknown): string {
  const names = [...headers.keys()].sort().join();
  const plain = sentTexts(sent).reduce(
    (rest, part) => rest.replaceAll(part, "«sent»").replaceAll(part.toLowerCase(), "«sent»"),
    text,
  );
  const constant = plain
    .replaceAll(tag, "«tag»")
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "«id»")
    .replace(/req_[0-9A-Z]{26}/g, "«request»")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "«instant»")
    .replace(/"(next|resume)_cursor":"[^"]+"/g, '"$1_cursor":"«cursor»"');
  return `${status} [${names}] ${constant}`;
}

function sentTexts(sent: unknown): string[] {
  if (typeof sent === "string") return [sent, encodeURIComponent(sent)];
  return Object.entries(sent as object)
    .flatMap(([name, value]) => [name, String(value)])
    .filter((text) => text.length > 2);
}

/** The answer contains no mark and no id of the other organisation, except the one that was sent. */
function refuseLeak(reply: Reply, sent: unknown, context: string): void {
  const everything = `${reply.text} ${[...reply.headers.entries()].flat().join(" ")}`;
  const unsent = sentTexts(sent).reduce((rest, part) => rest.replaceAll(part, "").replaceAll(part.toLowerCase(), ""), everything);
  const found = unsent.toLowerCase().indexOf(their_mark);
  assert.equal(found, -1, `${context}: a text of theirs came back: … ${unsent.slice(Math.max(0, found - 100), found + 100)} …`);
  for (const [id] of unsent.matchAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)) {
    assert.ok(!their_ids.has(id), `${context}: the id ${id} of theirs came back`);
  }
}

test("TI1 every reference of every operation is known to this test", () => {
  const missing: string[] = [];
  for (const operation of operations()) {
    const { references, no_references = {} } = sampleOf(operation);
    const wanted = referencesOf(operation, bodySchemaOf(document, operation));
    for (const place of wanted)
      if (!(place in references) && !(place in no_references)) missing.push(`${operation.id}: ${place}`);
    for (const place of Object.keys(references)) {
      if (!wanted.includes(place)) missing.push(`${operation.id}: ${place} is no longer in the document`);
    }
  }
  assert.deepEqual(
    missing,
    [],
    "say in test/contract/samples what these members refer to (references), or why to nothing (no_references)",
  );
});

/** Operations whose answers contain no text of the organisation, each with the reason. */
const without_texts: Readonly<Record<string, string>> = {
  getSandboxClock: "an instant",
  advanceSandboxClock: "an instant",
  assignCourses: "ids and counts",
};

// The order matters: the last test writes the other organisation's numbers and addresses into ours, as any client may.
test("TI1 no answer to a valid request shows anything of another organisation", async () => {
  for (const operation of operations()) {
    const { make, status } = sampleOf(operation);
    const reply = await send(ours.api, operation, await make(ours, newTag()));
    assert.equal(reply.status, status, `${operation.id}: ${reply.text}`);
    refuseLeak(reply, "", operation.id);
    // The same request shows the other organisation its own data, which proves that the check above could have failed.
    if (status === 200 && !operation.path.includes("{") && !(operation.id in without_texts)) {
      const request = await make(theirs, newTag());
      await settled(theirs.database);
      const mirrored = await send(theirs.api, operation, request);
      assert.ok(mirrored.text.includes(their_mark), `${operation.id} shows nothing of theirs to them`);
    }
  }
});

test("TI1 a cursor of another organisation leads to nothing of theirs", async () => {
  // Creates a record of every kind, so that every list of the other organisation has a second page.
  for (const operation of operations()) {
    const { make, status } = sampleOf(operation);
    if (status === 201) await send(theirs.api, operation, await make(theirs, `${newTag()}-${their_mark}`));
  }
  await settled(theirs.database);
  for (const operation of operations()) {
    if (!("query.cursor" in sampleOf(operation).references)) continue;
    const pageOf = async (place: Place) =>
      urlOf(operation, { ...(await sampleOf(operation).make(place, newTag())), query: { limit: "1" } });
    const their_page = await pageOf(theirs);
    await settled(theirs.database);
    const first = await theirs.api.get(their_page);
    const { next_cursor } = first.body.pagination;
    assert.equal(typeof next_cursor, "string", `${operation.id} has one page only`);
    const second = await theirs.api.get(`${their_page}&cursor=${next_cursor}`);
    assert.ok(second.text.includes(their_mark), `${operation.id}: their cursor shows them nothing`);
    const reply = await ours.api.get(`${await pageOf(ours)}&cursor=${next_cursor}`);
    refuseLeak(reply, next_cursor, operation.id);
  }
});

test("TI1 an Idempotency-Key belongs to the client that sent it", async () => {
  let seen = 0;
  for (const operation of operations()) {
    if (!operation.parameters.some(({ name }) => name === "Idempotency-Key")) continue;
    seen += 1;
    const { make, status } = sampleOf(operation);
    const key = { "idempotency-key": `shared-${operation.id}` };
    const tag = newTag();
    const their_reply = await send(theirs.api, operation, await make(theirs, tag), key);
    assert.equal(their_reply.status, status, their_reply.text);
    const reply = await send(ours.api, operation, await make(ours, tag), key);
    assert.equal(reply.status, status, reply.text);
    assert.equal(reply.headers.get("idempotency-replayed"), null);
    refuseLeak(reply, "", operation.id);
  }
  assert.ok(seen > 0, "no operation takes an Idempotency-Key");
});

test("TI1 a client cannot act in another organisation by naming its tenant code", async () => {
  for (const operation of operations()) {
    const before = await checksumsOf(database, theirs.organisation.tenant_id, tables);
    const request = await sampleOf(operation).make(ours, newTag());
    const reply = await send(ours.api, operation, request, { "x-tenant-code": theirs.organisation.code });
    assert.equal(reply.status, 401, operation.id);
    assert.deepEqual(await checksumsOf(database, theirs.organisation.tenant_id, tables), before);
    await database.superuser.query("delete from infra.failed_authentication");
  }
});

test("TI1 another organisation's ids are answered exactly like ids that do not exist, and touch nothing", async (t) => {
  for (const operation of operations()) {
    for (const [place, reference] of Object.entries(sampleOf(operation).references)) {
      if (reference.kind === "cursor") continue;
      await t.test(`TI1 ${operation.id} ${place}`, async () => {
        const tag = newTag();
        const [own_value, their_value] = [
          await realValue(ours, reference.kind, tag),
          await realValue(theirs, reference.kind, tag),
        ];
        const unknown_value = madeUpValue(reference.kind, newId(), unknown_mark, tag);
        const before = await checksumsOf(database, theirs.organisation.tenant_id, tables);
        const foreign = await attempt(operation, place, reference, their_value);
        const unknown = await attempt(operation, place, reference, unknown_value);
        assert.equal(foreign.likeness, unknown.likeness);
        assert.deepEqual(await checksumsOf(database, theirs.organisation.tenant_id, tables), before);
        refuseLeak(foreign.reply, their_value, `${operation.id} ${place}`);
        if (operation.path.includes("{") && place.startsWith("path.")) assert.equal(foreign.reply.status, 404);
        // If the reference were ignored, all three answers would be equal.
        const own = await attempt(operation, place, reference, own_value);
        assert.notEqual(own.likeness, unknown.likeness, `${place} makes no difference: the sample does not reach it`);
      });
    }
  }
});
