import type { Actor } from "../../../platform/context.ts";
import { contextWithin } from "../../../platform/db/tenant-clock.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { day_us } from "../../../platform/instants.ts";
import { eachDue, still_due, type DueWork } from "../../../platform/jobs/due/due.ts";
import { record } from "../../audit/record.ts";
import { listItAdministrators } from "../../mail/sql.ts";
import { writeMail } from "../../mail/write-mail.ts";
import { recheckProvider, type LookOptions } from "../saml/recheck.ts";
import { look, look_every_us, type DomainOptions } from "./domains.ts";
import { findDomain, isGone, listDue, lockDomain, updateLook } from "./domains-sql.ts";

/** Domains of one organisation that are checked in a row, before other organisations. */
const part_max = 10;
/**
 * How long a record may be missing: a short mistake in DNS should not keep people from signing in, but a domain that was sold must become free soon.
 */
const gone_us = 3 * day_us;

const actor: Actor = { type: "system", id: null, name: "time" };

type RecheckOptions = DomainOptions & LookOptions;

/** Checks verified domains that are due, and the SAML provider. Only organisations that have one of these cause work. */
export function recheckingDomains(options: RecheckOptions): DueWork {
  return eachDue({ kind: "identity.domains", rows_max: 5 }, async (tenant_id, _due, signal) => {
    const { ids } = await withTenant(options.pool, tenant_id, (db) => listDue(db, tenant_id, part_max));
    for (const id of ids) {
      if (signal.aborted) return still_due;
      await recheck(options, tenant_id, id);
    }
    const provider_us = await recheckProvider(options, tenant_id);
    const { next_us } = await withTenant(options.pool, tenant_id, (db) => listDue(db, tenant_id, 1));
    return provider_us === null || next_us === null ? (next_us ?? provider_us) : Math.min(provider_us, next_us);
  });
}

async function recheck({ pool, txt, keyring, base_url }: RecheckOptions, tenant_id: string, id: string): Promise<void> {
  const asked = await withTenant(pool, tenant_id, (db) => findDomain(db, tenant_id, id));
  if (asked === undefined) return;
  // No transaction is open during the DNS query. A server that does not answer changes nothing.
  const outcome = await look(txt, asked);
  await withTenant(pool, tenant_id, async (db) => {
    const now = await lockDomain(db, tenant_id, id);
    if (now === undefined || now.verified_at === null) return;
    const ends = outcome === "missing" && (await isGone(db, tenant_id, id, gone_us));
    await updateLook(db, tenant_id, id, { outcome, verified: !ends, look_after_us: look_every_us });
    if (!ends) return;
    const context = (await contextWithin(db, tenant_id, actor))!;
    const { domain } = now;
    await record(db, context, { operation: "domain.lose", target_type: "domain", target_id: id, changes: { domain } });
    const facts = { domain, url: `${base_url}/panel/settings/sign-in` };
    for (const to of await listItAdministrators(db, tenant_id))
      await writeMail(db, context, { keyring, base_url }, { kind: "sign_in.domain_lost", to, facts });
  });
}
