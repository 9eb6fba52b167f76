import { todayOf } from "../../platform/context.ts";
import type { MailKind } from "../mail/facts.ts";
import type { Review, TopicsOf, Verdict } from "../mail/bulk/send.ts";
import type { BulkMail } from "../mail/write-mail.ts";
import { no_digests } from "./schema.ts";
import { findDigestSettings } from "./settings-sql.ts";
import { listAdministratorsOf, readState } from "./state-sql.ts";
import { listTeams } from "./teams-sql.ts";
import { lines_max, stateDigest, teamDigest } from "./write.ts";

/**
 * Reviews managers' digests that wait to be sent: decides who still gets one, and on a later day writes it again with the present
 * facts.
 */
export function reviewTeamDigests(base_url: string): Review {
  return async (db, { tenant, now }, mails) => {
    const today = todayOf({ tenant, now });
    const setting = (await findDigestSettings(db, tenant.id)) ?? no_digests;
    const manager_ids = setting.managers ? mails.map(({ receiver_id }) => receiver_id) : [];
    const teams = await listTeams(db, tenant.id, { manager_ids, today, lines_max, ...setting });
    const day = { on: today, base_url };
    return verdictsOn(
      "digest.manager",
      mails,
      today,
      teams.map((team) => teamDigest(team, day)),
    );
  };
}

/** Reviews administrators' digests that wait to be sent. */
export function reviewStateDigests(base_url: string): Review {
  return async (db, { tenant, now }, mails) => {
    const today = todayOf({ tenant, now });
    const setting = (await findDigestSettings(db, tenant.id)) ?? no_digests;
    const ids = setting.administrators ? mails.map(({ receiver_id }) => receiver_id) : [];
    const recipients = await listAdministratorsOf(db, tenant.id, ids);
    const states = { state: await readState(db, tenant.id, today, setting), before: null };
    const day = { on: today, base_url };
    return verdictsOn(
      "digest.administrator",
      mails,
      today,
      recipients.map((one) => stateDigest(one, states, day)),
    );
  };
}

/** All digests belong to one topic, which recipients may unsubscribe. */
export const topicsOfDigests: TopicsOf = async (_db, _context, mails) => new Map(mails.map(({ id }) => [id, "digests"]));

/** `present`: the mails that would be written now, to those who still get one. */
function verdictsOn<Kind extends MailKind>(
  kind: Kind,
  mails: Parameters<Review>[2],
  today: string,
  present: readonly BulkMail<Kind>[],
): ReadonlyMap<string, Verdict> {
  const of = new Map(present.map((mail) => [mail.receiver_id, mail]));
  const verdicts = new Map<string, Verdict>();
  for (const { id, receiver_id, recipient, told_on } of mails) {
    const mail = of.get(receiver_id);
    if (mail === undefined) verdicts.set(id, "reason_gone");
    else if (told_on !== today || mail.to.email !== recipient) verdicts.set(id, { kind, to: mail.to, facts: mail.facts });
  }
  return verdicts;
}
