import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openProvisioned, urns, type Provisioned } from "../harness/scim.ts";

let acme: Provisioned;
before(async () => {
  acme = await openProvisioned({ attributes: [{ key: "shift", type: "string" }] });
});
after(() => acme.close());

const root = "https://muster.example/scim/v2/ACME";
const get = async (path: string) => {
  const reply = await acme.scim.generic.get(path);
  assert.equal(reply.status, 200, reply.text);
  assert.equal(reply.headers.get("content-type"), "application/scim+json");
  return reply.body;
};

test("the service says what it can do", async () => {
  const { authenticationSchemes, ...config } = await get("/ServiceProviderConfig");
  assert.deepEqual(config, {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
    patch: { supported: true },
    bulk: { supported: true, maxOperations: 1000, maxPayloadSize: 1048576 },
    filter: { supported: true, maxResults: 200 },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    pagination: {
      cursor: true,
      index: true,
      defaultPaginationMethod: "index",
      defaultPageSize: 100,
      maxPageSize: 200,
      cursorTimeout: 86400,
    },
    meta: { resourceType: "ServiceProviderConfig", location: `${root}/ServiceProviderConfig` },
  });
  assert.equal(authenticationSchemes[0].type, "oauthbearertoken");
});

test("the resource types name their endpoints and schemas, in the list and alone", async () => {
  const list = await get("/ResourceTypes");
  assert.deepEqual([list.schemas, list.totalResults], [[urns.list], 2]);
  assert.deepEqual(
    list.Resources.map(({ id, endpoint, schema, schemaExtensions }: any) => [id, endpoint, schema, schemaExtensions]),
    [
      [
        "User",
        "/Users",
        urns.user,
        [
          { schema: urns.enterprise, required: false },
          { schema: urns.training, required: false },
        ],
      ],
      ["Group", "/Groups", urns.group, []],
    ],
  );
  for (const type of list.Resources) {
    assert.equal(type.meta.location, `${root}/ResourceTypes/${type.id}`);
    assert.deepEqual(await get(`/ResourceTypes/${type.id}`), type);
  }
  assert.equal((await acme.scim.generic.get("/ResourceTypes/Robot")).status, 404);
});

test("the schemas are those of users and groups, with the organisation's own attributes, in the list and alone", async () => {
  const list = await get("/Schemas");
  assert.deepEqual(
    list.Resources.map(({ id }: any) => id),
    [urns.user, urns.enterprise, urns.training, urns.group],
  );
  for (const schema of list.Resources) {
    assert.equal(schema.meta.location, `${root}/Schemas/${schema.id}`);
    assert.deepEqual(await get(`/Schemas/${schema.id}`), schema);
    assert.deepEqual(await get(`/Schemas/${schema.id.toUpperCase()}`), schema);
  }
  const names = list.Resources[2].attributes.map(({ name }: any) => name);
  assert.deepEqual(names, ["workerType", "contractorName", "contractorId", "shift"]);
  assert.equal((await acme.scim.generic.get("/Schemas/urn:nothing")).status, 404);
});

test("these lists are not filtered: 403; other parameters mean nothing", async () => {
  for (const path of ["/ResourceTypes", "/Schemas"]) {
    assert.equal((await acme.scim.generic.get(`${path}?filter=${encodeURIComponent('name eq "User"')}`)).status, 403);
    assert.deepEqual(await get(`${path}?startIndex=5&count=0&attributes=id`), await get(path));
  }
});
