// What the holder of a link may do.
//
// Each request finds the organisation by the code in front of the secret, and the link by the secret's hash; there is no session.
// A file is read between two transactions. The first refuses, before any byte is read, what the second would refuse. The second
// locks the link's row while it counts its files, so that concurrent files cannot exceed the limits.
import { createHash } from "node:crypto";
import type { Static } from "typebox";
import { todayOf, type Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { fileNameOf } from "../../platform/files/file-name.ts";
import { invalid } from "../../platform/http/problem.ts";
import { newId } from "../../platform/ids.ts";
import { readOwn } from "../../platform/in-front.ts";
import { instantText } from "../../platform/instants.ts";
import { record } from "../audit/record.ts";
import type { EvidenceType } from "../certificates/evidence/file.ts";
import { hashOfToken } from "../sign-in/links/token.ts";
import { findTenantIdHere } from "../sign-in/tenant-sql.ts";
import { evidenceLinkNotValid, evidenceWaits, tooMuchEvidence } from "./errors.ts";
import type { SubmitQuery } from "./schema.ts";
import {
  countSubmissions,
  findAsked,
  findLink,
  insertChunk,
  insertSubmission,
  listAsked,
  listOfLink,
  type LinkRow,
} from "./sql.ts";

const chunk_max_bytes = 49_152;
const burst_max = 30;
const burst_minutes = 10;
const files_max = 500;

type SubmittedFile = { media_type: EvidenceType; bytes: Buffer };

/** The data that a link shows, as JSON text. */
export async function openLink(pool: Pool, token: string): Promise<string> {
  return byLink(pool, token, false, async (db, context, link) => {
    const { id: tenant_id, time_zone } = context.tenant;
    const [asked, submissions] = await Promise.all([
      listAsked(db, tenant_id, link.contractor_id, time_zone),
      listOfLink(db, tenant_id, link.id),
    ]);
    const { organisation, contractor, expires_at } = link;
    const said = JSON.stringify({ organisation, contractor, expires_at, today: todayOf(context) });
    return `${said.slice(0, -1)},"asked":${asked},"submissions":${submissions}}`;
  });
}

/** The link's id. Throws when the link accepts no file now. */
export function checkLink(pool: Pool, token: string): Promise<string> {
  return byLink(pool, token, false, async (db, context, link) => {
    await refuseTooMuch(db, context, link.id);
    return link.id;
  });
}

/** Stores a file for an enrollment of one of the company's people. The organisation decides about it later. */
export async function submitEvidence(
  pool: Pool,
  token: string,
  { enrollment_id, completed_on, name }: Static<typeof SubmitQuery>,
  { media_type, bytes }: SubmittedFile,
): Promise<{ id: string }> {
  return byLink(pool, token, true, async (db, context, link) => {
    const { id: tenant_id, time_zone } = context.tenant;
    await refuseTooMuch(db, context, link.id);
    const asked = await findAsked(db, tenant_id, link.contractor_id, enrollment_id, time_zone);
    if (!asked)
      throw invalid([
        { parameter: "enrollment_id", code: "INVALID_VALUE", detail: "names nothing that the company is asked for" },
      ]);
    if (completed_on < asked.assigned_on || completed_on > todayOf(context))
      throw invalid([
        {
          parameter: "completed_on",
          code: "OUT_OF_RANGE",
          detail: `must be from ${asked.assigned_on}, the day of the assignment, to today`,
        },
      ]);
    const id = newId();
    const file = {
      name: fileNameOf(name, media_type),
      media_type,
      size_bytes: bytes.length,
      sha256: createHash("sha256").update(bytes).digest(),
    };
    const row = { id, link_id: link.id, person_id: asked.person_id, enrollment_id, completed_on, ...file };
    if (!(await insertSubmission(db, tenant_id, row, instantText(context.now))))
      throw evidenceWaits("Evidence for it waits already.");
    for (let number = 0; number * chunk_max_bytes < bytes.length; number += 1) {
      const start = number * chunk_max_bytes;
      await insertChunk(db, tenant_id, id, number, bytes.subarray(start, start + chunk_max_bytes));
    }
    await record(db, context, {
      operation: "enrollment.submit_evidence",
      target_type: "enrollment",
      target_id: enrollment_id,
      changes: { completed_on: [null, completed_on], media_type: [null, media_type], size_bytes: [null, bytes.length] },
      personal: { evidence_file: [null, file.name] },
    });
    return { id };
  });
}

async function byLink<T>(
  pool: Pool,
  token: string,
  lock: boolean,
  work: (db: Db, context: Context, link: LinkRow) => Promise<T>,
): Promise<T> {
  const { tenant_code } = readOwn(token);
  const token_hash = hashOfToken(token);
  const tenant_id = tenant_code === null || token_hash === null ? null : await findTenantIdHere(pool, tenant_code);
  const refused = () => evidenceLinkNotValid("The link is not valid, or not any more.");
  if (tenant_id === null) throw refused();
  return withTenant(pool, tenant_id, async (db) => {
    const link = await findLink(db, tenant_id, token_hash!, lock);
    if (!link) throw refused();
    const context: Context = {
      tenant: { id: tenant_id, ...link.tenant },
      actor: { type: "system", id: null, name: link.contractor },
      now: Temporal.Instant.fromEpochMilliseconds(Math.floor(link.now_us / 1_000)),
      request_id: null,
    };
    return work(db, context, link);
  });
}

async function refuseTooMuch(db: Db, { tenant, now }: Context, link_id: string): Promise<void> {
  const count = await countSubmissions(db, tenant.id, link_id, instantText(now.subtract({ minutes: burst_minutes })));
  if (count.all < files_max && count.since < burst_max) return;
  throw tooMuch(burst_minutes * 60);
}

/** Refuses a file because of the link's limits, for `retry_after_seconds`. */
export function tooMuch(retry_after_seconds: number) {
  return tooMuchEvidence("No further file is taken by this link at present.", {
    members: { retry_after_seconds },
    headers: { "retry-after": String(retry_after_seconds) },
  });
}
