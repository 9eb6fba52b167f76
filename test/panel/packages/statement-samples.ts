import { newId } from "../../../server/platform/ids.ts";
import { createAccount } from "../../harness/panel/panel.ts";
import type { PanelPlace, PanelSample } from "../samples.ts";

/** Stores a statement; returns its id. */
async function stored({ database, organisation }: PanelPlace): Promise<string> {
  const { id: person_id } = await createAccount(database, organisation.tenant_id, "learner");
  const id = newId();
  const statement = {
    id,
    actor: { objectType: "Agent", account: { homePage: "https://muster.example", name: person_id } },
    verb: { id: "http://adlnet.gov/expapi/verbs/experienced", display: { en: "experienced" } },
    object: { id: "https://content.example/lesson", definition: { name: { en: "Lesson" } } },
    result: { score: { scaled: 0.9 } },
    authority: { objectType: "Agent", name: "Simulator", account: { homePage: "https://muster.example", name: "client" } },
  };
  await database.superuser.query(
    `insert into xapi_statement (tenant_id, id, person_id, stored_ms, place, statement, digest, keys)
    values ($1, $2, $3, 1700000000000, 0, $4, sha256('a'), '{}')`,
    [organisation.tenant_id, id, person_id, JSON.stringify(statement)],
  );
  return id;
}

export const samples: Record<string, PanelSample> = {
  listStatements: {
    status: 200,
    async make(place) {
      await stored(place);
      return { query: { from: "2020-01-01T00:00:00Z" } };
    },
  },
  getStatement: { status: 200, make: async (place) => ({ path: { id: await stored(place) } }) },
};
