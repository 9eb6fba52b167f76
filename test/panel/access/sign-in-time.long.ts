// AU10: the time of a failed sign-in does not reveal whether an account exists. Samples of all causes are taken in turns, so that
// other load on the machine affects all of them equally. Each uses an address and a login of its own, so that no limit answers
// before the password is checked.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, openPanel } from "../../harness/panel/panel.ts";
import { startServer, type TestServer } from "../../harness/server.ts";

const rounds = 150;
const warm_up_rounds = 10;
const difference_max_ms = 5;

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;

before(async () => {
  database = await openDatabase();
  server = await startServer(database, { trust_proxy: "127.0.0.1/32" });
  acme = await createOrganisation(database, {});
});
after(async () => {
  await server?.close();
  await database?.close();
});

const accountOf = async (role: "it_admin" | "learner") => (await createAccount(database, acme.tenant_id, role)).login;

/** The login for each cause; a new one each time. */
const causes: Record<string, (round: number) => Promise<{ login: string; tenant_code?: string }>> = {
  "wrong password of an administrator": async () => ({ login: await accountOf("it_admin") }),
  "wrong password of a learner": async () => ({ login: await accountOf("learner") }),
  "unknown login": async (round) => ({ login: `nobody${round}@acme.example` }),
  "unknown organisation": async (round) => ({ login: `nobody${round}@acme.example`, tenant_code: "NOWHERE" }),
  "disabled administrator": async () => {
    const login = await accountOf("it_admin");
    await database.superuser.query("update administrator set disabled_at = now() where email = $1", [login]);
    return { login };
  },
  "learner who has left": async () => {
    const login = await accountOf("learner");
    await database.superuser.query("update person set state = 'deactivated' where login = $1", [login]);
    return { login };
  },
  "no password yet": async () => {
    const login = await accountOf("it_admin");
    await database.superuser.query(
      "delete from credential where administrator_id = (select id from administrator where email = $1)",
      [login],
    );
    return { login };
  },
};

test("AU10 the time of a failed sign-in tells no cause from another: medians within 5 ms", async (t) => {
  const times = new Map(Object.keys(causes).map((name) => [name, [] as number[]]));
  let asked = 0;
  for (let round = -warm_up_rounds; round < rounds; round += 1) {
    for (const [name, arrange] of shuffled(Object.entries(causes))) {
      asked += 1;
      const body = { tenant_code: acme.code, password: "three blue bicycles", ...(await arrange(asked)) };
      const headers = { "x-forwarded-for": `10.0.${asked >> 8}.${asked & 255}` };
      const began_ms = performance.now();
      const reply = await openPanel(server).post("/sign-in", body, { headers });
      const took_ms = performance.now() - began_ms;
      assert.equal(reply.status, 401, `${name}: ${reply.text}`);
      if (round >= 0) times.get(name)!.push(took_ms);
    }
  }
  const medians = [...times].map(([name, taken]) => ({ name, ms: median(taken) }));
  t.diagnostic(medians.map(({ name, ms }) => `${name} ${ms.toFixed(1)} ms`).join(", "));
  const [least, most] = [Math.min(...medians.map(({ ms }) => ms)), Math.max(...medians.map(({ ms }) => ms))];
  assert.ok(most - least <= difference_max_ms, `${(most - least).toFixed(1)} ms`);
});

function median(taken: readonly number[]): number {
  return taken.toSorted((one, other) => one - other)[Math.floor(taken.length / 2)]!;
}

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, key: Math.random() }))
    .toSorted((one, other) => one.key - other.key)
    .map(({ value }) => value);
}
