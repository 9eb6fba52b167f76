// Evidence that a company submits by its link, over HTTP: for its own people only, within limits, decided by the organisation.
import assert from "node:assert/strict";
import { once } from "node:events";
import http from "node:http";
import { after, before, test } from "node:test";
import { first_instant, openTraining, type TrainingOrganisation } from "../../harness/organisation/enrollments.ts";
import { createOrganisation } from "../../harness/organisation/organisation.ts";
import { learnersOf, type Learners } from "../../harness/panel/learners.ts";
import { createAccount, openPanel, own_page, type Panel, type Role, sessionOf } from "../../harness/panel/panel.ts";

let training: TrainingOrganisation;
let learners: Learners;
let trainer: Panel;

before(async () => {
  const person = (employee_no: string, contractor: string) => ({
    employee_no,
    first_name: "Anna",
    last_name: employee_no,
    email: `${employee_no.toLowerCase()}@build.example`,
    worker_type: "b2b_contractor" as const,
    contractor,
  });
  training = await openTraining({
    contractors: [
      { name: "Build", code: "BUILD" },
      { name: "Paint", code: "PAINT" },
    ],
    courses: [
      { code: "HEIGHT", title: "Work at height", validity: { value: 12, unit: "month" }, default_due_days: 30 },
      { code: "FIRE", title: "Fire safety", default_due_days: 30 },
      { code: "HERE", title: "Held here", content: { kind: "document", text: "Keep the doors shut." }, default_due_days: 30 },
    ],
    people: [person("B1", "BUILD"), person("B2", "BUILD"), person("P1", "PAINT")],
  });
  learners = learnersOf(training, first_instant);
  trainer = await open("training_admin");
});
after(() => training.close());

const open = async (role: Role): Promise<Panel> => {
  const { server, database, organisation } = training;
  return sessionOf(server, database, organisation.tenant_id, await createAccount(database, organisation.tenant_id, role));
};
const rows = async (text: string, values: unknown[] = []): Promise<any[]> =>
  (await training.database.superuser.query(text, values)).rows;
const contractor = async (code: string): Promise<string> =>
  (await rows("select id from contractor where code = $1", [code]))[0].id;
const link = async (code = "BUILD", days = 14): Promise<{ id: string; token: string }> => {
  const made = await trainer.post(`/contractors/${await contractor(code)}/evidence-links`, { days });
  assert.equal(made.status, 201, made.text);
  return { id: made.body.id, token: made.body.url.split("#")[1] };
};
const look = (token: string) =>
  openPanel(training.server).call("GET", "/evidence-link", { headers: { "x-evidence-link": token } });
const asked = async (token: string, name: string, course = "Work at height") =>
  (await look(token)).body.asked.find((one: any) => one.full_name.endsWith(name) && one.course_title === course)?.enrollment_id;

type Sent = { name?: string; type?: string; bytes?: string; completed_on?: string };
const send = (
  token: string,
  enrollment_id: string,
  { name = "card.pdf", type = "application/pdf", bytes = "%PDF-1.7 card", completed_on = "2026-02-02" }: Sent = {},
) =>
  openPanel(training.server).call(
    "POST",
    `/evidence-link/submissions?${new URLSearchParams({ enrollment_id, completed_on, name }).toString()}`,
    {
      headers: { "x-evidence-link": token, "content-type": type },
      body: Buffer.from(bytes),
    },
  );
const waiting = async (): Promise<any[]> => {
  const reply = await trainer.get("/submissions?state=waiting");
  assert.equal(reply.status, 200, reply.text);
  return reply.body.submissions;
};

