import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { caseNorm } from "../../platform/text.ts";
import { record } from "../audit/record.ts";
import { differencesOf } from "../people/differences.ts";
import { listLeftBehindForChange } from "../people/provisioned-sql.ts";
import { employee_no_max } from "../people/definition.ts";
import { saveKeys } from "../people/writing/writer.ts";

const login_max = 255;

/**
 * RFC 7644 §3.6: a deleted user conflicts with no other. The deleted person stays on the platform with all training, and gives up
 * the login or number that the provider now uses for another person; this writes an audit row.
 */
export async function takeOver(
  db: Db,
  context: Context,
  id: string,
  { login, employee_no }: { login: string | null; employee_no: string | null },
): Promise<void> {
  for (const before of await listLeftBehindForChange(db, context.tenant.id, id, { login, employee_no })) {
    const after = {
      ...before,
      ...(isSameKey(before.login, login) ? { login: formerKey(before.id, before.login, login_max) } : {}),
      ...(isSameKey(before.employee_no, employee_no)
        ? { employee_no: formerKey(before.id, before.employee_no!, employee_no_max) }
        : {}),
    };
    const differences = differencesOf(before, after)!;
    await saveKeys(db, context, after, differences);
    await record(db, context, {
      operation: "person.change",
      target_type: "person",
      target_id: before.id,
      ...differences,
    });
  }
}

function isSameKey(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && caseNorm(one) === caseNorm(other);
}

/** The new key of a person whose key was taken over: the former key, made unique by the end of the id. */
function formerKey(id: string, key: string, characters_max: number): string {
  const end = `~${id.slice(-12)}`;
  return `${Array.from(key)
    .slice(0, characters_max - end.length)
    .join("")}${end}`;
}
