import { newId } from "../../../server/platform/ids.ts";
import type { PanelPlace, PanelSample } from "../samples.ts";

/** Creates a course that can be assigned to every person; returns its id. */
export async function courseOf({ database, organisation }: PanelPlace, tag: string): Promise<string> {
  const { rows } = await database.superuser.query(
    `insert into course (tenant_id, id, code, code_norm, title, title_norm, type)
    values ($1, $2, $3, $3, 'Fire safety', 'fire safety', 'course') returning id`,
    [organisation.tenant_id, newId(), tag],
  );
  return rows[0].id;
}

const employees = { worker_type: "internal_payroll" };

async function draftOf(place: PanelPlace, tag: string) {
  return { conditions: employees, course_ids: [await courseOf(place, tag)] };
}

/** Creates a rule. It is made by a role that may do so, because the caller may have a read-only role. */
async function ruleOf(place: PanelPlace, tag: string): Promise<{ id: string }> {
  const { tenant_id } = place.organisation;
  const { course_ids } = await draftOf(place, tag);
  const { rows } = await place.database.superuser.query(
    `with made as (
      insert into rule (tenant_id, id, name, name_norm, conditions) values ($1, $2, $3, $3, $4) returning id
    )
    insert into rule_course (tenant_id, rule_id, course_id) select $1::uuid, id, $5::uuid from made returning rule_id as id`,
    [tenant_id, newId(), tag, employees, course_ids[0]],
  );
  return { id: rows[0].id };
}

const rule = { make: async (place: PanelPlace, tag: string) => ({ path: await ruleOf(place, tag) }) };

export const samples: Record<string, PanelSample> = {
  listRules: { status: 200, make: async () => ({ query: { q: "fire", active: "true" } }) },
  getRule: { status: 200, ...rule },
  listRulePeople: { status: 200, ...rule },
  listRuleHistory: { status: 200, ...rule },
  createRule: {
    status: 201,
    make: async (place, tag) => ({ body: { name: `Rule ${tag}`, ...(await draftOf(place, tag)) } }),
  },
  previewRule: {
    status: 200,
    changes_nothing: "it says what a change would do",
    make: async (place, tag) => ({ body: await draftOf(place, tag) }),
  },
  changeRule: {
    status: 200,
    make: async (place, tag) => ({ path: await ruleOf(place, tag), body: { active: false } }),
  },
  retireRule: { status: 200, ...rule },
  retryBatch: {
    status: 202,
    make: async ({ database, organisation }) => {
      const id = newId();
      await database.superuser.query(
        `insert into rule_batch (tenant_id, id, people_total, started_at, failed_at, failure, done)
        values ($1, $2, 1, now(), now(), 'other', '{"matched":0,"unmatched":0,"joined":0,"left":0,"assigned":0,"cancelled":0}')`,
        [organisation.tenant_id, id],
      );
      return { path: { id } };
    },
  },
};
