import { part, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { text } from "./seal-sql.ts";

/** Takes the lock of sealing for the organisation, so that no row is sealed until the transaction ends. */
export async function holdSealing(db: Db, tenant_id: string): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended('audit_seal ' || ${tenant_id}::text, 0))`);
}

/** Rows about a person, about the person's training and by the person that still hold personal values. */
export async function listPersonalRows(db: Db, tenant_id: string, person_id: string, rows_max: number): Promise<string[]> {
  const of = (target: string, table: "enrollment" | "certificate" | "exemption") => {
    const owned = { enrollment: part`enrollment`, certificate: part`certificate`, exemption: part`exemption` }[table];
    return part`
      select a.id
      from ${owned} o
      join audit_log a on a.tenant_id = o.tenant_id and a.target_type = ${target} and a.target_id = o.id
      where o.tenant_id = ${tenant_id} and o.person_id = ${person_id} and a.personal <> '{}'`;
  };
  const rows = await db.rows<{ id: string }>(sql`
    select id
    from (
      select id
      from audit_log
      where tenant_id = ${tenant_id} and target_type = 'person' and target_id = ${person_id} and personal <> '{}'
      union
      select id
      from audit_log
      where tenant_id = ${tenant_id} and actor_type = 'person' and actor_id = ${person_id}
        and (personal <> '{}' or actor_name is not null)
      union ${of("enrollment", "enrollment")}
      union ${of("certificate", "certificate")}
      union ${of("exemption", "exemption")}
    ) named
    limit ${rows_max}::int`);
  return rows.map(({ id }) => id);
}

export async function erasePersonalPart(db: Db, tenant_id: string, ids: readonly string[]): Promise<void> {
  await db.count(sql`
    update audit_log
    set personal = '{}', actor_name = case when actor_type <> 'person' then actor_name end
    where tenant_id = ${tenant_id} and id = any (${ids}::uuid[])`);
}

export type SealedActor = {
  seq: number;
  audit_id: string;
  audit_xid: string;
  personal_hash: Buffer;
  key_version: number;
  hash: Buffer;
  /** The seal of the row before; null: this row is the first. */
  previous: Buffer | null;
  text: string;
  personal: string;
};

/** Those of the rows that are sealed and hold a learner's name as actor. */
export async function listSealedActors(db: Db, tenant_id: string, ids: readonly string[]): Promise<SealedActor[]> {
  return db.rows(sql`
    select s.seq::int, s.audit_id, s.audit_xid::text, s.personal_hash, s.key_version, s.hash, p.hash as previous,
      ${text} as text, a.personal::text as personal
    from audit_log a
    join audit_seal s on s.tenant_id = a.tenant_id and s.audit_id = a.id
    left join audit_seal p on p.tenant_id = s.tenant_id and p.seq = s.seq - 1
    where a.tenant_id = ${tenant_id} and a.id = any (${ids}::uuid[]) and a.actor_type = 'person' and a.actor_name is not null`);
}

/** The text of each row now, in the form in which it is sealed. */
export async function listTexts(
  db: Db,
  tenant_id: string,
  ids: readonly string[],
): Promise<{ audit_id: string; text: string }[]> {
  return db.rows(sql`
    select a.id as audit_id, ${text} as text
    from audit_log a
    where a.tenant_id = ${tenant_id} and a.id = any (${ids}::uuid[])`);
}

export type ErasureMark = { audit_id: string; key_version: number; hash: Buffer };

export async function insertMarks(db: Db, tenant_id: string, marks: readonly ErasureMark[]): Promise<void> {
  const rows = marks.map(({ hash, ...rest }) => ({ ...rest, hash: hash.toString("hex") }));
  await db.count(sql`
    insert into audit_erasure (tenant_id, audit_id, key_version, hash)
    select ${tenant_id}, r.audit_id, r.key_version, decode(r.hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(audit_id uuid, key_version integer, hash text)`);
}
