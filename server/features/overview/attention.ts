import type { Static } from "typebox";
import { todayOf, type PanelCaller } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { listBlockedAddresses } from "../clients/admission/blocked-sql.ts";
import { listAttention, type AttentionItem } from "./attention-sql.ts";
import { attention_kinds, type AttentionList } from "./schema.ts";

/**
 * What needs an administrator's attention. Roles that look after integrations see all entries; other roles only those about
 * training.
 */
export async function readAttention(pool: Pool, caller: PanelCaller): Promise<Static<typeof AttentionList>> {
  const { tenant, account } = caller;
  const integrations = account.role === "it_admin";
  const items = await withTenant(pool, tenant.id, async (db) => {
    const found = await listAttention(db, tenant.id, { today: todayOf(caller), integrations });
    const blocked = integrations ? blockedOf(await listBlockedAddresses(db, tenant.id)) : [];
    return [...blocked, ...found];
  });
  // Sorts the kinds by urgency; entries of one kind are sorted by the statement.
  const rank = ({ kind }: AttentionItem) => attention_kinds.indexOf(kind);
  return { items: items.toSorted((one, other) => rank(one) - rank(other)) };
}

function blockedOf(json: string): AttentionItem[] {
  const addresses = JSON.parse(json) as { address: string; until: string }[];
  const [last] = addresses;
  if (last === undefined) return [];
  const name = addresses.length === 1 ? last.address : null;
  return [{ kind: "addresses_blocked", id: null, name, count: addresses.length, at: last.until, day: null }];
}