test("a link shows the company what its own people are asked for elsewhere, and nothing else", async () => {
  await learners.assign("B1", "HEIGHT");
  await learners.assign("B2", "HERE");
  await learners.assign("P1", "HEIGHT");
  const { token } = await link();
  const seen = await look(token);
  assert.equal(seen.status, 200, seen.text);
  const { organisation, contractor: company, today, asked: for_whom, submissions } = seen.body;
  assert.deepEqual([organisation, company, today, submissions], ["ACME Logistics", "Build", "2026-02-02", []]);
  assert.deepEqual(
    for_whom.map(({ full_name, course_title, waits }: any) => [full_name, course_title, waits]),
    [["Anna B1", "Work at height", false]],
  );
  assert.deepEqual(Object.keys(for_whom[0]), ["enrollment_id", "full_name", "course_title", "assigned_on", "due_date", "waits"]);
  const [stored] = await rows("select token_hash from evidence_link");
  assert.ok(!seen.text.includes(token.split(".")[1]!) && !stored.token_hash.toString("utf8").includes(token));
});

test("an accepted file is a passed attempt of its day, with the certificate; a refused one is told with its reason, and its bytes go", async () => {
  await learners.at("2026-02-05T07:00:00Z");
  trainer = await open("training_admin");
  const { id, token } = await link();
  const enrollment_id = await asked(token, "B1");
  assert.equal((await send(token, enrollment_id, { completed_on: "2026-02-03" })).status, 201);
  const again = await send(token, enrollment_id);
  assert.deepEqual([again.status, again.body.code], [409, "EVIDENCE_WAITS"]);
  const [first] = await waiting();
  assert.deepEqual(
    [first.full_name, first.contractor_name, first.completed_on, first.file_name],
    ["Anna B1", "Build", "2026-02-03", "card.pdf"],
  );
  const file = await trainer.get(`/submissions/${first.id}/file`);
  assert.deepEqual([file.status, file.text, file.headers.get("x-content-type-options")], [200, "%PDF-1.7 card", "nosniff"]);
  assert.match(file.headers.get("content-disposition")!, /^attachment/);
  assert.equal((await (await open("compliance_officer")).post(`/submissions/${first.id}/accept`)).status, 403);
  const refused = await trainer.post(`/submissions/${first.id}/refuse`, { reason: "The signature is missing." });
  assert.equal(refused.status, 204, refused.text);
  assert.equal((await trainer.get(`/submissions/${first.id}/file`)).status, 404);
  assert.deepEqual(
    (await look(token)).body.submissions.map(({ state, reason }: any) => [state, reason]),
    [["refused", "The signature is missing."]],
  );

  assert.equal((await send(token, enrollment_id, { completed_on: "2026-02-03", name: "better.html" })).status, 201);
  const [second] = await waiting();
  const better = await trainer.get(`/submissions/${second.id}/file`);
  assert.match(better.headers.get("content-disposition")!, /filename="better\.html\.pdf"/, "it opens as what it is");
  const outcomes = await Promise.all([1, 2, 3].map(() => trainer.post(`/submissions/${second.id}/accept`)));
  assert.deepEqual(
    outcomes.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 409, 409],
  );
  const accepted = outcomes.find(({ status }) => status === 200)!;
  assert.deepEqual([accepted.body.status, accepted.body.completed_at], ["completed", "2026-02-03T11:00:00.000Z"]);
  const [certificate] = await rows("select valid_from::text from certificate where enrollment_id = $1", [enrollment_id]);
  assert.equal(certificate.valid_from, "2026-02-03");
  assert.equal(await asked(token, "B1"), undefined, "it is asked for no more");
  const operations = await rows(
    "select operation from audit_log where operation like '%evidence%' or operation = 'enrollment.complete' order by xid, id",
  );
  assert.deepEqual(
    operations.map(({ operation }) => operation),
    [
      "contractor.create_evidence_link",
      "contractor.create_evidence_link",
      "enrollment.submit_evidence",
      "enrollment.refuse_evidence",
      "enrollment.submit_evidence",
      "enrollment.complete",
    ],
  );
  assert.equal((await trainer.post(`/evidence-links/${id}/end`)).status, 204);
  assert.equal((await look(token)).status, 404);
});

