// An organisation proves a domain with a TXT record, which only the owner of its DNS can create. From then on a person who signs
// in at the provider with a verified address of that domain is found by the address, and the sign-in page finds the organisation
// by any address of the domain. If the record is missing for three days, the domain does not count any more, because it may
// belong to another owner (recheck.ts).
import { randomBytes } from "node:crypto";
import type { Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { orTaken } from "../../../platform/db/unique.ts";
import { takePlace } from "../../../platform/db/windows.ts";
import { invalid, notFound } from "../../../platform/http/problem.ts";
import { isUuid, newId } from "../../../platform/ids.ts";
import { day_us } from "../../../platform/instants.ts";
import type { TxtRecords } from "../../../platform/net/txt-records.ts";
import { record } from "../../audit/record.ts";
import { tooManySignIns } from "../../sign-in/errors.ts";
import { domainOf, recordOf } from "./domain-name.ts";
import {
  deleteDomain,
  findDomain,
  insertDomain,
  listDomains,
  lockDomain,
  updateLook,
  type DomainRow,
  type Outcome,
} from "./domains-sql.ts";
import { domainExists, domainVerifiedElsewhere, tooManyDomains } from "./errors.ts";
import type { Domain } from "./schema.ts";

export type DomainOptions = { pool: Pool; txt: TxtRecords };

export const domains_max = 50;
const token_bytes = 24;
/** How often a verified domain is checked. */
export const look_every_us = day_us;
/** The rate limit of checks that an organisation requests. */
const looks = { kind: "identity_domain_looks", limit: 30, window_us: 600_000_000 } as const;

const target_type = "domain";

export async function readDomains({ pool }: DomainOptions, { tenant }: Context): Promise<Domain[]> {
  return withTenant(pool, tenant.id, async (db) => (await listDomains(db, tenant.id)).map(recordIn));
}

/** Adds a domain that is not verified yet; the answer contains the record that proves it. */
export async function addDomain({ pool }: DomainOptions, context: Context, text: string): Promise<Domain> {
  const { tenant } = context;
  const domain = domainOf(text);
  if (domain === null)
    throw invalid([{ pointer: "#/domain", code: "INVALID_FORMAT", detail: "must be a domain, as acme.example" }]);
  return withTenant(pool, tenant.id, async (db) => {
    if ((await listDomains(db, tenant.id)).length >= domains_max)
      throw tooManyDomains(`An organisation has at most ${domains_max}.`);
    const row = { id: newId(), domain, token: randomBytes(token_bytes).toString("base64url") };
    if (!(await insertDomain(db, tenant.id, row))) throw domainExists("The organisation has this domain already.");
    await record(db, context, { operation: "domain.add", target_type, target_id: row.id, changes: { domain: [null, domain] } });
    return recordIn((await findDomain(db, tenant.id, row.id))!);
  });
}

export async function removeDomain({ pool }: DomainOptions, context: Context, id: string): Promise<void> {
  const { tenant } = context;
  await withTenant(pool, tenant.id, async (db) => {
    const before = await lockOne(db, tenant.id, id);
    await deleteDomain(db, tenant.id, before.id);
    await record(db, context, {
      operation: "domain.remove",
      target_type,
      target_id: before.id,
      changes: { domain: [before.domain, null] },
    });
  });
}

/** Checks the record now. A missing record does not end the verification at once; that takes days. */
export async function checkDomain({ pool, txt }: DomainOptions, context: Context, id: string): Promise<Domain> {
  const { tenant } = context;
  const place = await takePlace(pool, { ...looks, key: tenant.id });
  if (!place.ok)
    throw tooManySignIns("Too many looks; try again later.", {
      members: { retry_after_seconds: place.retry_after_s },
      headers: { "retry-after": String(place.retry_after_s) },
    });
  const asked = await withTenant(pool, tenant.id, async (db) =>
    isUuid(id) ? findDomain(db, tenant.id, id.toLowerCase()) : undefined,
  );
  if (asked === undefined) throw notFound("No such domain.");
  const outcome = await look(txt, asked);
  const elsewhere = (cause: unknown) =>
    domainVerifiedElsewhere("Another organisation has verified this domain, and its record stood when it was last looked for.", {
      cause,
    });
  return orTaken(
    () =>
      withTenant(pool, tenant.id, async (db) => {
        const before = await lockOne(db, tenant.id, id);
        const verified = outcome === "found" || before.verified_at !== null;
        await updateLook(db, tenant.id, before.id, { outcome, verified, look_after_us: look_every_us });
        if (verified && before.verified_at === null)
          await record(db, context, {
            operation: "domain.verify",
            target_type,
            target_id: before.id,
            changes: { domain: before.domain },
          });
        return recordIn((await findDomain(db, tenant.id, before.id))!);
      }),
    elsewhere,
  );
}

/** Looks up the TXT record of a domain. */
export async function look(txt: TxtRecords, { domain, token }: Pick<DomainRow, "domain" | "token">): Promise<Outcome> {
  const { name, value } = recordOf(domain, token);
  const records = await txt(name);
  if (records === null) return "unreachable";
  return records.some((text) => text.trim() === value) ? "found" : "missing";
}

async function lockOne(db: Db, tenant_id: string, id: string): Promise<DomainRow> {
  const row = isUuid(id) ? await lockDomain(db, tenant_id, id.toLowerCase()) : undefined;
  if (row === undefined) throw notFound("No such domain.");
  return row;
}

function recordIn({ token, ...row }: DomainRow): Domain {
  return { ...row, record: recordOf(row.domain, token) };
}
