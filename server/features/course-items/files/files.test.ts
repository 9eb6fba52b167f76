// Files as items of a course from outside: sent in parts, judged by their content, read by learners in ranges, and nobody else's.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sendCourseFile } from "../../../../test/harness/course-files/send.ts";
import { webmOf } from "../../../../test/harness/course-files/webm.ts";
import { openDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { workOff } from "../../../../test/harness/jobs.ts";
import { createOrganisation, type TestOrganisation } from "../../../../test/harness/organisation/organisation.ts";
import { createAccount, sessionOf, type Panel, type TestAccount } from "../../../../test/harness/panel/panel.ts";
import { startServer, type Reply, type TestServer } from "../../../../test/harness/server.ts";
import { part_bytes } from "./limits.ts";
import { removeInParts } from "./remove.job.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let admin: Panel;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, {
    courses: ["DOC", "FILM", "BAD", "FULL", "OLD"].map((code) => ({ code, title: `Course ${code}` })),
  });
  admin = await open("training_admin");
});
after(async () => {
  await server.close();
  await database.close();
});

const query = async (sql: string, values: unknown[] = []) => (await database.superuser.query(sql, values)).rows;

async function open(
  role: "training_admin" | "it_admin" | "compliance_officer" | "learner",
  of = acme,
): Promise<Panel & { account: TestAccount }> {
  return sessionOf(server, database, of.tenant_id, await createAccount(database, of.tenant_id, role));
}

async function ok(reply: Promise<Reply>): Promise<any> {
  const { status, body, text: said } = await reply;
  assert.ok(status < 300, said);
  return body;
}

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

const item = (file_id: string, rest = {}) => ({
  kind: "document",
  title: "Rules",
  required: true,
  opens: "at_once",
  file_id,
  ...rest,
});
const setItems = async (code: string, items: unknown[]) =>
  admin.call("PUT", `/courses/${await courseId(code)}/items`, { body: { items } });
const send = async (code: string, name: string, bytes: Buffer) => sendCourseFile(admin, await courseId(code), name, bytes);

/** A document of some parts whose every byte tells its place. */
const pdfOf = (length: number) =>
  Buffer.from(
    `%PDF-1.7\n${Array.from({ length: Math.ceil(length / 10) }, (_, at) => String(at).padStart(9, "0")).join(" ")}`,
  ).subarray(0, length);

test("a document is sent in parts, read whole and in ranges by its learner, and completes the course when it is read", async () => {
  const bytes = pdfOf(part_bytes + 70_000);
  const file = await ok(send("DOC", "Rules of the house.txt", bytes));
  assert.deepEqual(
    [file.name, file.media_type, file.size_bytes],
    ["Rules of the house.txt.pdf", "application/pdf", bytes.length],
  );
  const list = await ok(
    setItems("DOC", [item(file.id), { kind: "text", title: "More", required: true, opens: "after_previous", text: "More." }]),
  );
  assert.deepEqual([list.items[0].file_id, list.files.map(({ id }: { id: string }) => id)], [file.id, [file.id]]);

  const learner = await enrolled("DOC");
  const { items } = await ok(learner.post(`/my/courses/${learner.enrollment}/run`));
  const at = `/my/courses/${learner.enrollment}/items/${items[0].id}`;
  const { file: shown, text } = await ok(learner.get(at));
  assert.deepEqual(
    [shown, text],
    [{ name: "Rules of the house.txt.pdf", media_type: "application/pdf", size_bytes: bytes.length }, null],
  );

  const whole = await learner.get(`${at}/file`);
  assert.deepEqual([whole.status, whole.text === bytes.toString()], [200, true]);
  const expected = {
    "content-type": "application/pdf",
    "content-length": String(bytes.length),
    "accept-ranges": "bytes",
    "content-disposition": `attachment; filename="Rules of the house.txt.pdf"; filename*=UTF-8''Rules%20of%20the%20house.txt.pdf`,
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "private, no-cache",
  };
  for (const [name, value] of Object.entries(expected)) assert.equal(whole.headers.get(name), value, name);
  const head = await learner.call("HEAD", `${at}/file`);
  assert.deepEqual([head.status, head.headers.get("content-length"), head.text], [200, String(bytes.length), ""]);
  const etag = whole.headers.get("etag")!;
  const ask = (headers: Record<string, string>) => learner.call("GET", `${at}/file`, { headers });
  // The range lies over the end of a part and of what is read at once.
  const [from, to] = [part_bytes - 5, part_bytes + 49_999];
  for (const further of [{}, { "if-range": etag }] as Record<string, string>[]) {
    const part = await ask({ range: `bytes=${from}-${to}`, ...further });
    assert.equal(part.status, 206);
    assert.equal(part.headers.get("content-range"), `bytes ${from}-${to}/${bytes.length}`);
    assert.ok(part.text === bytes.subarray(from, to + 1).toString());
  }
  assert.equal((await ask({ range: "bytes=-3" })).text, bytes.subarray(-3).toString());
  assert.equal((await ask({ range: "bytes=0-4", "if-range": '"another"' })).status, 200, "of something else all is sent");
  const beyond = await ask({ range: `bytes=${bytes.length}-` });
  assert.deepEqual([beyond.status, beyond.body.code], [416, "RANGE_NOT_SATISFIABLE"]);
  assert.equal(beyond.headers.get("content-range"), `bytes */${bytes.length}`);
  assert.equal((await ask({ "if-none-match": etag })).status, 304);

  const read = await ok(learner.post(`${at}/finish`));
  assert.deepEqual(
    read.items.map(({ state }: { state: string }) => state),
    ["done", "open"],
  );
  assert.equal((await ask({ range: "bytes=0-4" })).text, "%PDF-", "it can be read again");
  assert.equal((await ok(learner.post(`/my/courses/${learner.enrollment}/items/${items[1].id}/finish`))).status, "completed");
});