test("files are refused that are not what they say, for other people, days that cannot be, or beyond the limits", async () => {
  await learners.assign("B2", "HEIGHT");
  const [{ token }, theirs] = [await link(), await link("PAINT")];
  const enrollment_id = await asked(token, "B2");
  const of_paint = await asked(theirs.token, "P1");
  const codes = async (reply: ReturnType<typeof send>) => {
    const { status, body } = await reply;
    return [status, body.errors?.[0]?.code ?? body.code];
  };
  assert.deepEqual(await codes(send(token, of_paint)), [422, "INVALID_VALUE"]);
  assert.deepEqual(await codes(send(token, enrollment_id, { bytes: "<script>" })), [422, "FILE_NOT_AS_DECLARED"]);
  assert.equal((await send(token, enrollment_id, { type: "text/html", bytes: "<script>" })).status, 415);
  assert.equal((await send(token, enrollment_id, { type: "image/svg+xml", bytes: "<svg/>" })).status, 415);
  const packed = { "x-evidence-link": token, "content-type": "application/pdf", "content-encoding": "gzip" };
  const path = `/evidence-link/submissions?enrollment_id=${enrollment_id}&completed_on=2026-02-02&name=card.pdf`;
  const of_packed = await openPanel(training.server).call("POST", path, { headers: packed, body: Buffer.from("%PDF-") });
  assert.equal(of_packed.status, 415);
  assert.equal((await send(token, enrollment_id, { name: "card\u202Efdp.exe" })).status, 422);
  assert.equal((await send(token, enrollment_id, { name: "card\r\nset-cookie: a=b" })).status, 422);
  assert.deepEqual(await codes(send(token, enrollment_id, { completed_on: "2026-02-01" })), [422, "OUT_OF_RANGE"]);
  assert.deepEqual(await codes(send(token, enrollment_id, { completed_on: "2026-02-06" })), [422, "OUT_OF_RANGE"]);
  assert.equal((await send(token, enrollment_id, { bytes: `%PDF-${"x".repeat(5_242_880)}` })).status, 413);
  assert.deepEqual(await waiting(), []);
});

test("the last file within the limits is taken once, however many come at the same moment", async () => {
  await learners.assign("B2", "FIRE");
  const { token } = await link();
  const both = [await asked(token, "B2"), await asked(token, "B2", "Fire safety")];
  await rows(
    `insert into submission (tenant_id, id, link_id, person_id, enrollment_id, name, media_type, size_bytes, sha256, completed_on, submitted_at,
      state, reason, decided_at)
    select l.tenant_id, gen_random_uuid(), l.id, e.person_id, e.id, 'x', 'image/png', 1, sha256(''), '2026-02-02', '2026-02-05T06:59:00Z', 'refused', 'x', now()
    from evidence_link l join enrollment e on e.tenant_id = l.tenant_id and e.id = $2, generate_series(1, 29)
    where l.token_hash = sha256(convert_to($1, 'UTF8'))`,
    [token.split(".")[1], both[0]],
  );
  const on = { completed_on: "2026-02-05" };
  const replies = await Promise.all(both.map((enrollment_id) => send(token, enrollment_id, on)));
  assert.deepEqual(
    replies.map(({ status }) => status).toSorted((one, other) => one - other),
    [201, 429],
  );
  const many = replies.find(({ status }) => status === 429)!;
  assert.deepEqual([many.body.code, many.headers.get("retry-after")], ["TOO_MUCH_EVIDENCE", "600"]);
  const [one, ...more] = await waiting();
  assert.deepEqual(more, []);
  assert.equal((await trainer.post(`/submissions/${one.id}/refuse`, { reason: "Not legible." })).status, 204);
});

