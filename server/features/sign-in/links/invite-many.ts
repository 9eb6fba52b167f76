// Theory of operation of inviting many people (docs/decisions/0088). It runs in the worker, whose role may not insert links; a
// database function inserts them, for people who have neither signed in nor chosen a password (infra.invite_people). Links and
// mails are written in the transaction of the order's batch, so each person gets one of each, or none. Earlier links stay valid
// meanwhile, because the mail may wait for a night; all of them end when one is used. The mails are sent as bulk mails: only at
// the organisation's hours, and each is checked again before it is sent. It is dropped if the person has left, has signed in or
// has no address any more. It is written again if the address has changed, or if people must now sign in in another way.
import { todayOf, type Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { newId } from "../../../platform/ids.ts";
import { day_us } from "../../../platform/instants.ts";
import type { Review, Verdict } from "../../mail/bulk/send.ts";
import { writeMails, type BulkMail, type Mailing } from "../../mail/write-mail.ts";
import { companyDoorOf } from "../doors/own-door.ts";
import { findRule } from "../doors/rule-sql.ts";
import { doorOf } from "../doors/rule.ts";
import { lasts_us, linkTo, type LinkedAt } from "./links.ts";
import {
  deleteLink,
  insertFirstLinks,
  listInvitees,
  listWaitingInvitations,
  type Invited,
  type Invitee,
  type WaitingInvitation,
} from "./invite-many-sql.ts";
import { hashOfToken, newToken } from "./token.ts";

/** A person to whom a link was sent within this time gets no other one from an order for many. */
const lately_us = day_us;

const bounds = (context: Context) => ({ today: todayOf(context), link_lasts_us: lasts_us.first, lately_us });

/** The outcome for each person if they were invited now. */
export async function lookAtInvitations(db: Db, context: Context, person_ids: readonly string[]): Promise<Map<string, Invited>> {
  const people = await listInvitees(db, context.tenant.id, person_ids, bounds(context));
  return new Map(people.map(({ person_id, outcome }) => [person_id, outcome]));
}

/** Invites people by one mail each, within a larger operation that has locked their rows. Returns the outcome for each. */
export async function invitePeople(
  db: Db,
  context: Context,
  at: Mailing & LinkedAt,
  person_ids: readonly string[],
): Promise<Map<string, Invited>> {
  const { tenant, actor } = context;
  const people = await listInvitees(db, tenant.id, person_ids, bounds(context));
  const invitees = people.filter(({ outcome }) => outcome === "done");
  const inviter = actor.type === "administrator" ? actor.name : null;
  const told_on = todayOf(context);
  const outcomes = new Map(people.map(({ person_id, outcome }) => [person_id, outcome]));
  if (await signInWithCompany(db, tenant.id)) {
    const facts = { role: "learner" as const, inviter, url: companyDoorOf(at.base_url, tenant.code) };
    const mails = invitees.map((one) => ({ ...mailTo(one), facts: { ...facts, login: one.login } }));
    await writeMails(db, context, at, { kind: "account.invited_by_company", told_on, mails });
  } else {
    const ids = new Map(invitees.map(({ person_id }) => [person_id, newId()]));
    const links = await issueFirstLinks(db, context, at, ids);
    const mails = invitees.flatMap((one): BulkMail<"account.invited">[] => {
      const link = links.get(one.person_id);
      const facts = { login: one.login, role: "learner" as const, inviter };
      if (link) return [{ ...mailTo(one), about_id: ids.get(one.person_id)!, facts: { ...facts, ...link } }];
      // The person has signed in since the list was read.
      outcomes.set(one.person_id, "has_login");
      return [];
    });
    await writeMails(db, context, at, { kind: "account.invited", told_on, mails });
  }
  return outcomes;
}

const mailTo = ({ person_id, name, email, language }: Invitee) => ({ receiver_id: person_id, to: { name, email, language } });

async function signInWithCompany(db: Db, tenant_id: string): Promise<boolean> {
  return doorOf(await findRule(db, tenant_id), { kind: "person", id: "" }) === "company";
}

/** Inserts links of people, with the given ids. */
async function issueFirstLinks(
  db: Db,
  { tenant }: Context,
  at: LinkedAt,
  ids: ReadonlyMap<string, string>,
): Promise<Map<string, { url: string; expires_at: string }>> {
  const links = [...ids].map(([person_id, id]) => ({ id, person_id, token: newToken() }));
  const made = await insertFirstLinks(
    db,
    links.map(({ token, ...link }) => ({ ...link, token_hash: hashOfToken(token)! })),
  );
  const ends = new Map(made.map(({ person_id, expires_at }) => [person_id, expires_at]));
  return new Map(
    links.flatMap(({ person_id, token }) => {
      const expires_at = ends.get(person_id);
      return expires_at === undefined ? [] : [[person_id, { url: linkTo(tenant, at, token), expires_at }]];
    }),
  );
}

/** Checks bulk invitations again before they are sent. */
export function reviewInvitations(at: LinkedAt): Review {
  return async (db, context, mails) => {
    const by_company = await signInWithCompany(db, context.tenant.id);
    const verdicts = new Map<string, Verdict>();
    for (const one of await listWaitingInvitations(db, context.tenant.id, mails, todayOf(context))) {
      const verdict = one.why ?? (await (by_company ? sentToCompany : sentWithLink)(db, context, at, one));
      if (verdict !== null) verdicts.set(one.mail_id, verdict);
    }
    return verdicts;
  };
}

/** The verdict if people sign in through the identity provider. null: the mail is sent unchanged. */
async function sentToCompany(db: Db, { tenant }: Context, at: LinkedAt, one: WaitingInvitation): Promise<Verdict | null> {
  if (one.link_id === null && !one.moved) return null;
  if (one.link_id !== null) await deleteLink(db, tenant.id, one.link_id);
  const facts = { ...namedIn(one), url: companyDoorOf(at.base_url, tenant.code) };
  return { kind: "account.invited_by_company", to: receiverOf(one), facts };
}

/**
 * The verdict if people sign in with a link of this service. null: the mail is sent unchanged. A link for a previous address is
 * deleted.
 */
async function sentWithLink(db: Db, context: Context, at: LinkedAt, one: WaitingInvitation): Promise<Verdict | null> {
  const { person_id, link_id, moved, link } = one;
  if (link_id !== null && !moved) return link === "there" ? null : "reason_gone";
  // The person was invited again at the present address.
  if (link_id !== null && link === "others") return "reason_gone";
  if (link_id !== null) await deleteLink(db, context.tenant.id, link_id);
  const made = (await issueFirstLinks(db, context, at, new Map([[person_id, link_id ?? newId()]]))).get(person_id);
  return made ? { kind: "account.invited", to: receiverOf(one), facts: { ...namedIn(one), ...made } } : "reason_gone";
}

const namedIn = ({ login }: Invitee) => ({ login, role: "learner" as const, inviter: null });
const receiverOf = ({ name, email, language }: Invitee) => ({ name, email, language });
