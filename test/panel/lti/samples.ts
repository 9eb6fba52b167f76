import { newId } from "../../../server/platform/ids.ts";
import type { PanelPlace, PanelSample } from "../samples.ts";

const settings = {
  login_url: "https://tool.example/login",
  launch_url: "https://tool.example/launch",
  redirect_urls: ["https://tool.example/launch"],
  jwks_url: "https://tool.example/keys",
  sends_name: false,
  sends_email: false,
};

/** A tool that no course uses. */
async function registered({ database, organisation }: PanelPlace): Promise<{ id: string }> {
  const id = newId();
  await database.superuser.query(
    `insert into lti_tool (tenant_id, id, name, name_norm, login_url, launch_url, redirect_urls, jwks_url, sends_name, sends_email, created_at,
      updated_at)
    values ($1, $2, $3, lower($3), 'https://tool.example/login', 'https://tool.example/launch', '{https://tool.example/launch}',
      'https://tool.example/keys', false, false, now(), now())`,
    [organisation.tenant_id, id, `Tool ${id}`],
  );
  return { id };
}

/** An enrollment of the caller in a course whose only item is a tool. */
async function enrolled(place: PanelPlace): Promise<{ id: string; item_id: string }> {
  const { database, organisation, account } = place;
  const { id: tool_id } = await registered(place);
  const item_id = newId();
  const item = {
    id: item_id,
    title: "Drive",
    required: true,
    opens: "at_once",
    after: null,
    kind: "lti",
    tool_id,
    url: null,
    custom: [],
  };
  const { rows } = await database.superuser.query(
    `with c as (
      insert into course (tenant_id, id, code, code_norm, title, title_norm, type, content)
      select $1, gen_random_uuid(), $2, lower($2), 'Drive', 'drive', 'course', '{"kind": "items", "version": 1}'
      returning tenant_id, id
    ), l as (
      insert into course_item_list (tenant_id, course_id, version, items, created_at) select tenant_id, id, 1, $3, now() from c
    )
    insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, source, mandatory, assigned_at, attempts_allowed)
    select tenant_id, gen_random_uuid(), $4, id, 2026, 'admin', true, now(), 3 from c
    returning id`,
    [organisation.tenant_id, `TOOL-${item_id}`, JSON.stringify([item]), account.id],
  );
  return { id: rows[0].id as string, item_id };
}

export const samples: Record<string, PanelSample> = {
  addLtiTool: { status: 201, make: async (_, tag) => ({ body: { name: `Tool ${tag}`, ...settings } }) },
  changeLtiTool: {
    status: 200,
    make: async (place, tag) => ({ path: await registered(place), body: { name: `Tool ${tag}`, ...settings } }),
  },
  removeLtiTool: { status: 204, make: async (place) => ({ path: await registered(place) }) },
  launchMyTool: { status: 200, make: async (place) => ({ path: await enrolled(place) }) },
};
