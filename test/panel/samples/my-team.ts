import { createAccount } from "../../harness/panel/panel.ts";
import type { PanelSample } from "../samples.ts";

export const samples: Record<string, PanelSample> = {
  readMyTeam: { status: 200, make: async () => ({ query: { include_indirect_reports: "true" } }) },
  remindMyTeamMember: {
    status: 200,
    async make({ database, organisation, account }, tag) {
      const { id } = await createAccount(database, organisation.tenant_id, "learner");
      await database.superuser.query("update person set manager_id = $2 where id = $1", [id, account.id]);
      await database.superuser.query(
        `with c as (
          insert into course (tenant_id, id, code, code_norm, title, title_norm, type, attempts_allowed)
          values ($1, infra.new_id(), $3, $3, 'Fire safety', 'fire safety', 'course', 1) returning id
        )
        insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, source, mandatory, due_date, assigned_at, attempts_allowed)
        select $1, infra.new_id(), $2, c.id, 2026, 'admin', true, current_date + 5, now(), 1 from c`,
        [organisation.tenant_id, id, tag],
      );
      return { path: { id } };
    },
  },
  recordMyTeamResult: {
    status: 200,
    async make({ database, organisation, account }, tag) {
      const { id } = await createAccount(database, organisation.tenant_id, "learner");
      await database.superuser.query("update person set manager_id = $2 where id = $1", [id, account.id]);
      const { rows } = await database.superuser.query(
        `with c as (
          insert into course (tenant_id, id, code, code_norm, title, title_norm, type, attempts_allowed, results_by_managers)
          values ($1, infra.new_id(), $3, $3, 'Forklift', 'forklift', 'course', 1, true) returning id
        )
        insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, source, mandatory, due_date, assigned_at, attempts_allowed)
        select $1, infra.new_id(), $2, c.id, 2026, 'admin', true, current_date + 5, now(), 1 from c
        returning id`,
        [organisation.tenant_id, id, tag],
      );
      return { path: { id, enrollment_id: rows[0].id }, body: { passed: true, score: null } };
    },
  },
  readMyTeamMember: {
    status: 200,
    async make({ database, organisation, account }) {
      const { id } = await createAccount(database, organisation.tenant_id, "learner");
      await database.superuser.query("update person set manager_id = $2 where id = $1", [id, account.id]);
      return { path: { id } };
    },
  },
};
