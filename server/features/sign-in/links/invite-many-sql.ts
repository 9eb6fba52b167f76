import { part, sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { Ended } from "../../mail/bulk/sql.ts";
import { isBouncing } from "../../mail/bounces/sql.ts";

/** A learner with the data that an invitation contains. */
export type Invitee = { person_id: string; name: string; email: string; login: string; language: string | null };

export type Invited = "done" | "person_inactive" | "has_login" | "no_address" | "bouncing" | "invited_lately";

/** Whether a person has signed in or has chosen a password. `c`: their row of credentials, if any. */
const hasLogin = part`(p.last_sign_in_at is not null or c.password_set_at is not null)`;

const hasLeft = (today: string) =>
  part`(p.state is null or p.state in ('deactivated', 'anonymized') or p.employment_end_date < ${today}::date)`;

const invitee = part`p.id as person_id, coalesce(nullif(concat_ws(' ', p.first_name, p.last_name), ''), p.login) as name, p.email, p.login,
      coalesce(c.language, p.language) as language`;

/**
 * What inviting people would lead to, in the order of their ids. If the person has a link younger than `lately_us`, they were
 * invited just now.
 */
export async function listInvitees(
  db: Db,
  tenant_id: string,
  person_ids: readonly string[],
  { today, link_lasts_us, lately_us }: { today: string; link_lasts_us: number; lately_us: number },
): Promise<(Invitee & { outcome: Invited })[]> {
  return db.rows(sql`
    select ${invitee}, case
      when ${hasLeft(today)} or p.state = 'suspended' then 'person_inactive'
      when ${hasLogin} then 'has_login'
      when p.email is null then 'no_address'
      when ${isBouncing(tenant_id, part`p.email_norm`)} then 'bouncing'
      when exists (
        select from sign_in_link l
        where l.tenant_id = p.tenant_id and l.account_id = p.id and l.purpose = 'first'
          and l.expires_us > infra.now_us() + ${link_lasts_us}::bigint - ${lately_us}::bigint
      ) then 'invited_lately'
      else 'done' end as outcome
    from person p
    left join credential c on c.tenant_id = p.tenant_id and c.account_id = p.id
    where p.tenant_id = ${tenant_id} and p.id = any (${person_ids}::uuid[])
    order by p.id`);
}

/**
 * Inserts sign-in links for people who have neither signed in nor chosen a password (infra.invite_people). Returns when each
 * expires.
 */
export async function insertFirstLinks(
  db: Db,
  links: readonly { id: string; person_id: string; token_hash: Buffer }[],
): Promise<{ person_id: string; expires_at: string }[]> {
  const rows = links.map(({ token_hash, ...link }) => ({ ...link, token_hash: token_hash.toString("hex") }));
  return db.rows(sql`select person_id, expires_at from infra.invite_people(${JSON.stringify(rows)}::jsonb)`);
}

/** Deletes a link, if it exists. */
export async function deleteLink(db: Db, tenant_id: string, id: string): Promise<void> {
  await db.count(sql`delete from sign_in_link where tenant_id = ${tenant_id} and id = ${id}`);
}

/**
 * An invitation that waits to be sent. `why`: why it is not sent any more (null: it may be). `moved`: the person has another
 * address now.
 */
export type WaitingInvitation = Invitee & {
  mail_id: string;
  /** null: the mail has no link but names the page for sign-in through the identity provider. */
  link_id: string | null;
  why: Ended | null;
  moved: boolean;
  /** Whether its link is valid (`there`); only other links of the person are (`others`); or none is. */
  link: "there" | "others" | "none";
};

export async function listWaitingInvitations(
  db: Db,
  tenant_id: string,
  mails: readonly { id: string; recipient: string; receiver_id: string; about_id: string | null }[],
  today: string,
): Promise<WaitingInvitation[]> {
  const rows = mails.map(({ id, recipient, receiver_id, about_id }) => ({ id, recipient, receiver_id, about_id }));
  const receivers = mails.map(({ receiver_id }) => receiver_id);
  return db.rows(sql`
    with links as (
      select id, account_id from sign_in_link
      where tenant_id = ${tenant_id} and account_id = any (${receivers}::uuid[]) and purpose = 'first' and expires_us > infra.now_us()
    )
    select w.id as mail_id, w.about_id as link_id, ${invitee}, p.email is distinct from w.recipient as moved,
      case
        when exists (select from links where id = w.about_id) then 'there'
        when exists (select from links where account_id = w.receiver_id) then 'others'
        else 'none' end as link,
      case
      when ${hasLeft(today)} then 'left'
      when p.state = 'suspended' then 'suspended'
      when ${hasLogin} then 'reason_gone'
      when p.email is null then 'no_address'
      when ${isBouncing(tenant_id, part`p.email_norm`)} then 'bouncing' end as why
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(id uuid, recipient text, receiver_id uuid, about_id uuid)
    left join person p on p.tenant_id = ${tenant_id} and p.id = w.receiver_id
    left join credential c on c.tenant_id = ${tenant_id} and c.account_id = p.id`);
}
