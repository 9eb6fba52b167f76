// Issues and revokes badges, and provides the data by which a phone verifies them without a network (docs/decisions/0082).
import type { Static } from "typebox";
import { todayOf, type Context } from "../../../platform/context.ts";
import type { Keyring } from "../../../platform/crypto/keyring.ts";
import { signingKeyOf } from "../../../platform/crypto/signing.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { findKnown } from "../../../platform/http/known.ts";
import { instantText } from "../../../platform/instants.ts";
import { changesBetween } from "../../audit/changes.ts";
import { record } from "../../audit/record.ts";
import { noBadge } from "../errors.ts";
import { judgeGate } from "../judge.ts";
import { works_max } from "../sql.ts";
import { badge_hours_default, type Badge, type GateCheck, type GateSettings } from "./schema.ts";
import {
  findBadgeFacts,
  findBadgeHours,
  listEndedBadges,
  listWorksWithCourses,
  noteHolder,
  revokeBadges,
  storeBadgeHours,
  type BadgeFacts,
} from "./sql.ts";
import { shortId, signBadge, type LastDay } from "./token.ts";

export type BadgeOptions = { pool: Pool; keyring: Keyring };
export type BadgeRecord = Static<typeof Badge>;

const no_such_person = "No such user.";

/** Issues a badge to a person who may enter. Throws 404, and NO_BADGE. */
export async function issueBadge({ pool, keyring }: BadgeOptions, context: Context, given_id: string): Promise<BadgeRecord> {
  const { tenant } = context;
  return findKnown(given_id, no_such_person, (id) =>
    withTenant(pool, tenant.id, async (db) => {
      const facts = await findBadgeFacts(db, tenant.id, id);
      const { person } = facts;
      if (person === null) return undefined;
      const today = todayOf(context);
      const whole = judgeGate({ work: null, courses: facts.courses.filter(({ is_kept }) => is_kept) }, person, today);
      if (whole.reasons.length > 0) throw noBadge(`The gate refuses the person: ${whole.reasons.join(", ")}.`);
      const works = worksOf(facts, today);
      const hours = (await findBadgeHours(db, tenant.id)) ?? badge_hours_default;
      const until = context.now.add({ hours });
      const { token, claims } = signBadge(
        signingKeyOf(keyring, tenant.id),
        {
          iss: tenant.code,
          sub: shortId(person.user_id),
          iat: context.now.epochMilliseconds / 1000,
          exp: Math.floor(until.epochMilliseconds / 1000),
          no: person.employee_no,
          fn: person.full_name,
          ...(person.contractor_name === null ? {} : { co: person.contractor_name }),
          any: whole.allowed && whole.holds_until,
        },
        works.map(({ course_code, last_day }) => [course_code, last_day] as const),
      );
      await noteHolder(db, tenant.id, person.user_id, instantText(until));
      await record(db, context, { operation: "person.issue_badge", target_type: "person", target_id: person.user_id });
      const shown = works.filter(({ course_code }) => course_code in claims.w);
      return {
        token,
        issued_at: instantText(context.now),
        valid_until: instantText(Temporal.Instant.fromEpochMilliseconds(claims.exp * 1000)),
        full_name: person.full_name,
        employee_no: person.employee_no,
        contractor_name: person.contractor_name,
        organisation: tenant.code,
        nothing_overdue: whole.allowed,
        works: shown,
        left_out: works.length - shown.length,
      };
    }),
  );
}

/** Works that the person may do today: learning paths whose needed courses are all covered, then single courses. */
function worksOf({ person, courses, paths }: BadgeFacts, today: string): BadgeRecord["works"] {
  const held = new Map<string, BadgeRecord["works"][number]>();
  for (const course of courses) {
    const { course_code, course_title } = course;
    const answer = judgeGate({ work: { course_code, course_title }, courses: [course] }, person!, today);
    if (answer.allowed) held.set(course_code, { course_code, course_title, last_day: answer.holds_until });
  }
  const done = paths.filter((path) => path.courses.length > 0 && path.courses.every((code) => held.has(code)));
  return [
    ...done.map(({ course_code, course_title, courses: needed }) => {
      const last_day = earliestOf(needed.map((code) => held.get(code)!.last_day));
      return { course_code, course_title, last_day };
    }),
    ...held.values(),
  ];
}

function earliestOf(days: readonly LastDay[]): LastDay {
  return days.filter((day) => day !== null).toSorted()[0] ?? null;
}

/** Revokes all badges of a person. Each gate learns of it at its next synchronisation. Throws 404. */
export async function endBadges({ pool }: BadgeOptions, context: Context, given_id: string): Promise<void> {
  const { tenant, now } = context;
  await findKnown(given_id, no_such_person, (id) =>
    withTenant(pool, tenant.id, async (db) => {
      if ((await findBadgeFacts(db, tenant.id, id)).person === null) return undefined;
      const is_changed = await revokeBadges(db, tenant.id, id, instantText(now));
      if (is_changed) await record(db, context, { operation: "person.revoke_badges", target_type: "person", target_id: id });
      return true;
    }),
  );
}

/** The data that a phone at a gate needs to verify badges offline. */
export async function readGateCheck({ pool, keyring }: BadgeOptions, context: Context): Promise<Static<typeof GateCheck>> {
  const { tenant } = context;
  const now = instantText(context.now);
  const keys = keyring.versions.map((version) => signingKeyOf(keyring, tenant.id, version));
  return withTenant(pool, tenant.id, async (db) => ({
    organisation: tenant.code,
    time_zone: tenant.time_zone,
    now,
    keys: keys.map(({ id, jwk }) => ({ kid: id, x: jwk.x, y: jwk.y })),
    ended: (await listEndedBadges(db, tenant.id, { now, today: todayOf(context) })).map(({ person_id, before }) => ({
      sub: shortId(person_id),
      before,
    })),
    works: await listWorksWithCourses(db, tenant.id, works_max),
  }));
}

export async function readGateSettings({ pool }: BadgeOptions, { tenant }: Context): Promise<Static<typeof GateSettings>> {
  return withTenant(pool, tenant.id, async (db) => ({
    badge_hours: (await findBadgeHours(db, tenant.id)) ?? badge_hours_default,
  }));
}

/** Badges that were issued before keep their expiry. */
export async function changeGateSettings(
  { pool }: BadgeOptions,
  context: Context,
  wanted: Static<typeof GateSettings>,
): Promise<Static<typeof GateSettings>> {
  const { tenant } = context;
  return withTenant(pool, tenant.id, async (db) => {
    const stands = { badge_hours: (await findBadgeHours(db, tenant.id)) ?? badge_hours_default };
    const changes = changesBetween(stands, wanted);
    if (Object.keys(changes).length === 0) return wanted;
    await storeBadgeHours(db, tenant.id, wanted.badge_hours);
    const entry = { operation: "organisation.set_gate", target_type: "organisation", target_id: tenant.id } as const;
    await record(db, context, { ...entry, changes });
    return wanted;
  });
}
