// An organisation whose courses have files as items, and learners with these courses.
import { openDatabase } from "../database.ts";
import { createOrganisation } from "../organisation/organisation.ts";
import { createAccount, sessionOf, type Panel, type Role, type TestAccount } from "../panel/panel.ts";
import { startServer } from "../server.ts";
import { sendCourseFile } from "./send.ts";

export type FileScene = Awaited<ReturnType<typeof openFileScene>>;

export const documentItem = (file_id: string, rest = {}) => ({
  kind: "document",
  title: "Rules",
  required: true,
  opens: "at_once",
  file_id,
  ...rest,
});

/** A document of several parts in which every byte shows its position. */
export const pdfOf = (length: number) =>
  Buffer.from(
    `%PDF-1.7\n${Array.from({ length: Math.ceil(length / 10) }, (_, at) => String(at).padStart(9, "0")).join(" ")}`,
  ).subarray(0, length);

/** The caller closes it after the tests. */
export async function openFileScene(course_codes: readonly string[]) {
  const database = await openDatabase();
  const server = await startServer(database);
  const acme = await createOrganisation(database, { courses: course_codes.map((code) => ({ code, title: `Course ${code}` })) });
  const query = async (sql: string, values: unknown[] = []) => (await database.superuser.query(sql, values)).rows;

  async function open(role: Role, of = acme): Promise<Panel & { account: TestAccount }> {
    return sessionOf(server, database, of.tenant_id, await createAccount(database, of.tenant_id, role));
  }
  const admin = await open("training_admin");

  async function courseId(code: string, of = acme): Promise<string> {
    return (await query("select id from course where tenant_id = $1 and code = $2", [of.tenant_id, code]))[0].id;
  }

  async function enrolled(code: string): Promise<Panel & { account: TestAccount; enrollment: string }> {
    const learner = await open("learner");
    const [{ id }] = await query(
      `insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, source, mandatory, assigned_at, attempts_allowed)
      select tenant_id, gen_random_uuid(), $2, id, 2026, 'admin', true, now(), 2 from course where tenant_id = $1 and code = $3
      returning id`,
      [acme.tenant_id, learner.account.id, code],
    );
    return { ...learner, enrollment: id };
  }

  const setItems = async (code: string, items: unknown[]) =>
    admin.call("PUT", `/courses/${await courseId(code)}/items`, { body: { items } });
  const send = async (code: string, name: string, bytes: Buffer) => sendCourseFile(admin, await courseId(code), name, bytes);

  async function close(): Promise<void> {
    await server.close();
    await database.close();
  }
  return { database, server, acme, admin, query, open, courseId, enrolled, setItems, send, close };
}
