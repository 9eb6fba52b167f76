import type { Pool } from "../../../platform/db/pool.ts";
import { part, sql, type Fragment } from "../../../platform/db/sql.ts";
import { readTenant } from "../../../platform/db/transaction.ts";
import type { CertificateSource, CertificateStatus } from "../schema.ts";
import { statusOn } from "../sql.ts";

/** The data that a printed certificate shows. */
export type Printable = {
  organisation: string;
  is_sandbox: boolean;
  full_name: string;
  course_title: string;
  course_code: string;
  number: string;
  code: string;
  issuer: string | null;
  issued_on: string;
  valid_from: string;
  valid_until: string | null;
  source: CertificateSource;
  status: CertificateStatus;
  /** The colour and texts of the organisation when the certificate was issued; null: the defaults. */
  color: string | null;
  certificate_title: string | null;
  certificate_text: string | null;
  certificate_signatory: string | null;
  certificate_signatory_title: string | null;
  certificate_orientation: "landscape" | "portrait";
};

/** The data to print a certificate; with `person_id` only a certificate of this person. */
export async function findPrintable(
  pool: Pool,
  tenant_id: string,
  id: string,
  { person_id, today }: { person_id: string | null; today: string },
): Promise<(Printable & { logo: Buffer | null }) | undefined> {
  const [row] = await readTenant<Printable & { logo: Buffer | null }>(
    pool,
    tenant_id,
    sql`
      select ${printed(today)}, (select l.bytes from organisation_logo l where l.tenant_id = t.tenant_id) as logo
      from certificate t
      join tenant o on o.id = t.tenant_id
      join person p on p.tenant_id = t.tenant_id and p.id = t.person_id
      join course c on c.tenant_id = t.tenant_id and c.id = t.course_id
      ${wordingOf}
      where t.tenant_id = ${tenant_id} and t.id = ${id} ${person_id === null ? part`` : part`and t.person_id = ${person_id}`}`,
  );
  return row;
}

/** The organisation's logo for its printed certificates; null: it has none. */
export async function findPrintedLogo(pool: Pool, tenant_id: string): Promise<Buffer | null> {
  const [row] = await readTenant<{ bytes: Buffer }>(
    pool,
    tenant_id,
    sql`select bytes from organisation_logo where tenant_id = ${tenant_id}`,
  );
  return row?.bytes ?? null;
}

/** Joins, as `w`, the wording with which certificate `t` was issued. */
export const wordingOf = part`
  left join certificate_wording w on w.tenant_id = t.tenant_id and w.number = coalesce(t.wording, 0)`;

/** The data to print certificate `t` of person `p` in course `c` of organisation `o`, with its wording `w`. */
export function printed(today: string): Fragment {
  return part`
    o.name as organisation, o.kind = 'sandbox' as is_sandbox,
    coalesce(nullif(concat_ws(' ', p.first_name, p.last_name), ''), p.employee_no, '') as full_name, c.title as course_title,
    c.code as course_code, t.number, t.verification_code as code, t.issuer,
    (t.issued_at at time zone o.time_zone)::date::text as issued_on, t.valid_from::text as valid_from,
    t.valid_until::text as valid_until, t.source, ${statusOn(today)} as status, w.color, w.title as certificate_title, w.text as certificate_text,
    w.signatory as certificate_signatory, w.signatory_title as certificate_signatory_title,
    coalesce(w.orientation, 'landscape') as certificate_orientation`;
}