test("a video is seen in parts on two devices, goes on where it was left, and is done once the share that it asks for was seen", async () => {
  const [film, captions] = [
    await ok(send("FILM", "exits.webm", webmOf(100))),
    await ok(send("FILM", "exits.vtt", Buffer.from("WEBVTT\n\n00:00.000 --> 00:09.000\nThe exits\n"))),
  ];
  const video = { kind: "video", title: "Exits", required: true, opens: "at_once", file_id: film.id, captions_id: captions.id };
  const refused = async (item: object) => (await setItems("FILM", [item])).body.errors[0].pointer;
  assert.equal(await refused({ ...video, file_id: captions.id }), "#/items/0/file_id");
  assert.equal(await refused({ ...video, captions_id: film.id }), "#/items/0/captions_id");
  assert.equal(await refused({ ...video, url: "https://films.example/exits" }), "#/items/0/file_id");
  assert.equal(await refused({ ...video, file_id: undefined, url: "https://films.example/exits" }), "#/items/0/captions_id");
  assert.equal(await refused({ ...video, seen_percent: 0 }), "#/items/0/seen_percent");
  const [usual] = (await ok(setItems("FILM", [video]))).items;
  assert.deepEqual([usual.seen_percent, usual.url], [90, null]);
  await ok(
    setItems("FILM", [
      { ...video, id: usual.id, seen_percent: 80 },
      { kind: "text", title: "More", required: true, opens: "after_previous", text: "More." },
    ]),
  );

  const phone = await enrolled("FILM");
  const { items } = await ok(phone.post(`/my/courses/${phone.enrollment}/run`));
  const at = `/my/courses/${phone.enrollment}/items/${items[0].id}`;
  const watch = (device: Panel, position_s: number, ...seen: [number, number][]) =>
    device.call("PUT", `${at}/watching`, {
      body: { position_s, duration_s: 100, seen: seen.map(([from_s, to_s]) => ({ from_s, to_s })) },
    });
  assert.deepEqual((await ok(phone.get(at))).video, { seen_percent: 0, needed_percent: 80, position_s: 0, captions: true });
  assert.match((await phone.get(`${at}/captions`)).text, /^WEBVTT/);
  const range = await phone.call("GET", `${at}/file`, { headers: { range: "bytes=0-3" } });
  assert.deepEqual([range.status, range.headers.get("content-type")], [206, "video/webm"]);

  const begun = await ok(watch(phone, 50, [0, 50]));
  assert.deepEqual([begun.seen_percent, begun.course.items[0].state, begun.course.status], [50, "under_way", "in_progress"]);
  const early = await phone.post(`${at}/finish`);
  assert.equal(early.body.code, "ITEM_NOT_OF_THIS_KIND", "nobody says of a video that it was seen");
  const desk = await sessionOf(server, database, acme.tenant_id, phone.account);
  assert.deepEqual((await ok(desk.get(at))).video, { seen_percent: 50, needed_percent: 80, position_s: 50, captions: true });
  // What was seen twice counts once, and what comes late from the phone is not lost.
  const both = await Promise.all([watch(desk, 70, [30, 70]), watch(phone, 55, [50, 55])]);
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200],
  );
  const nearly = await ok(watch(desk, 79, [70, 79]));
  assert.deepEqual([nearly.seen_percent, nearly.course.items[0].state], [79, "under_way"]);
  const done = await ok(watch(desk, 80, [79, 80]));
  assert.deepEqual(
    done.course.items.map(({ state }: { state: string }) => state),
    ["done", "open"],
  );
  assert.equal((await watch(await open("learner"), 1, [0, 1])).status, 404);
  assert.equal(
    (
      await phone.call("PUT", at.replace(items[0].id, items[1].id) + "/watching", {
        body: { position_s: 1, duration_s: 2, seen: [] },
      })
    ).body.code,
    "ITEM_NOT_OF_THIS_KIND",
  );
  await ok(phone.post(`${at}/finish`));
  const end = await ok(phone.post(`/my/courses/${phone.enrollment}/items/${items[1].id}/finish`));
  assert.equal(end.status, "completed");
  assert.equal((await watch(phone, 1, [0, 1])).body.code, "ENROLLMENT_NOT_OPEN");
  assert.equal((await phone.call("GET", `${at}/file`, { headers: { range: "bytes=0-3" } })).status, 206, "it can be seen again");
});

