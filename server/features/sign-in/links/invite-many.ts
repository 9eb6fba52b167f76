// How many people are invited together (docs/decisions/0088). It happens in the worker, which may make no link by itself: the database makes those
// of people who have no way in yet (infra.invite_people). Links and mails are written in the transaction of the order's part, so that each person
// has one of each, or none. Links from before stay good meanwhile: the mail may wait for a night, and all end once one is used. The mails are some of
// many: they leave by the hours of mails and are looked at again before each attempt. One whose person has left, got in or has no address any more ends
// there; one whose person has another address, or comes in by another door now, is written anew.
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

/** Who was sent a link within this time is not sent another one together with others. */
const lately_us = day_us;

const bounds = (context: Context) => ({ today: todayOf(context), link_lasts_us: lasts_us.first, lately_us });

/** What inviting people would come to, as things stand. */
export async function lookAtInvitations(db: Db, context: Context, person_ids: readonly string[]): Promise<Map<string, Invited>> {
  const people = await listInvitees(db, context.tenant.id, person_ids, bounds(context));
  return new Map(people.map(({ person_id, outcome }) => [person_id, outcome]));
}

/** Invites people, each by one mail, within a larger operation that holds their rows. Returns what became of each. */
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
      // They have got in since they were looked at.
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

/** Links of people by the ids that they shall have. */
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

/** Invitations of many that wait for their attempt. */
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

/** null: it goes as it is. */
async function sentToCompany(db: Db, { tenant }: Context, at: LinkedAt, one: WaitingInvitation): Promise<Verdict | null> {
  if (one.link_id === null && !one.moved) return null;
  if (one.link_id !== null) await deleteLink(db, tenant.id, one.link_id);
  const facts = { ...namedIn(one), url: companyDoorOf(at.base_url, tenant.code) };
  return { kind: "account.invited_by_company", to: receiverOf(one), facts };
}

/** A link that was to go to the former address has ended with it. null: the mail goes as it is. */
async function sentWithLink(db: Db, context: Context, at: LinkedAt, one: WaitingInvitation): Promise<Verdict | null> {
  const { person_id, link_id, moved, link } = one;
  if (link_id !== null && !moved) return link === "there" ? null : "reason_gone";
  // They were invited anew at the address of now.
  if (link_id !== null && link === "others") return "reason_gone";
  if (link_id !== null) await deleteLink(db, context.tenant.id, link_id);
  const made = (await issueFirstLinks(db, context, at, new Map([[person_id, link_id ?? newId()]]))).get(person_id);
  return made ? { kind: "account.invited", to: receiverOf(one), facts: { ...namedIn(one), ...made } } : "reason_gone";
}

const namedIn = ({ login }: Invitee) => ({ login, role: "learner" as const, inviter: null });
const receiverOf = ({ name, email, language }: Invitee) => ({ name, email, language });
