// Files as items of a course, over HTTP: sent in parts, judged by their content, read by learners in ranges, and hidden from
// others.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { documentItem, openFileScene, pdfOf, type FileScene } from "../../../../test/harness/course-files/scene.ts";
import { sendCourseFile } from "../../../../test/harness/course-files/send.ts";
import { workOff } from "../../../../test/harness/jobs.ts";
import { createOrganisation } from "../../../../test/harness/organisation/organisation.ts";
import { sessionOf } from "../../../../test/harness/panel/panel.ts";
import { ok } from "../../../../test/harness/server.ts";
import { part_bytes } from "./limits.ts";
import { removeInParts } from "./remove.job.ts";

let scene: FileScene;

before(async () => {
  scene = await openFileScene(["DOC", "BAD", "FULL", "OLD"]);
});
after(() => scene?.close());

test("a document is sent in parts, read whole and in ranges by its learner, and completes the course when it is read", async () => {
  const bytes = pdfOf(part_bytes + 70_000);
  const file = await ok(scene.send("DOC", "Rules of the house.txt", bytes));
  assert.deepEqual(
    [file.name, file.media_type, file.size_bytes],
    ["Rules of the house.txt.pdf", "application/pdf", bytes.length],
  );
  const list = await ok(
    scene.setItems("DOC", [
      documentItem(file.id),
      { kind: "text", title: "More", required: true, opens: "after_previous", text: "More." },
    ]),
  );
  assert.deepEqual([list.items[0].file_id, list.files.map(({ id }: { id: string }) => id)], [file.id, [file.id]]);

  const learner = await scene.enrolled("DOC");
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
  // The range crosses the end of a part and of a block that is read at once.
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

test("a file is judged by its content: HTML called .pdf, SVG, and an archive called .mp4 are refused and leave nothing; a PDF with a script behind it stays a PDF", async () => {
  const refused = {
    "page.pdf": "<!doctype html><script>alert(document.cookie)</script>",
    "picture.svg": "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
    "picture.png": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    "film.mp4": "PK\u0003\u0004ftypisom",
    "page.html": "<html>",
  };
  for (const [name, text] of Object.entries(refused)) {
    const reply = await scene.send("BAD", name, Buffer.from(text));
    assert.deepEqual([reply.status, reply.body.code], [422, "COURSE_FILE_REFUSED"], name);
  }
  const course_id = await scene.courseId("BAD");
  assert.deepEqual(await scene.query("select from course_file where course_id = $1", [course_id]), []);

  const polyglot = "%PDF-1.7\n%%EOF\n<script>alert(document.cookie)</script>";
  const { id, name } = await ok(scene.send("BAD", "rules.html", Buffer.from(polyglot)));
  assert.equal(name, "rules.html.pdf");
  const { headers, text } = await (await scene.open("compliance_officer")).get(`/courses/${course_id}/files/${id}`);
  assert.equal(text, polyglot);
  assert.deepEqual(
    ["content-type", "x-content-type-options", "content-security-policy"].map((header) => headers.get(header)),
    ["application/pdf", "nosniff", "default-src 'none'; sandbox; frame-ancestors 'none'"],
  );
  assert.match(headers.get("content-disposition")!, /^attachment; filename="rules.html.pdf"/);

  const captions = await ok(scene.send("BAD", "words.vtt", Buffer.from("WEBVTT\n")));
  for (const [file_id, at] of [
    [captions.id, /no document/],
    [scene.acme.tenant_id, /no file/],
  ] as const) {
    const reply = await scene.setItems("BAD", [documentItem(file_id)]);
    assert.deepEqual([reply.status, reply.body.errors[0].pointer], [422, "#/items/0/file_id"]);
    assert.match(reply.body.errors[0].detail, at);
  }
  assert.equal((await scene.setItems("BAD", [documentItem(id, { text: "both" })])).body.errors[0].pointer, "#/items/0/text");
  assert.equal(
    (await scene.setItems("BAD", [{ ...documentItem(id), file_id: undefined }])).body.errors[0].pointer,
    "#/items/0/file_id",
  );
});

test("what is too large is refused with what to do, before its bytes are kept; parts come in their lengths, and nothing is there before all are", async () => {
  const course_id = await scene.courseId("FULL");
  const begin = (size_bytes: number) => scene.admin.post(`/courses/${course_id}/files`, { name: "film.pdf", size_bytes });
  const film = await begin(524_288_001);
  assert.deepEqual([film.status, film.body.code, film.body.limit_bytes], [413, "PAYLOAD_TOO_LARGE", 524_288_000]);
  assert.match(film.body.detail, /500 MiB: save it with a lower resolution, or in several/);
  const { id } = await ok(begin(52_428_801));
  const part = (file_id: string, number: number, bytes: Buffer) =>
    scene.admin.call("PUT", `/courses/${course_id}/files/${file_id}/parts/${number}`, {
      headers: { "content-type": "application/octet-stream" },
      body: bytes,
    });
  const document = await part(id, 0, pdfOf(part_bytes));
  assert.deepEqual([document.status, document.body.limit_bytes], [413, 52_428_800]);
  assert.match(document.body.detail, /50 MiB: save it smaller, or in several/);
  assert.equal((await part(id, 0, pdfOf(part_bytes))).status, 404, "it is removed");

  const two = (await ok(begin(part_bytes + 2))).id;
  const finish = (file_id: string) => scene.admin.post(`/courses/${course_id}/files/${file_id}/finish`);
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
  assert.equal((await scene.admin.get(`/courses/${course_id}/files/${two}`)).status, 404);
  assert.equal((await scene.setItems("FULL", [documentItem(two)])).status, 422);
  assert.equal((await part(two, 0, pdfOf(part_bytes))).status, 204);
  assert.equal((await part(two, 1, Buffer.from("ok"))).status, 204, "the later one counts");
  await ok(finish(two));
  await ok(finish(two));
  assert.equal((await part(two, 1, Buffer.from("xx"))).body.code, "COURSE_FILE_INCOMPLETE");
  const tail = await scene.admin.call("GET", `/courses/${course_id}/files/${two}`, { headers: { range: "bytes=-2" } });
  assert.equal(tail.text, "ok");
  const entries = await scene.query(
    "select from audit_log where tenant_id = $1 and operation = 'course.add_file' and target_id = $2",
    [scene.acme.tenant_id, course_id],
  );
  assert.equal(entries.length, 1);

  // Files that are still arriving count as well: 20 GiB for all courses of the organisation, and 200 files for one course.
  await scene.query(
    `insert into course_file (tenant_id, id, course_id, name, size_bytes, begun_us, uploaded_by_name)
    select $1, gen_random_uuid(), $2, 'film', 500000000, infra.now_us(), 'Ola' from generate_series(1, 42)`,
    [scene.acme.tenant_id, await scene.courseId("OLD")],
  );
  assert.equal((await begin(500_000_000)).body.code, "TOO_MANY_COURSE_FILES");
  await scene.query("update course_file set size_bytes = 1 where course_id = $1", [await scene.courseId("OLD")]);
  await scene.query(
    `insert into course_file (tenant_id, id, course_id, name, size_bytes, begun_us, uploaded_by_name)
    select $1, gen_random_uuid(), $2, 'film', 1, infra.now_us(), 'Ola' from generate_series(1, 200)`,
    [scene.acme.tenant_id, course_id],
  );
  assert.equal((await begin(1)).body.code, "TOO_MANY_COURSE_FILES");
});

test("a file is its own course's and organisation's, and its learners' while its item is open", async () => {
  const rival = await createOrganisation(scene.database, {
    organisation: { code: "RIVAL" },
    courses: [{ code: "DOC", title: "Theirs" }],
  });
  const theirs = await scene.open("training_admin", rival);
  const their_course = await scene.courseId("DOC", rival);
  const their_file = await ok(sendCourseFile(theirs, their_course, "theirs.pdf", pdfOf(100)));
  const ours = await scene.courseId("DOC");
  for (const course_id of [their_course, ours]) {
    const path = `/courses/${course_id}/files/${their_file.id}`;
    assert.equal((await scene.admin.get(path)).status, 404);
    assert.equal((await scene.admin.post(`${path}/finish`)).status, 404);
    const headers = { "content-type": "application/octet-stream" };
    assert.equal((await scene.admin.call("PUT", `${path}/parts/0`, { headers, body: pdfOf(100) })).status, 404);
  }
  assert.equal((await scene.admin.post(`/courses/${their_course}/files`, { name: "a.pdf", size_bytes: 1 })).status, 404);
  assert.equal((await scene.setItems("DOC", [documentItem(their_file.id)])).status, 422);
  // Another course of the same organisation cannot use the file either.
  const [own] = (await ok(scene.admin.get(`/courses/${ours}/items`))).files;
  assert.equal((await scene.setItems("BAD", [documentItem(own.id)])).status, 422);

  const locked = await ok(
    scene.setItems("DOC", [
      { kind: "text", title: "First", required: true, opens: "at_once", text: "First." },
      documentItem(own.id, { opens: "after_previous" }),
    ]),
  );
  const learner = await scene.enrolled("DOC");
  const other = await scene.open("learner");
  const path = `/my/courses/${learner.enrollment}/items/${locked.items[1].id}/file`;
  assert.equal((await learner.get(path)).body.code, "ITEM_NOT_OPEN");
  assert.equal((await other.get(path)).status, 404);
  assert.equal((await learner.get(path.replace(locked.items[1].id, locked.items[0].id))).status, 404, "a text has no file");
});

test("a file stays while a version refers to it that a learner is under way in, and goes a day after it came with the next change", async () => {
  await scene.query("delete from course_file where course_id = $1", [await scene.courseId("OLD")]);
  const [first, second] = [await ok(scene.send("OLD", "a.pdf", pdfOf(50))), await ok(scene.send("OLD", "b.pdf", pdfOf(60)))];
  await ok(scene.setItems("OLD", [documentItem(first.id)]));
  const learner = await scene.enrolled("OLD");
  const { items } = await ok(learner.post(`/my/courses/${learner.enrollment}/run`));
  await scene.database.clock.advance(90_000);
  const again = await sessionOf(scene.server, scene.database, scene.acme.tenant_id, learner.account);
  const manager = await scene.open("training_admin");
  const set = async (file_id: string) =>
    ok(manager.call("PUT", `/courses/${await scene.courseId("OLD")}/items`, { body: { items: [documentItem(file_id)] } }));
  const refused = await manager.call("PUT", `/courses/${await scene.courseId("OLD")}/items`, {
    body: { items: [documentItem(second.id)] },
  });
  assert.equal(refused.status, 200, "what waited for longer than a day is there until a change leaves it out");
  const path = `/my/courses/${learner.enrollment}/items/${items[0].id}`;
  assert.equal((await again.call("GET", `${path}/file`, { headers: { range: "bytes=0-4" } })).text, "%PDF-");
  await ok(again.post(`${path}/finish`));
  const third = await ok(sendCourseFile(manager, await scene.courseId("OLD"), "c.pdf", pdfOf(70)));
  const { files } = await set(third.id);
  assert.deepEqual(
    files.map(({ name }: { name: string }) => name),
    ["a.pdf", "c.pdf"],
    "the run that has ended keeps its version",
  );
});

test("what is left out loses its bytes in parts, not within the change that leaves it out", async () => {
  const manager = await scene.open("training_admin");
  const course_id = await scene.courseId("OLD");
  await workOff(scene.database);
  const count = async (table: string, of: string) =>
    (await scene.query(`select count(*)::int as count from ${table} where ${of} = $1`, [film.id]))[0].count;
  const film = await ok(sendCourseFile(manager, course_id, "film.pdf", pdfOf(250_000)));
  await scene.query("update course_file set begun_us = begun_us - 86400000001 where id = $1", [film.id]);
  const begun = await ok(manager.post(`/courses/${course_id}/files`, { name: "next.pdf", size_bytes: 5 }));
  assert.equal((await manager.get(`/courses/${course_id}/files/${film.id}`)).status, 404);
  assert.deepEqual([await count("course_file_chunk", "file_id"), await count("course_file", "id")], [6, 1]);
  const removal = { tenant_id: scene.acme.tenant_id, course_id };
  const pool = scene.database.pool("muster_worker", 1);
  const left: number[] = [];
  const pause = async () => void left.push(await count("course_file_chunk", "file_id"));
  await removeInParts(pool, removal, new AbortController().signal, { chunks_max: 2, pace: { pause } });
  assert.deepEqual([left, await count("course_file", "id")], [[4, 2, 0, 0], 0]);
  assert.deepEqual(await workOff(scene.database), ["course_files.remove"], "it was sent with the change");
  assert.equal((await scene.query("select from course_file where id = $1", [begun.id])).length, 1, "what is arriving stays");
});
