import type { Static } from "typebox";
import type { Context, PanelCaller } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { notFound } from "../../platform/http/problem.ts";
import { isUuid, newId } from "../../platform/ids.ts";
import { instantText } from "../../platform/instants.ts";
import { record } from "../audit/record.ts";
import { hashOfToken, newToken } from "../sign-in/links/token.ts";
import type { NewEvidenceLink } from "./schema.ts";
import { endLink, findCompany, insertLink } from "./sql.ts";

/** Creates a link for an active company; its secret is returned only here. */
export async function createLink(
  pool: Pool,
  caller: PanelCaller,
  contractor_id: string,
  { days, base_url }: { days: number; base_url: string },
): Promise<Static<typeof NewEvidenceLink>> {
  if (!isUuid(contractor_id)) throw notFound("No such company.");
  const { tenant, now, account } = caller;
  const [id, token] = [newId(), newToken()];
  const expires_at = instantText(now.add({ hours: 24 * days }));
  await withTenant(pool, tenant.id, async (db) => {
    const company = await findCompany(db, tenant.id, contractor_id);
    if (!company?.active) throw notFound("No such company in use.");
    const link = { id, contractor_id, token_hash: hashOfToken(token)!, created_by: account.id, expires_at };
    await insertLink(db, tenant.id, link, instantText(now));
    await record(db, caller, {
      operation: "contractor.create_evidence_link",
      target_type: "contractor",
      target_id: contractor_id,
      changes: { expires_at: [null, expires_at] },
    });
  });
  // The secret follows the #, so that no server and no log sees it. The code identifies the organisation.
  return { id, expires_at, url: `${base_url}/panel/company-evidence#${tenant.code}.${token}` };
}

/** Ends a link; one that has ended stays unchanged. */
export async function endEvidenceLink(pool: Pool, context: Context, id: string): Promise<void> {
  if (!isUuid(id)) throw notFound("No such link.");
  await withTenant(pool, context.tenant.id, async (db) => {
    const ended_at = instantText(context.now);
    const contractor_id = await endLink(db, context.tenant.id, id, ended_at);
    if (contractor_id === undefined) throw notFound("No such link, or it has ended.");
    await record(db, context, {
      operation: "contractor.end_evidence_link",
      target_type: "contractor",
      target_id: contractor_id,
      changes: { ended_at: [null, ended_at] },
    });
  });
}
