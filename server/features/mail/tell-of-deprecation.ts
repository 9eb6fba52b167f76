import type { Logger } from "pino";
import type { Caller } from "../../platform/context.ts";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import type { OnDeprecatedUse } from "../../platform/http/deprecation.ts";
import type { Deprecation, Operation } from "../../platform/http/route.ts";
import { queueMail } from "./queue-mail.ts";
import { listItAdministrators } from "./sql.ts";

export type TellOptions = { pool: Pool; keyring: Keyring; log: Logger };

/** Organisations and operations that a process remembers having told of. */
const remembered_max = 10_000;

/**
 * Tells an organisation's IT administrators once that one of its clients uses a deprecated operation. Runs after the answer; a
 * failure is logged, and the next call tries again. The memory of a process only saves work: that a mail is sent once is
 * promised by its `once_key`.
 */
export function tellOfDeprecation(options: TellOptions): OnDeprecatedUse {
  const told = new Set<string>();
  return async (caller, operation) => {
    const key = `${caller.tenant.id} ${operation.id}`;
    if (told.has(key)) return;
    if (told.size === remembered_max) told.clear();
    told.add(key);
    try {
      await tell(options, caller, operation);
    } catch (error) {
      told.delete(key);
      options.log.warn({ err: error, tenant_id: caller.tenant.id, operation: operation.id }, "could not tell of a deprecation");
    }
  };
}

async function tell(
  { pool, keyring }: TellOptions,
  caller: Caller,
  operation: Operation & { deprecation: Deprecation },
): Promise<void> {
  const { tenant, client } = caller;
  await withTenant(pool, tenant.id, async (db) => {
    for (const administrator of await listItAdministrators(db, tenant.id)) {
      await queueMail(db, caller, keyring, {
        kind: "operation.deprecated",
        once_key: `${operation.id} ${administrator.id}`,
        recipient: administrator.email,
        subject: `Deprecated API operation in use: ${operation.summary}`,
        text: letter(administrator.name, client.name, tenant.code, operation),
      });
    }
  });
}

function letter(name: string, client: string, tenant_code: string, operation: Operation & { deprecation: Deprecation }): string {
  const { deprecated_on, sunset_on, link } = operation.deprecation;
  return `Hello ${name},

the integration client "${client}" of ${tenant_code} calls an operation of the integration API that is deprecated since ${deprecated_on}:

  ${operation.summary} (${operation.id})

It goes on working until ${sunset_on}; after that it may be gone. Please ask whoever maintains the client to move on. What to
use instead is described here:

  ${link}

You get this mail once.
`;
}
