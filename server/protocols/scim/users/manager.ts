// The manager that an identity provider names: a person of the organisation, or one that it does not know (yet). An unknown
// manager is no error: the sent value is stored and shown, and looked up again whenever the person is written.
import type { ProvisionedPerson } from "../../../features/employment/provision.ts";
import { findManager, findManagerByLogin, findManagerByNumber } from "../../../features/people/managers/managers-sql.ts";
import { faultsOfCircle } from "../../../features/people/managers/resolve.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { isUuid } from "../../../platform/ids.ts";
import { faultOfText } from "../../../platform/http/bodies/json-body.ts";
import type { Exchange } from "../exchange.ts";
import { isObject, isSame, memberOf, withMember, type JsonObject } from "../patch/merge-json.ts";
import { enterprise_schema } from "../schemas-user.ts";
import type { MappedUser } from "./map.ts";

export type SettledUser = Omit<MappedUser, "said" | "manager"> & { said: ProvisionedPerson };

/** Maximum number of characters of a value that may be an employee number or a user name. */
const value_max = 255;

/**
 * The person before the change, whose row is locked. `kept`: the manager that was stored as sent because none was found; empty:
 * there was none.
 */
type Before = { id: string; employee_no: string | null; manager_id: string | null; kept: JsonObject; users_url: string };

/**
 * Finds the manager by id, employee number or user name. If there is none, the sent value becomes part of the document. The same
 * happens to a stored value that now would make a circle of managers: a request that does not mention the manager is not refused
 * for it.
 */
export async function settleManager(
  db: Db,
  { site }: Exchange,
  { manager, ...mapped }: MappedUser,
  before: Before | null,
): Promise<SettledUser> {
  const value = memberOf(manager, "value");
  const text = typeof value === "string" && value !== "" ? value : null;
  const is_kept = before !== null && isSame(manager, before.kept);
  const found = text === null ? null : await findNamed(db, site.tenant_id, text);
  const is_circle = is_kept && found !== null && (await faultsOfCircle(db, site.tenant_id, before, found)) !== null;
  const manager_id = is_circle ? null : found;
  const said = { ...mapped.said, manager_id };
  const sent = before === null ? manager : withoutEcho(manager, before);
  if (manager_id !== null || Object.keys(sent).length === 0) return { ...mapped, said };
  const { document } = mapped;
  const enterprise = memberOf(document, enterprise_schema.id);
  const kept = withMember(isObject(enterprise) ? enterprise : {}, "manager", sent);
  return { ...mapped, said, document: withMember(document, enterprise_schema.id, kept) };
}

async function findNamed(db: Db, tenant_id: string, value: string): Promise<string | null> {
  if (value.length > value_max || faultOfText(value) !== null) return null;
  const by_id = isUuid(value) ? await findManager(db, tenant_id, value.toLowerCase()) : undefined;
  const found = by_id ?? (await findManagerByNumber(db, tenant_id, value)) ?? (await findManagerByLogin(db, tenant_id, value));
  return found?.id ?? null;
}

/** The sent manager without the address and name that the platform had added for the previous manager. */
function withoutEcho(manager: JsonObject, { manager_id, users_url }: Before): JsonObject {
  const named = withMember(manager, "displayName", undefined);
  const is_echo = manager_id !== null && memberOf(named, "$ref") === users_url + manager_id;
  return is_echo ? withMember(named, "$ref", undefined) : named;
}
