import type { Actor } from "../../../platform/context.ts";
import { contextWithin } from "../../../platform/db/tenant-clock.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { day_us } from "../../../platform/instants.ts";
import type { GuardedFetch } from "../../../platform/net/guarded-fetch.ts";
import { changesBetween } from "../../audit/changes.ts";
import { record } from "../../audit/record.ts";
import { listItAdministrators } from "../../mail/sql.ts";
import { writeMail, type Mailing } from "../../mail/write-mail.ts";
import { findNowUs } from "../../sign-in/tenant-sql.ts";
import { Refused } from "../failures.ts";
import { findProvider, lockProvider, saveProvider, type ProviderRow } from "../provider-sql.ts";
import { lastEndOf, warned_days, type CertificateFacts } from "./certificates.ts";
import { findLook, updateLook } from "./look-sql.ts";
import { fetchMetadata, type ProviderMetadata } from "./metadata.ts";
import { auditedOf } from "./save.ts";

/** `calls`: the guarded fetch for calls to providers; left out: no calls are made. */
export type LookOptions = Mailing & { pool: Pool; calls?: GuardedFetch | undefined };

export const look_every_us = day_us;
/** Mails are sent this many days before the end of the last certificate, and when it has ended (0). */
const mailed_days = [warned_days, 7, 0] as const;
const day_ms = 86_400_000;

const actor: Actor = { type: "system", id: null, name: "time" };

/**
 * Checks an organisation's SAML provider if it is due: reads its metadata again, so that new certificates count, and mails the IT
 * administrators before the last certificate ends. Returns when the next check is due; null: none is.
 */
export async function recheckProvider(options: LookOptions, tenant_id: string): Promise<number | null> {
  const { pool, calls } = options;
  const due = await withTenant(pool, tenant_id, (db) => findLook(db, tenant_id));
  if (due === null || !due.now) return due?.look_us ?? null;
  const provider = await withTenant(pool, tenant_id, (db) => findProvider(db, tenant_id));
  const url = provider?.saml?.metadata_url ?? null;
  // No transaction is open during the call. A provider that does not answer changes nothing.
  const read = calls === undefined || url === null ? null : await readAgain(calls, url);
  const now_ms = (await findNowUs(pool)) / 1_000;
  return withTenant(pool, tenant_id, async (db) => {
    const row = await lockProvider(db, tenant_id);
    if (row?.saml != null) {
      const certificates = await takeOver(db, tenant_id, row, read);
      await mailEnding(db, options, { tenant_id, issuer: row.issuer, last: lastEndOf(certificates, now_ms), now_ms });
    }
    return updateLook(db, tenant_id, look_every_us);
  });
}

async function readAgain(calls: GuardedFetch, url: string): Promise<ProviderMetadata | null> {
  try {
    return await fetchMetadata(calls, url);
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

/** Stores the provider's present metadata if the entity id is the same; returns the certificates that count. */
async function takeOver(db: Db, tenant_id: string, row: ProviderRow, read: ProviderMetadata | null): Promise<readonly string[]> {
  const saml = row.saml!;
  if (read === null || read.entity_id !== row.issuer) return saml.certificates;
  const { sso_url, slo_url, certificates } = read;
  const { slo_url: _, ...kept } = saml;
  const next = { ...row, saml: { ...kept, sso_url, ...(slo_url === null ? {} : { slo_url }), certificates } };
  const changes = changesBetween(auditedOf(row), auditedOf(next));
  if (Object.keys(changes).length > 0) {
    await saveProvider(db, tenant_id, next, { same: true });
    const context = (await contextWithin(db, tenant_id, actor))!;
    await record(db, context, {
      operation: "identity_provider.set",
      target_type: "identity_provider",
      target_id: row.id,
      changes,
    });
  }
  return certificates;
}

type Ending = { tenant_id: string; issuer: string; last: CertificateFacts; now_ms: number };

/** Mails each IT administrator once for each stage. */
async function mailEnding(db: Db, mailing: Mailing, { tenant_id, issuer, last, now_ms }: Ending): Promise<void> {
  const left_days = (Date.parse(last.ends_at) - now_ms) / day_ms;
  const stage = mailed_days.findLast((days) => left_days <= days);
  if (stage === undefined) return;
  const context = (await contextWithin(db, tenant_id, actor))!;
  const url = `${mailing.base_url}/panel/settings/sign-in`;
  const facts = { issuer, ends_at: last.ends_at, ended: left_days <= 0, url };
  for (const to of await listItAdministrators(db, tenant_id))
    await writeMail(db, context, mailing, {
      kind: "sign_in.certificate_ends",
      to,
      facts,
      once_key: `${last.sha256} ${stage} ${to.id}`,
    });
}