test("four files of a link are held at once: the fifth is refused before its bytes are there, and the four arrive", async () => {
  const { token } = await link();
  const enrollment_id = await asked(token, "B2");
  const query = new URLSearchParams({ enrollment_id, completed_on: "2026-02-05", name: "card.pdf" }).toString();
  const headers = { ...own_page, "x-evidence-link": token, "content-type": "application/pdf", "content-length": 10 };
  const uploads = Array.from({ length: 5 }, () => {
    const request = http.request(`${training.server.url}/panel/api/evidence-link/submissions?${query}`, {
      method: "POST",
      headers,
      agent: false,
    });
    request.write("%PDF-");
    const status = once(request, "response").then(([response]: http.IncomingMessage[]) => response!.resume().statusCode!);
    return { request, status };
  });
  const first = await Promise.race(uploads.map(async ({ status }, index) => ({ index, status: await status })));
  assert.equal(first.status, 429);
  const held = uploads.filter((_, index) => index !== first.index);
  for (const { request } of held) request.end("1.7 a");
  const statuses = await Promise.all(held.map(({ status }) => status));
  assert.deepEqual(
    statuses.toSorted((one, other) => one - other),
    [201, 409, 409, 409],
  );
  uploads[first.index]!.request.destroy();
  const [one] = await waiting();
  assert.equal((await trainer.post(`/submissions/${one.id}/refuse`, { reason: "Not legible." })).status, 204);
});

test("evidence of the day of the assignment is accepted; that of a person who has left is not, and stays waiting", async () => {
  await learners.at("2026-02-05T15:00:00Z");
  trainer = await open("training_admin");
  await learners.assign("B1", "FIRE");
  const { token } = await link();
  const of = async (name: string) => {
    const enrollment_id = await asked(token, name, "Fire safety");
    assert.equal((await send(token, enrollment_id, { completed_on: "2026-02-05" })).status, 201);
    return (await waiting()).find((one) => one.enrollment_id === enrollment_id).id;
  };
  const accepted = await trainer.post(`/submissions/${await of("B1")}/accept`);
  assert.deepEqual([accepted.status, accepted.body.completed_at], [200, "2026-02-05T11:00:00.000Z"], accepted.text);
  const left = await of("B2");
  const user = await learners.person("B2");
  assert.equal((await training.api.patch(`/api/v1/users/${user}`, { active: false })).status, 200);
  const refused = await trainer.post(`/submissions/${left}/accept`);
  assert.equal(refused.status, 409, refused.text);
  assert.deepEqual(
    (await waiting()).map(({ id }) => id),
    [left],
  );
});

test("a link that is forged, ended, outdated, of another organisation or of a company that was switched off opens and takes nothing", async () => {
  await learners.assign("P1", "FIRE");
  const [{ token }, ended] = [await link("PAINT", 1), await link("PAINT")];
  const [code, secret] = token.split(".") as [string, string];
  const enrollment_id = await asked(token, "P1");
  const flipped = (secret.startsWith("A") ? "B" : "A") + secret.slice(1);
  const twin = await createOrganisation(training.database, { organisation: { code: "TWIN", name: "Twin" } });
  const closed = async (of: string) => {
    const replies = [await look(of), await send(of, enrollment_id)];
    for (const { status, body } of replies) assert.deepEqual([status, body.code], [404, "EVIDENCE_LINK_NOT_VALID"], of);
    assert.equal(replies[0]!.body.detail, replies[1]!.body.detail, "told alike");
  };
  for (const forged of ["", secret, `${code}.${flipped}`, `${twin.code}.${secret}`, `${code}.${secret}x`, `NOBODY.${secret}`])
    await closed(forged);
  assert.equal((await look(token)).status, 200);
  assert.equal((await trainer.post(`/evidence-links/${ended.id}/end`)).status, 204);
  await closed(ended.token);
  await rows("update contractor set active = false where code = 'PAINT'");
  await closed(token);
  assert.equal((await trainer.post(`/contractors/${await contractor("PAINT")}/evidence-links`, { days: 1 })).status, 404);
  await rows("update contractor set active = true where code = 'PAINT'");
  await learners.at("2026-02-06T15:00:01Z");
  await closed(token);
  trainer = await open("training_admin");
  assert.deepEqual(
    (await waiting()).filter(({ contractor_name }) => contractor_name === "Paint"),
    [],
  );
});