test("an erasure takes what its person has seen of videos, and leaves that the item is done", async () => {
  const learner = await enrolled("FILM");
  const { items } = await ok(learner.post(`/my/courses/${learner.enrollment}/run`));
  const body = { position_s: 90, duration_s: 100, seen: [{ from_s: 0, to_s: 90 }] };
  await ok(learner.call("PUT", `/my/courses/${learner.enrollment}/items/${items[0].id}/watching`, { body }));
  const countOf = async (table: string) =>
    (
      await query(
        `select count(*)::int as count from ${table} t join course_run r on r.id = t.run_id where r.enrollment_id = $1`,
        [learner.enrollment],
      )
    )[0].count;
  assert.deepEqual([await countOf("course_run_video"), await countOf("course_run_item")], [1, 1]);
  const [{ employee_no }] = await query("select employee_no from person where id = $1", [learner.account.id]);
  const it = await open("it_admin");
  await ok(admin.call("PATCH", `/people/${learner.account.id}`, { body: { active: false } }));
  await ok(it.post(`/people/${learner.account.id}/erasure`, { confirmation: employee_no }));
  await workOff(database);
  assert.deepEqual([await countOf("course_run_video"), await countOf("course_run_item")], [0, 1]);
});

test("a file is judged by its content: HTML called .pdf, SVG, and an archive called .mp4 are refused and leave nothing; a PDF with a script behind it stays a PDF", async () => {
  const refused = {
    "page.pdf": "<!doctype html><script>alert(document.cookie)</script>",
    "picture.svg": "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
    "picture.png": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    "film.mp4": "PK\u0003\u0004ftypisom",
    "page.html": "<html>",
  };
  for (const [name, text] of Object.entries(refused)) {
    const reply = await send("BAD", name, Buffer.from(text));
    assert.deepEqual([reply.status, reply.body.code], [422, "COURSE_FILE_REFUSED"], name);
  }
  const course_id = await courseId("BAD");
  assert.deepEqual(await query("select from course_file where course_id = $1", [course_id]), []);

  const polyglot = "%PDF-1.7\n%%EOF\n<script>alert(document.cookie)</script>";
  const { id, name } = await ok(send("BAD", "rules.html", Buffer.from(polyglot)));
  assert.equal(name, "rules.html.pdf");
  const { headers, text } = await (await open("compliance_officer")).get(`/courses/${course_id}/files/${id}`);
  assert.equal(text, polyglot);
  assert.deepEqual(
    ["content-type", "x-content-type-options", "content-security-policy"].map((header) => headers.get(header)),
    ["application/pdf", "nosniff", "default-src 'none'; sandbox; frame-ancestors 'none'"],
  );
  assert.match(headers.get("content-disposition")!, /^attachment; filename="rules.html.pdf"/);

  const captions = await ok(send("BAD", "words.vtt", Buffer.from("WEBVTT\n")));
  for (const [file_id, at] of [
    [captions.id, /no document/],
    [acme.tenant_id, /no file/],
  ] as const) {
    const reply = await setItems("BAD", [item(file_id)]);
    assert.deepEqual([reply.status, reply.body.errors[0].pointer], [422, "#/items/0/file_id"]);
    assert.match(reply.body.errors[0].detail, at);
  }
  assert.equal((await setItems("BAD", [item(id, { text: "both" })])).body.errors[0].pointer, "#/items/0/text");
  assert.equal((await setItems("BAD", [{ ...item(id), file_id: undefined }])).body.errors[0].pointer, "#/items/0/file_id");
});

