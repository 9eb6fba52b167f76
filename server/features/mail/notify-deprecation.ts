import type { Logger } from "pino";
import type { Caller } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import type { OnDeprecatedUse } from "../../platform/http/deprecation.ts";
import type { Deprecation, Operation } from "../../platform/http/route.ts";
import { listItAdministrators } from "./sql.ts";
import { writeMail, type Mailing } from "./write-mail.ts";

export type NotifyOptions = Mailing & { pool: Pool; log: Logger };

/** Pairs of organisation and operation that a process remembers as reported, at most. */
const remembered_max = 10_000;

/**
 * Mails an organisation's IT administrators once that one of its clients uses a deprecated operation. It runs after the answer; a
 * failure is logged, and the next call tries again. The process remembers reported pairs only to save work; `once_key` ensures
 * that a mail is sent once.
 */
export function notifyDeprecation(options: NotifyOptions): OnDeprecatedUse {
  const notified = new Set<string>();
  return async (caller, operation) => {
    const key = `${caller.tenant.id} ${operation.id}`;
    if (notified.has(key)) return;
    if (notified.size === remembered_max) notified.clear();
    notified.add(key);
    try {
      await mailDeprecation(options, caller, operation);
    } catch (error) {
      notified.delete(key);
      options.log.warn({ err: error, tenant_id: caller.tenant.id, operation: operation.id }, "could not tell of a deprecation");
    }
  };
}

async function mailDeprecation(
  { pool, keyring, base_url }: NotifyOptions,
  caller: Caller,
  operation: Operation & { deprecation: Deprecation },
): Promise<void> {
  const { tenant, client } = caller;
  const { deprecated_on, sunset_on, link: url } = operation.deprecation;
  const { id: operation_id, summary } = operation;
  const facts = { client: client.name, operation: summary, operation_id, deprecated_on, sunset_on, url };
  await withTenant(pool, tenant.id, async (db) => {
    for (const to of await listItAdministrators(db, tenant.id)) {
      await writeMail(
        db,
        caller,
        { keyring, base_url },
        { kind: "operation.deprecated", once_key: `${operation_id} ${to.id}`, to, facts },
      );
    }
  });
}
