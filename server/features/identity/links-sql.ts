import { sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { caseNorm } from "../../platform/text.ts";
import type { AccountKey } from "../sign-in/accounts-sql.ts";
import type { Known, LinkedBy } from "./who.ts";

export type Searched = { issuer: string; subject: string; email: string | null; external_id: string | null };

type Row = AccountKey & { found: "linked" | "email" | "external_id" };

/** More than one match is ambiguous, so no more are needed. */
const found_max = 3;

/** All accounts that match an identity, in any state. */
export async function findKnown(
  db: Db,
  tenant_id: string,
  { issuer, subject, email, external_id }: Searched,
): Promise<Omit<Known, "email_counts">> {
  const email_norm = email === null ? null : caseNorm(email);
  const rows = await db.rows<Row>(sql`
    (select 'linked' as found, case when administrator_id is null then 'person' else 'administrator' end as kind, account_id as id
    from identity_link
    where tenant_id = ${tenant_id} and issuer = ${issuer} and subject = ${subject})
    union all
    (select 'email', 'administrator', id
    from administrator
    where tenant_id = ${tenant_id} and email_norm = ${email_norm}::text and role_taken_at is null)
    union all
    (select 'email', 'person', id
    from person
    where tenant_id = ${tenant_id} and email_norm = ${email_norm}::text and state <> 'anonymized'
    limit ${found_max})
    union all
    (select 'external_id', 'person', id
    from person
    where tenant_id = ${tenant_id} and external_id = ${external_id}::text and state <> 'anonymized'
    limit ${found_max})`);
  const of = (found: Row["found"], kind: AccountKey["kind"]) =>
    rows.filter((row) => row.found === found && row.kind === kind).map((row): AccountKey => ({ kind: row.kind, id: row.id }));
  return {
    linked: of("linked", "administrator")[0] ?? of("linked", "person")[0] ?? null,
    administrators_by_email: of("email", "administrator"),
    people_by_email: of("email", "person"),
    people_by_external_id: of("external_id", "person"),
  };
}

/** The account that is linked to a subject, in any state; null: none. */
export async function findLinked(
  db: Db,
  tenant_id: string,
  { issuer, subject }: Pick<Searched, "issuer" | "subject">,
): Promise<string | null> {
  const row = await db.row<{ account_id: string }>(sql`
    select account_id from identity_link where tenant_id = ${tenant_id} and issuer = ${issuer} and subject = ${subject}`);
  return row?.account_id ?? null;
}

/** Whether an account is linked to a subject of an issuer. */
export async function isLinked(
  db: Db,
  tenant_id: string,
  { issuer, account_id }: { issuer: string; account_id: string },
): Promise<boolean> {
  const row = await db.row(sql`
    select subject from identity_link where tenant_id = ${tenant_id} and issuer = ${issuer} and account_id = ${account_id}`);
  return row !== undefined;
}

/**
 * Links a subject; returns false if the account or the subject has a link already. An account has one subject of an issuer, and a
 * subject has one account.
 */
export async function insertLink(
  db: Db,
  tenant_id: string,
  link: { issuer: string; subject: string; account: AccountKey; linked_by: LinkedBy },
): Promise<boolean> {
  const { kind, id } = link.account;
  const [administrator_id, person_id] = kind === "administrator" ? [id, null] : [null, id];
  const count = await db.count(sql`
    insert into identity_link (tenant_id, issuer, subject, administrator_id, person_id, linked_by, linked_at)
    values (${tenant_id}, ${link.issuer}, ${link.subject}, ${administrator_id}, ${person_id}, ${link.linked_by}, now())
    on conflict do nothing`);
  return count === 1;
}

/** Removes the link of a subject. */
export async function deleteLink(
  db: Db,
  tenant_id: string,
  { issuer, subject }: Pick<Searched, "issuer" | "subject">,
): Promise<void> {
  await db.count(sql`
    delete from identity_link where tenant_id = ${tenant_id} and issuer = ${issuer} and subject = ${subject}`);
}

/** Removes all links of an account, in any state; returns the kind of the account for each. */
export async function deleteLinks(db: Db, tenant_id: string, account_id: string): Promise<AccountKey["kind"][]> {
  const rows = await db.rows<Pick<AccountKey, "kind">>(sql`
    delete from identity_link
    where tenant_id = ${tenant_id} and account_id = ${account_id}
    returning case when administrator_id is null then 'person' else 'administrator' end as kind`);
  return rows.map(({ kind }) => kind);
}