test("what is too large is refused with what to do, before its bytes are kept; parts come in their lengths, and nothing is there before all are", async () => {
  const course_id = await courseId("FULL");
  const begin = (size_bytes: number) => admin.post(`/courses/${course_id}/files`, { name: "film.pdf", size_bytes });
  const film = await begin(524_288_001);
  assert.deepEqual([film.status, film.body.code, film.body.limit_bytes], [413, "PAYLOAD_TOO_LARGE", 524_288_000]);
  assert.match(film.body.detail, /500 MiB: save it with a lower resolution, or in several/);
  const { id } = await ok(begin(52_428_801));
  const part = (file_id: string, number: number, bytes: Buffer) =>
    admin.call("PUT", `/courses/${course_id}/files/${file_id}/parts/${number}`, {
      headers: { "content-type": "application/octet-stream" },
      body: bytes,
    });
  const document = await part(id, 0, pdfOf(part_bytes));
  assert.deepEqual([document.status, document.body.limit_bytes], [413, 52_428_800]);
  assert.match(document.body.detail, /50 MiB: save it smaller, or in several/);
  assert.equal((await part(id, 0, pdfOf(part_bytes))).status, 404, "it is removed");

  const two = (await ok(begin(part_bytes + 2))).id;
  const finish = (file_id: string) => admin.post(`/courses/${course_id}/files/${file_id}/finish`);
  for (const [number, length] of [
    [0, 5],
    [0, part_bytes - 1],
    [1, 3],
    [2, 1],
  ] as const)
    assert.equal((await part(two, number, pdfOf(length))).body.errors[0].parameter, "number", `${number} ${length}`);
  assert.equal((await part(two, 0, pdfOf(part_bytes + 1))).status, 413);
  assert.equal((await part(two, 1, Buffer.from("no"))).status, 204, "in any order");
  assert.equal((await finish(two)).body.code, "COURSE_FILE_INCOMPLETE");
  assert.equal((await admin.get(`/courses/${course_id}/files/${two}`)).status, 404);
  assert.equal((await setItems("FULL", [item(two)])).status, 422);
  assert.equal((await part(two, 0, pdfOf(part_bytes))).status, 204);
  assert.equal((await part(two, 1, Buffer.from("ok"))).status, 204, "the later one counts");
  await ok(finish(two));
  await ok(finish(two));
  assert.equal((await part(two, 1, Buffer.from("xx"))).body.code, "COURSE_FILE_INCOMPLETE");
  const tail = await admin.call("GET", `/courses/${course_id}/files/${two}`, { headers: { range: "bytes=-2" } });
  assert.equal(tail.text, "ok");
  const entries = await query("select from audit_log where tenant_id = $1 and operation = 'course.add_file' and target_id = $2", [
    acme.tenant_id,
    course_id,
  ]);
  assert.equal(entries.length, 1);

  // What is arriving counts: 20 GiB of all courses together, and 200 files of one.
  await query(
    `insert into course_file (tenant_id, id, course_id, name, size_bytes, begun_us, uploaded_by_name)
    select $1, gen_random_uuid(), $2, 'film', 500000000, infra.now_us(), 'Ola' from generate_series(1, 42)`,
    [acme.tenant_id, await courseId("OLD")],
  );
  assert.equal((await begin(500_000_000)).body.code, "TOO_MANY_COURSE_FILES");
  await query("update course_file set size_bytes = 1 where course_id = $1", [await courseId("OLD")]);
  await query(
    `insert into course_file (tenant_id, id, course_id, name, size_bytes, begun_us, uploaded_by_name)
    select $1, gen_random_uuid(), $2, 'film', 1, infra.now_us(), 'Ola' from generate_series(1, 200)`,
    [acme.tenant_id, course_id],
  );
  assert.equal((await begin(1)).body.code, "TOO_MANY_COURSE_FILES");
});

