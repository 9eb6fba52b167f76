import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { isUuid } from "../../platform/ids.ts";
import { record } from "../audit/record.ts";
import { refreshPair } from "../compliance/flag/refresh.ts";
import { lockEventUsers } from "../people/lock-sql.ts";
import { findCertificateRow, updateRevoked } from "./change-sql.ts";
import { noSuchCertificate } from "./errors.ts";
import { instantText } from "../../platform/instants.ts";

/** Revokes a certificate. Revoking it again changes nothing. */
export async function revokeCertificate(db: Db, context: Context, id: string, reason: string): Promise<void> {
  if (!isUuid(id)) throw noSuchCertificate();
  const { id: tenant_id } = context.tenant;
  const found = await findCertificateRow(db, tenant_id, id);
  if (!found) throw noSuchCertificate();
  const { person_id, course_id } = found;
  await lockEventUsers(db, tenant_id, [person_id]);
  const certificate = await findCertificateRow(db, tenant_id, id);
  if (certificate!.revoked_at !== null) return;
  await updateRevoked(db, tenant_id, id, instantText(context.now), reason);
  await refreshPair(db, context, person_id, course_id);
  await record(db, context, {
    operation: "certificate.revoke",
    target_type: "certificate",
    target_id: id,
    changes: { revoked: [false, true] },
    personal: { revoke_reason: [null, reason] },
  });
}
