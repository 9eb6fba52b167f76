// An organisation whose courses have content packages, and learners who open them on the content's own origin.
import assert from "node:assert/strict";
import { openDatabase } from "../database.ts";
import { createOrganisation } from "../organisation/organisation.ts";
import { createAccount, sessionOf, type Panel, type TestAccount } from "../panel/panel.ts";
import { freePorts } from "../ports.ts";
import { request, startServer, type Reply } from "../server.ts";

export type ContentScene = Awaited<ReturnType<typeof openContentScene>>;
export type Learner = Panel & { account: TestAccount; enrollment: string };

/** A course; `pass_score` in per cent. */
type Course = { code: string; pass_score?: number };
type Given = {
  courses: readonly Course[];
  attempts_allowed: number;
  clients?: NonNullable<Parameters<typeof createOrganisation>[1]>["clients"];
};

export const zip = { "content-type": "application/zip" };

/** Reads an address of the content's origin. */
export const get = (url: string, headers: Record<string, string> = {}) => request("", "GET", url, { headers });

/** The data with which an item begins. */
export const begin = async (opened: string, place = 0) => (await get(`${opened}items/${place}`)).body as Record<string, string>;

type Said = { item?: string; opening?: number; ended?: boolean };

/** Sends a commit, and repeats it if the server was too busy, as the player does. */
export async function commit(opened: string, seq: number, elements: Record<string, string>, said: Said = {}): Promise<Reply> {
  const body = { seq, item: "ITEM-1", opening: 1, ended: false, elements, ...said };
  for (let tries = 1; ; tries += 1) {
    const reply = await request("", "POST", `${opened}commits`, { body });
    if (reply.status !== 503 || tries === 20) return reply;
  }
}

/** The caller closes it after the tests. */
export async function openContentScene({ courses, attempts_allowed, clients = [] }: Given) {
  const database = await openDatabase();
  const [port] = (await freePorts(1)) as [number];
  const content = `http://localhost:${port}`;
  const server = await startServer(database, { own_port: port, base_url: "https://muster.example", connections_max: 8 });
  const acme = await createOrganisation(database, {
    clients,
    courses: courses.map((course) => ({
      ...course,
      title: `Course ${course.code}`,
      attempts_allowed,
      validity: { value: 12, unit: "month" as const },
    })),
  });
  const query = async (text: string, values: unknown[] = []): Promise<any[]> =>
    (await database.superuser.query(text, values)).rows;

  async function open(
    role: "training_admin" | "it_admin" | "learner",
    account?: TestAccount,
  ): Promise<Panel & { account: TestAccount }> {
    return sessionOf(server, database, acme.tenant_id, account ?? (await createAccount(database, acme.tenant_id, role)));
  }

  const admin = await open("training_admin");

  function upload(bytes: Buffer, file_name = "course.zip", panel: Panel = admin): Promise<Reply> {
    return panel.call("POST", `/packages?file_name=${encodeURIComponent(file_name)}`, { headers: zip, body: bytes });
  }

  async function put(course_code: string, package_id: string): Promise<Reply> {
    const [{ id }] = await query("select id from course where tenant_id = $1 and code = $2", [acme.tenant_id, course_code]);
    return admin.call("PATCH", `/courses/${id}`, { body: { content: { kind: "package", package_id } } });
  }

  /** Uploads a package for a course; returns the package. */
  async function give(course_code: string, bytes: Buffer): Promise<any> {
    const { status, body, text } = await upload(bytes);
    assert.equal(status, 201, text);
    const changed = await put(course_code, body.id);
    assert.equal(changed.status, 200, changed.text);
    return body;
  }

  /** A learner who has a course; `enrollment`: its id. */
  async function enrolled(course_code: string): Promise<Learner> {
    const learner = await open("learner");
    const [{ id }] = await query(
      `insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, source, mandatory, assigned_at, attempts_allowed)
      select tenant_id, gen_random_uuid(), $2, id, 2026, 'admin', true, now(), attempts_allowed from course where tenant_id = $1 and code = $3
      returning id`,
      [acme.tenant_id, learner.account.id, course_code],
    );
    return { ...learner, enrollment: id };
  }

  /** Opens the course; returns the address without its query. */
  async function launch(learner: Panel & { enrollment: string }): Promise<string> {
    const reply = await learner.post(`/my/courses/${learner.enrollment}/launch`);
    assert.equal(reply.status, 200, reply.text);
    return reply.body.url.split("?")[0];
  }

  const attempts = ({ enrollment }: { enrollment: string }) =>
    query("select number, score, passed from attempt where enrollment_id = $1 order by number", [enrollment]);

  const stateOf = async ({ enrollment }: { enrollment: string }): Promise<string> =>
    (await query("select state from enrollment where id = $1", [enrollment]))[0].state;

  /** The last part of the verbs in the statements about a learner. */
  const verbsOf = async ({ account }: { account: TestAccount }): Promise<string[]> =>
    (await query("select statement from xapi_statement where person_id = $1", [account.id])).map(({ statement }) =>
      statement.verb.id.split("/").at(-1),
    );

  async function close(): Promise<void> {
    await server.close();
    await database.close();
  }
  const learning = { enrolled, launch, attempts, stateOf, verbsOf };
  return { database, server, acme, admin, content, port, query, open, upload, put, give, ...learning, close };
}
