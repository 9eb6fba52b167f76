// The life of a person and a group with each provider, request by request, against the running service.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openProvisioned, type Provisioned } from "../harness/scim.ts";
import { lives, type Life, type Step } from "./lives.fixture.ts";

for (const { provider, profile, steps } of lives) {
  test(`${provider}: every request from creation to deletion is answered as the provider needs it`, async () => {
    const acme = await openProvisioned({
      departments: [
        { name: "Transport", code: "T" },
        { name: "Sales", code: "S" },
      ],
    });
    try {
      const ids = new Map<string, string>();
      for (const step of steps) await take(acme, profile, step, ids);
      await assertEnd(acme, ids);
    } finally {
      await acme.close();
    }
  });
}

async function take(acme: Provisioned, profile: Life["profile"], step: Step, ids: Map<string, string>): Promise<void> {
  const known = <Value>(value: Value): Value =>
    JSON.parse(
      JSON.stringify(value).replaceAll(/(?:\{|%7B)(user|other|group)(?:\}|%7D)/g, (_, name: string) => ids.get(name)!),
    ) as Value;
  const [method, path] = known(step.ask).split(" ", 2) as [string, string];
  const reply = await acme.scim[profile].call(method, path, step.body === undefined ? {} : { body: known(step.body) });
  const context = `${method} ${path}: ${reply.text}`;
  assert.equal(reply.status, step.status, context);
  if (step.status === 204) assert.equal(reply.text, "");
  if (step.shows) assert.partialDeepStrictEqual(reply.body, known(step.shows), context);
  for (const name of step.lacks ?? []) assert.ok(!(name in reply.body), context);
  if (step.names) ids.set(step.names, reply.body.id);
}

/** There is one person each, and the platform has kept the deleted one. All who joined have left, with one event each. */
async function assertEnd(acme: Provisioned, ids: ReadonlyMap<string, string>): Promise<void> {
  const { rows } = await acme.database.superuser.query("select id, state, managed_by from person order by id");
  assert.deepEqual(rows, [
    { id: ids.get("user"), state: "deactivated", managed_by: "platform" },
    { id: ids.get("other"), state: "invited", managed_by: "scim" },
  ]);
  const moves = (await acme.events())
    .filter(({ type }) => type.startsWith("group."))
    .map(({ type, data }) => `${type} ${data.user.id}`);
  const due = ["member_joined", "member_left"].flatMap((type) => [
    `group.${type} ${ids.get("user")}`,
    `group.${type} ${ids.get("other")}`,
  ]);
  assert.deepEqual(moves.toSorted(), due.toSorted());
  const log = await acme.database.superuser.query(
    "select status from scim_exchange where status >= 400 and status not in (404, 409)",
  );
  assert.deepEqual(log.rows, []);
}