test("a file is its own course's and organisation's, and its learners' while its item is open", async () => {
  const rival = await createOrganisation(database, {
    organisation: { code: "RIVAL" },
    courses: [{ code: "DOC", title: "Theirs" }],
  });
  const theirs = await open("training_admin", rival);
  const their_course = await courseId("DOC", rival);
  const their_file = await ok(sendCourseFile(theirs, their_course, "theirs.pdf", pdfOf(100)));
  const ours = await courseId("DOC");
  for (const course_id of [their_course, ours]) {
    const path = `/courses/${course_id}/files/${their_file.id}`;
    assert.equal((await admin.get(path)).status, 404);
    assert.equal((await admin.post(`${path}/finish`)).status, 404);
    const headers = { "content-type": "application/octet-stream" };
    assert.equal((await admin.call("PUT", `${path}/parts/0`, { headers, body: pdfOf(100) })).status, 404);
  }
  assert.equal((await admin.post(`/courses/${their_course}/files`, { name: "a.pdf", size_bytes: 1 })).status, 404);
  assert.equal((await setItems("DOC", [item(their_file.id)])).status, 422);
  // Another course of our own has no use of it either.
  const [own] = (await ok(admin.get(`/courses/${ours}/items`))).files;
  assert.equal((await setItems("BAD", [item(own.id)])).status, 422);

  const locked = await ok(
    setItems("DOC", [
      { kind: "text", title: "First", required: true, opens: "at_once", text: "First." },
      item(own.id, { opens: "after_previous" }),
    ]),
  );
  const learner = await enrolled("DOC");
  const other = await open("learner");
  const path = `/my/courses/${learner.enrollment}/items/${locked.items[1].id}/file`;
  assert.equal((await learner.get(path)).body.code, "ITEM_NOT_OPEN");
  assert.equal((await other.get(path)).status, 404);
  assert.equal((await learner.get(path.replace(locked.items[1].id, locked.items[0].id))).status, 404, "a text has no file");
});

test("a file stays while a version refers to it that a learner is under way in, and goes a day after it came with the next change", async () => {
  await query("delete from course_file where course_id = $1", [await courseId("OLD")]);
  const [first, second] = [await ok(send("OLD", "a.pdf", pdfOf(50))), await ok(send("OLD", "b.pdf", pdfOf(60)))];
  await ok(setItems("OLD", [item(first.id)]));
  const learner = await enrolled("OLD");
  const { items } = await ok(learner.post(`/my/courses/${learner.enrollment}/run`));
  await database.clock.advance(90_000);
  const again = await sessionOf(server, database, acme.tenant_id, learner.account);
  const manager = await open("training_admin");
  const set = async (file_id: string) =>
    ok(manager.call("PUT", `/courses/${await courseId("OLD")}/items`, { body: { items: [item(file_id)] } }));
  const refused = await manager.call("PUT", `/courses/${await courseId("OLD")}/items`, { body: { items: [item(second.id)] } });
  assert.equal(refused.status, 200, "what waited for longer than a day is there until a change leaves it out");
  const path = `/my/courses/${learner.enrollment}/items/${items[0].id}`;
  assert.equal((await again.call("GET", `${path}/file`, { headers: { range: "bytes=0-4" } })).text, "%PDF-");
  await ok(again.post(`${path}/finish`));
  const third = await ok(sendCourseFile(manager, await courseId("OLD"), "c.pdf", pdfOf(70)));
  const { files } = await set(third.id);
  assert.deepEqual(
    files.map(({ name }: { name: string }) => name),
    ["a.pdf", "c.pdf"],
    "the run that has ended keeps its version",
  );
});

test("what is left out loses its bytes in parts, not within the change that leaves it out", async () => {
  const manager = await open("training_admin");
  const course_id = await courseId("OLD");
  await workOff(database);
  const count = async (table: string, of: string) =>
    (await query(`select count(*)::int as count from ${table} where ${of} = $1`, [film.id]))[0].count;
  const film = await ok(sendCourseFile(manager, course_id, "film.pdf", pdfOf(250_000)));
  await query("update course_file set begun_us = begun_us - 86400000001 where id = $1", [film.id]);
  const begun = await ok(manager.post(`/courses/${course_id}/files`, { name: "next.pdf", size_bytes: 5 }));
  assert.equal((await manager.get(`/courses/${course_id}/files/${film.id}`)).status, 404);
  assert.deepEqual([await count("course_file_chunk", "file_id"), await count("course_file", "id")], [6, 1]);
  const removal = { tenant_id: acme.tenant_id, course_id };
  const pool = database.pool("muster_worker", 1);
  const left: number[] = [];
  const pause = async () => void left.push(await count("course_file_chunk", "file_id"));
  await removeInParts(pool, removal, new AbortController().signal, { chunks_max: 2, pace: { pause } });
  assert.deepEqual([left, await count("course_file", "id")], [[4, 2, 0, 0], 0]);
  assert.deepEqual(await workOff(database), ["course_files.remove"], "it was sent with the change");
  assert.equal((await query("select from course_file where id = $1", [begun.id])).length, 1, "what is arriving stays");
});
