import assert from "node:assert/strict";
import { sealSecret } from "../../server/features/webhooks/sending/attempt.ts";
import { newSigningSecret } from "../../server/features/webhooks/signature/sign.ts";
import { newId } from "../../server/platform/ids.ts";
import type { TestDatabase } from "../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { test_keyring } from "../harness/server.ts";
import { administration_rows } from "./rows/administration.ts";
import { connection_rows } from "./rows/connections.ts";
import { content_rows } from "./rows/content.ts";
import { training_rows } from "./rows/training.ts";
import { listTenantTables } from "./tables.ts";

/** The scopes of a client with all rights. */
export const all_scopes = [
  "users:read",
  "users:write",
  "enrollments:write",
  "compliance:read",
  "webhooks:manage",
  "scim",
  "structure:read",
  "structure:write",
  "attempts:write",
  "gate:read",
  "xapi:read",
  "xapi:write",
] as const;

/** Limits that no test reaches. */
const unlimited = { per_minute: 1_000_000, burst: 1_000_000, per_day: 2_000_000_000 };

/**
 * An organisation with rows in every table. Every readable text contains `mark`, so that a leak shows in an answer and two
 * organisations can be distinguished.
 */
export async function createFullOrganisation(database: TestDatabase, mark: string): Promise<TestOrganisation> {
  const organisation = await createOrganisation(database, {
    // A sandbox, because it offers every operation of a live organisation and a few more.
    organisation: { code: mark.toUpperCase(), name: `Company ${mark}`, kind: "sandbox" },
    contract: { rate: unlimited },
    attributes: [{ key: "cost_center" }, { key: "shoe_size", type: "number" }, { key: `only_${mark}` }],
    departments: [
      { name: `Operations ${mark}`, code: `OPS-${mark}` },
      { name: `Logistics ${mark}`, code: `LOG-${mark}`, parent: `OPS-${mark}` },
    ],
    contractors: [
      { name: `Builders ${mark}`, code: `BUILD-${mark}`, tax_id: `TAX-${mark}` },
      { name: `Cleaners ${mark}`, code: `CLEAN-${mark}` },
    ],
    courses: [
      { code: `FORK-${mark}`, title: `Forklift ${mark}`, validity: { value: 24, unit: "month" } },
      { code: `FIRE-${mark}`, title: `Fire ${mark}` },
      { code: `SEAT-${mark}`, title: `Seated ${mark}` },
    ],
    learning_paths: [{ code: `PATH-${mark}`, title: `Path ${mark}`, courses: [`FIRE-${mark}`] }],
    licenses: [
      { name: `Everything ${mark}`, courses: [`FORK-${mark}`, `FIRE-${mark}`], paths: [`PATH-${mark}`] },
      { name: `Seats ${mark}`, courses: [`SEAT-${mark}`], seats_total: 50_000 },
    ],
    people: [
      {
        employee_no: `E1-${mark}`,
        first_name: `Anna${mark}`,
        last_name: `Kowalska${mark}`,
        email: `anna@${mark}.example`,
        department: `LOG-${mark}`,
        job_title: `Driver ${mark}`,
        attributes: { cost_center: `CC-${mark}`, shoe_size: 41 },
      },
      {
        employee_no: `E2-${mark}`,
        first_name: `Jan${mark}`,
        last_name: `Nowak${mark}`,
        email: `jan@${mark}.example`,
        worker_type: "b2b_contractor",
        contractor: `BUILD-${mark}`,
        manager: `E1-${mark}`,
      },
    ],
    admins: [{ email: `it@${mark}.example`, name: `IT ${mark}` }],
    clients: [{ name: `HR ${mark}`, scopes: [...all_scopes], webhook_hosts: [`hooks.${mark}.example`], rate: unlimited }],
  });
  await fillTheRest(database, organisation, mark);
  return organisation;
}

/** The headers that authenticate an organisation's first client. */
export function credentialsOf(organisation: TestOrganisation): Record<string, string> {
  const [client] = Object.values(organisation.clients);
  return { "x-tenant-code": organisation.code, "x-api-key": client!.secret };
}

/** A row for each table that the organisation file does not fill; by table, in the order of their foreign keys. */
const rows_of_the_rest = { ...training_rows, ...connection_rows, ...content_rows, ...administration_rows };

async function fillTheRest(database: TestDatabase, { tenant_id }: TestOrganisation, mark: string): Promise<void> {
  const empty = async ({ name, tenant_column }: { name: string; tenant_column: string }) =>
    (await database.superuser.query(`select from "${name}" where ${tenant_column} = $1 limit 1`, [tenant_id])).rowCount === 0;
  for (const [table, statement] of Object.entries(rows_of_the_rest)) {
    if (await empty({ name: table, tenant_column: "tenant_id" }))
      await database.superuser.query(statement, [tenant_id, newId(), mark]);
  }
  const { rows } = await database.superuser.query("select id from webhook_subscription where tenant_id = $1", [tenant_id]);
  for (const { id } of rows) {
    const secret = sealSecret(test_keyring, id, newSigningSecret());
    await database.superuser.query("update webhook_subscription set secret = $2 where id = $1", [id, secret]);
  }
  for (const table of await listTenantTables(database)) {
    assert.ok(!(await empty(table)), `the table ${table.name} is empty: add a row for it to test/isolation/rows/`);
  }
}
