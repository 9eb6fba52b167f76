import { hashOfToken, newToken } from "../../../server/features/sign-in/links/token.ts";
import { createAccount } from "../../harness/panel/panel.ts";
import { createOrganisation } from "../../harness/organisation/organisation.ts";
import type { PanelPlace, PanelSample } from "../samples.ts";

type Place = Pick<PanelPlace, "database" | "organisation">;

let made = 0;

/** A company with a link, and one of its people with an open enrollment; with a waiting submission if `with_file`. */
async function asked({ database, organisation }: Place, with_file = false) {
  const run = (text: string, values: unknown[]) => database.superuser.query<{ id: string }>(text, values);
  made += 1;
  const { tenant_id, code } = organisation;
  await createOrganisation(database, { organisation: { code }, courses: [{ code: "ELSEWHERE", title: "Held elsewhere" }] });
  const company = await run(
    `insert into contractor (tenant_id, id, name, name_norm, code, code_norm) values ($1, gen_random_uuid(), $2, $2, $3, $3) returning id`,
    [tenant_id, `company ${made}`, `company-${made}`],
  );
  const contractor_id = company.rows[0]!.id;
  const person = await createAccount(database, tenant_id, "learner");
  await run("update person set worker_type = 'b2b_contractor', contractor_id = $2 where id = $1 returning id", [
    person.id,
    contractor_id,
  ]);
  const enrollment = await run(
    `insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, source, mandatory, assigned_at, attempts_allowed)
    select tenant_id, gen_random_uuid(), $2, id, 2026, 'admin', true, now() - interval '2 days', 3 from course where tenant_id = $1 and code = 'ELSEWHERE'
    returning id`,
    [tenant_id, person.id],
  );
  const enrollment_id = enrollment.rows[0]!.id;
  const token = newToken();
  const link = await run(
    `insert into evidence_link (tenant_id, id, contractor_id, token_hash, created_at, created_by, expires_at)
    values ($1, gen_random_uuid(), $2, $3, now(), gen_random_uuid(), now() + interval '1 day') returning id`,
    [tenant_id, contractor_id, hashOfToken(token)],
  );
  const link_id = link.rows[0]!.id;
  const submission = with_file
    ? await run(
        `with s as (
          insert into submission (tenant_id, id, link_id, person_id, enrollment_id, name, media_type, size_bytes, sha256, completed_on, submitted_at)
          values ($1, gen_random_uuid(), $2, $3, $4, 'card.pdf', 'application/pdf', 5, sha256('%PDF-'), current_date - 1, now()) returning tenant_id, id
        ), k as (insert into submission_chunk (tenant_id, submission_id, number, bytes) select tenant_id, id, 0, '%PDF-' from s)
        select id from s`,
        [tenant_id, link_id, person.id, enrollment_id],
      )
    : null;
  const headers = { "x-evidence-link": `${code}.${token}` };
  return { contractor_id, link_id, enrollment_id, headers, submission_id: submission?.rows[0]!.id ?? "" };
}

const decided = (body?: unknown) => async (place: PanelPlace) => ({
  path: { id: (await asked(place, true)).submission_id },
  ...(body === undefined ? {} : { body }),
});

export const samples: Record<string, PanelSample> = {
  listEvidenceLinks: { status: 200, make: async (place) => ({ path: { id: (await asked(place)).contractor_id } }) },
  createEvidenceLink: {
    status: 201,
    make: async (place) => ({ path: { id: (await asked(place)).contractor_id }, body: { days: 7 } }),
  },
  endEvidenceLink: { status: 204, make: async (place) => ({ path: { id: (await asked(place)).link_id } }) },
  getSubmissionFile: { status: 200, make: decided() },
  acceptSubmission: { status: 200, make: decided() },
  refuseSubmission: { status: 204, make: decided({ reason: "The signature is missing." }) },
  openEvidenceLink: {
    as: "anonymous",
    status: 200,
    make: async (place) => ({ headers: (await asked(place)).headers }),
  },
  submitEvidence: {
    as: "anonymous",
    status: 201,
    changes_nothing: "the company has no account: its one audit row is the system's, in the company's name",
    async make(place) {
      const { enrollment_id, headers } = await asked(place);
      const completed_on = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
      return {
        headers,
        query: { enrollment_id, completed_on, name: "card.pdf" },
        raw: { media_type: "application/pdf", text: "%PDF-1.7 card" },
      };
    },
  },
};
