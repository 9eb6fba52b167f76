import { todayOf, type Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { invalid, type ErrorItem } from "../../platform/http/problem.ts";
import { newId } from "../../platform/ids.ts";
import { record } from "../audit/record.ts";
import { refreshPair } from "../compliance/flag/refresh.ts";
import { lockEventUsers } from "../people/lock-sql.ts";
import { emitAll } from "../events/emit.ts";
import { findIssuingCourse, insertCertificates } from "./change-sql.ts";
import { newVerificationCode } from "./code.ts";
import { certifiedEvent } from "./events.ts";
import { instantText } from "../../platform/instants.ts";

/** Evidence that a person was trained elsewhere. */
export type ExternalEvidence = {
  person_id: string;
  course_id: string;
  issuer: string;
  valid_from: string;
  /** Null: it never ends. */
  valid_until: string | null;
};

/** Stores external evidence as a certificate and emits its event; returns its id. Open enrollments of the person stay open. */
export async function recordExternal(db: Db, context: Context, evidence: ExternalEvidence): Promise<string> {
  const { id: tenant_id } = context.tenant;
  const { person_id, course_id, issuer, valid_from, valid_until } = evidence;
  const [[person], course] = await Promise.all([
    lockEventUsers(db, tenant_id, [person_id]),
    findIssuingCourse(db, tenant_id, course_id, person_id),
  ]);
  refuse(context, evidence, { person: person !== undefined && person.state !== "anonymized", course: course !== undefined });

  const evidenced = {
    id: newId(),
    verification_code: newVerificationCode(),
    person_id,
    course_id,
    enrollment_id: null,
    cycle_year: Number(valid_from.slice(0, 4)),
    source: "external",
    issuer,
    issued_at: instantText(context.now),
    valid_from,
    valid_until,
    previous_certificate_id: course!.previous?.id ?? null,
  } as const;
  const certificate = (await insertCertificates(db, tenant_id, [evidenced]))[0]!;
  const flag = await refreshPair(db, context, person_id, course_id);
  const parts = { user: person!.user, course: course!.course, certificate, enrollment_id: null };
  await Promise.all([
    emitAll(db, context, [certifiedEvent(parts, flag, null)]),
    record(db, context, {
      operation: "certificate.record",
      target_type: "certificate",
      target_id: certificate.id,
      changes: {
        course_code: [null, course!.course.code],
        issuer: [null, issuer],
        valid_from: [null, valid_from],
        valid_until: [null, valid_until],
      },
    }),
  ]);
  return certificate.id;
}

function refuse(
  context: Context,
  { valid_from, valid_until }: ExternalEvidence,
  known: { person: boolean; course: boolean },
): void {
  const items: ErrorItem[] = [];
  if (!known.person) items.push({ pointer: "#/person_id", code: "UNKNOWN_PERSON", detail: "no such person" });
  if (!known.course) items.push({ pointer: "#/course_id", code: "UNKNOWN_COURSE", detail: "no such course" });
  if (valid_from > todayOf(context)) {
    items.push({
      pointer: "#/valid_from",
      code: "OUT_OF_RANGE",
      detail: "must be today or earlier in the organisation's time zone",
    });
  }
  if (valid_until !== null && valid_until < valid_from) {
    items.push({ pointer: "#/valid_until", code: "OUT_OF_RANGE", detail: "must not be before valid_from" });
  }
  if (items.length > 0) throw invalid(items);
}
