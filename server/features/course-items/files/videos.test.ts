// Videos as items of a course: watched in stretches and on several devices, and erased.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openFileScene, type FileScene } from "../../../../test/harness/course-files/scene.ts";
import { webmOf } from "../../../../test/harness/course-files/webm.ts";
import { workOff } from "../../../../test/harness/jobs.ts";
import { sessionOf, type Panel } from "../../../../test/harness/panel/panel.ts";
import { ok } from "../../../../test/harness/server.ts";

let scene: FileScene;

before(async () => {
  scene = await openFileScene(["FILM"]);
});
after(() => scene?.close());

test("a video is seen in parts on two devices, goes on where it was left, and is done once the share that it asks for was seen", async () => {
  const [film, captions] = [
    await ok(scene.send("FILM", "exits.webm", webmOf(100))),
    await ok(scene.send("FILM", "exits.vtt", Buffer.from("WEBVTT\n\n00:00.000 --> 00:09.000\nThe exits\n"))),
  ];
  const video = { kind: "video", title: "Exits", required: true, opens: "at_once", file_id: film.id, captions_id: captions.id };
  const refused = async (item: object) => (await scene.setItems("FILM", [item])).body.errors[0].pointer;
  assert.equal(await refused({ ...video, file_id: captions.id }), "#/items/0/file_id");
  assert.equal(await refused({ ...video, captions_id: film.id }), "#/items/0/captions_id");
  assert.equal(await refused({ ...video, url: "https://films.example/exits" }), "#/items/0/file_id");
  assert.equal(await refused({ ...video, file_id: undefined, url: "https://films.example/exits" }), "#/items/0/captions_id");
  assert.equal(await refused({ ...video, seen_percent: 0 }), "#/items/0/seen_percent");
  const [usual] = (await ok(scene.setItems("FILM", [video]))).items;
  assert.deepEqual([usual.seen_percent, usual.url], [90, null]);
  await ok(
    scene.setItems("FILM", [
      { ...video, id: usual.id, seen_percent: 80 },
      { kind: "text", title: "More", required: true, opens: "after_previous", text: "More." },
    ]),
  );

  const phone = await scene.enrolled("FILM");
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
  assert.equal(early.body.code, "ITEM_NOT_OF_THIS_KIND", "a learner cannot declare a video seen");
  const desk = await sessionOf(scene.server, scene.database, scene.acme.tenant_id, phone.account);
  assert.deepEqual((await ok(desk.get(at))).video, { seen_percent: 50, needed_percent: 80, position_s: 50, captions: true });
  // Seconds that were seen twice count once, and a late report of the phone is not lost.
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
  assert.equal((await watch(await scene.open("learner"), 1, [0, 1])).status, 404);
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
  const learner = await scene.enrolled("FILM");
  const { items } = await ok(learner.post(`/my/courses/${learner.enrollment}/run`));
  const body = { position_s: 90, duration_s: 100, seen: [{ from_s: 0, to_s: 90 }] };
  await ok(learner.call("PUT", `/my/courses/${learner.enrollment}/items/${items[0].id}/watching`, { body }));
  const countOf = async (table: string) =>
    (
      await scene.query(
        `select count(*)::int as count from ${table} t join course_run r on r.id = t.run_id where r.enrollment_id = $1`,
        [learner.enrollment],
      )
    )[0].count;
  assert.deepEqual([await countOf("course_run_video"), await countOf("course_run_item")], [1, 1]);
  const [{ employee_no }] = await scene.query("select employee_no from person where id = $1", [learner.account.id]);
  const it = await scene.open("it_admin");
  await ok(scene.admin.call("PATCH", `/people/${learner.account.id}`, { body: { active: false } }));
  await ok(it.post(`/people/${learner.account.id}/erasure`, { confirmation: employee_no }));
  await workOff(scene.database);
  assert.deepEqual([await countOf("course_run_video"), await countOf("course_run_item")], [0, 1]);
});
