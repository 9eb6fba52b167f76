// LTI 1.3 tools over HTTP: launched by learners, and sending scores. A tool made with the library ltijs does both; requests that
// no library sends are made by hand.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { workOff } from "../../../test/harness/jobs.ts";
import { follow, formOf, Jar } from "../../../test/harness/lti/browser.ts";
import { claimsOf, itemOf, own_settings, scoreOf, openScene, type Scene } from "../../../test/harness/lti/scene.ts";
import { ok } from "../../../test/harness/server.ts";

let s: Scene;

before(async () => {
  s = await openScene(["STORY", "MARK", "LAUNCH", "NAMES", "ERASE", "MOVES", "AGAIN"]);
});
after(() => s?.close());

test("a tool by somebody else's library is launched from a course, reads its line item, sends a score, and the course is completed with a certificate", async () => {
  const custom = [{ name: "scenario", value: "ramp" }];
  assert.equal((await s.setItems("STORY", [itemOf(s.simulation.id, { custom })])).status, 200);
  const learner = await s.enrolled("STORY");
  assert.deepEqual(await s.stateOf(learner), { status: "assigned", result: null, item: "open", score: null });
  const shown = await ok(learner.get(`/my/courses/${learner.enrollment}/items/${learner.item}`));
  assert.deepEqual(shown.tool, { name: "Simulation", sends_name: false, sends_email: false, sends_parameters: true });
  const { url } = await ok(s.launch(learner));
  assert.match(await follow(url, learner.session), /Forklift simulation/);
  const token = s.simulator.launches.at(-1)!;
  const { context, resource, endpoint, roles, launchPresentation, targetLinkUri } = token.platformContext;
  assert.deepEqual([context.label, context.title, resource.title], ["STORY", "Course STORY", "Drive"]);
  assert.deepEqual(roles, ["http://purl.imsglobal.org/vocab/lis/v2/membership#Learner"]);
  assert.deepEqual([targetLinkUri, token.platformContext.custom], [s.simulator.settings.launch_url, { scenario: "ramp" }]);
  assert.equal(launchPresentation.return_url, `${s.server.url}/panel/my-training/${learner.enrollment}?item=${learner.item}`);
  // The token does not contain personal data.
  assert.deepEqual(Object.values(token.userInfo).filter(Boolean), []);
  assert.notEqual(token.user, learner.account.id);
  assert.deepEqual((await s.stateOf(learner)).item, "under_way");

  const { lineItems } = await s.simulator.grade.getLineItems(token, { resourceLinkId: true });
  assert.deepEqual(lineItems, [await s.simulator.grade.getLineItemById(token, endpoint.lineitem)]);
  const progress = { activityProgress: "InProgress", gradingProgress: "Pending" };
  await s.simulator.grade.submitScore(token, endpoint.lineitem, { scoreGiven: 4, ...progress });
  assert.deepEqual((await s.stateOf(learner)).item, "under_way");
  const final = { activityProgress: "Completed", gradingProgress: "FullyGraded" };
  await s.simulator.grade.submitScore(token, endpoint.lineitem, { scoreGiven: 9, scoreMaximum: 10, ...final });
  assert.deepEqual(await s.stateOf(learner), { status: "completed", result: "passed", item: "done", score: 90 });
  const { scores } = await s.simulator.grade.getScores(token, endpoint.lineitem);
  assert.deepEqual(
    scores.map(({ userId, resultScore, resultMaximum }) => [userId, resultScore, resultMaximum]),
    [[token.user, 9, 10]],
  );
  const [result] = await s.query(
    `select (select count(*)::int from attempt where enrollment_id = $1 and score = 90) as attempts,
      (select count(*)::int from certificate where person_id = $2) as certificates,
      (select count(*)::int from event where tenant_id = $3 and type = 'course.completed') as events`,
    [learner.enrollment, learner.account.id, s.acme.tenant_id],
  );
  assert.deepEqual(result, { attempts: 1, certificates: 1, events: 1 });
  const [entry] = await s.query(
    "select actor_type, actor_name from audit_log where tenant_id = $1 and operation = 'enrollment.complete' and target_id = $2",
    [s.acme.tenant_id, learner.enrollment],
  );
  assert.deepEqual(entry, { actor_type: "system", actor_name: "Simulation" });
});

test("a score below the course's pass mark fails the attempt; the next launch begins another one, and the last allowed one ends the enrollment", async () => {
  await s.setItems("MARK", [itemOf(s.hand.id)]);
  const learner = await s.enrolled("MARK");
  const subject = await s.launchByHand(learner);
  const token = await s.tokenOf(s.hand);
  assert.equal((await s.send(token, learner.item, scoreOf(subject, { scoreGiven: 7.9 }))).status, 204);
  assert.deepEqual(await s.stateOf(learner), { status: "in_progress", result: "failed", item: "failed", score: 79 });
  // A better score for a finished run does not count: the learner must open the tool again.
  assert.equal((await s.send(token, learner.item, scoreOf(subject))).status, 204);
  assert.equal((await s.stateOf(learner)).status, "in_progress");
  const results = async () =>
    ((await s.read(token, `line-items/${learner.item}/results`)).body as any[]).map((one) => one.resultScore);
  assert.deepEqual(await results(), [9]);
  assert.equal(await s.launchByHand(learner), subject, "a tool knows a person by one id");
  assert.deepEqual(await results(), [], "the run before has ended, and the one under way has no points yet");
  const begun = scoreOf(subject, { activityProgress: "Started", gradingProgress: "NotReady", scoreGiven: undefined });
  assert.equal((await s.send(token, learner.item, begun)).status, 204);
  assert.deepEqual(await results(), [], "nor after a score without points");
  assert.equal((await s.send(token, learner.item, scoreOf(subject, { scoreGiven: 1 }))).status, 204);
  assert.deepEqual((await s.stateOf(learner)).status, "failed");
  assert.equal((await s.launch(learner)).body.code, "ENROLLMENT_NOT_OPEN");
});

test("a line item is read at its own id as the course has it now, before it is launched and after it was renamed or taken out", async () => {
  const listed = await s.setItems("AGAIN", [itemOf(s.hand.id)]);
  const { id } = listed.body.items[0];
  const token = await s.tokenOf(s.hand);
  const shown = async () => {
    const { status, body } = await s.read(token, `line-items/${id}`);
    return status === 200 ? body.label : status;
  };
  assert.equal(await shown(), "Drive", "never launched");
  assert.deepEqual((await s.read(token, `line-items/${id}/results`)).body, []);
  const learner = await s.enrolled("AGAIN");
  await s.launchByHand(learner);
  await s.setItems("AGAIN", [itemOf(s.hand.id, { id, title: "Drive uphill" })]);
  assert.equal(await shown(), "Drive uphill");
  await s.setItems("AGAIN", [itemOf(s.simulation.id)]);
  assert.equal(await shown(), "Drive", "a run has it as it was");
  assert.equal((await s.read(await s.tokenOf(await s.byHand("A fourth tool")), `line-items/${id}`)).status, 404);
});

test("a tool is told names and addresses only where the administrator says so, and two tools know a person by two ids", async () => {
  await s.setItems("NAMES", [itemOf(s.hand.id), itemOf(s.simulation.id)]);
  const learner = await s.enrolled("NAMES");
  const first = await s.launchByHand(learner);
  const told = async (sends_name: boolean, sends_email: boolean) => {
    await ok(
      s.admin.call("PUT", `/lti-tools/${s.hand.id}`, { body: { name: "By hand", ...own_settings, sends_name, sends_email } }),
    );
    const { url } = await ok(s.launch(learner));
    const claims = claimsOf(formOf((await s.authorize(await s.askedAfter(url), learner)).text).fields["id_token"]!);
    return ["name", "given_name", "family_name", "email"].map((name) => claims[name]);
  };
  assert.deepEqual(await told(true, false), ["Lena Learner", "Lena", "Learner", undefined]);
  assert.deepEqual(await told(false, true), [undefined, undefined, undefined, learner.account.login]);
  assert.deepEqual(await told(false, false), [undefined, undefined, undefined, undefined]);
  const { items } = await ok(learner.get(`/my/courses/${learner.enrollment}/items`));
  const other = { ...learner, item: items[1].id };
  await follow((await ok(s.launch(other))).url, learner.session);
  assert.notEqual(s.simulator.launches.at(-1)!.user, first);
  assert.equal((await s.setItems("NAMES", [itemOf(s.hand.id, { url: "https://elsewhere.example/x" })])).status, 422);
  assert.equal((await s.setItems("NAMES", [itemOf(s.hand.id, { url: "https://hand.example/scenario/2" })])).status, 200);
});

test("a launch is taken once, in its own session, by its own tool, at an address that is registered letter by letter, and soon", async (t) => {
  t.after(() => s.database.clock.release());
  await s.setItems("LAUNCH", [itemOf(s.hand.id)]);
  const learner = await s.enrolled("LAUNCH");
  const stranger = await s.open("learner");
  const other = await s.byHand("Another tool");
  const launched = async () => (await ok(s.launch(learner))).url as string;
  const errorOf = async (url: URL, who: { session: string } = learner) => {
    const { status, text } = await s.authorize(url, who);
    if (status === 400) return `page: ${/<code>(.*)<\/code>/.exec(text)?.[1]}`;
    const { action, fields } = formOf(text);
    assert.equal(action, url.searchParams.get("redirect_uri"));
    assert.equal(fields["state"] ?? null, url.searchParams.get("state"));
    return fields["error"] ?? "taken";
  };
  const one = await launched();
  // Errors that cannot be sent to the tool are shown to the learner.
  for (const redirect_uri of [
    "https://hand.example/launch/",
    "https://hand.example/launch?x=1",
    "https://hand.example/Launch",
    "https://hand.example.evil.example/launch",
    "javascript:alert(1)",
    "",
  ])
    assert.equal(await errorOf(await s.askedAfter(one, { redirect_uri })), "page: redirect_uri_not_registered", redirect_uri);
  assert.equal(await errorOf(await s.askedAfter(one, { client_id: learner.enrollment })), "page: unknown_client");
  const twice = await s.askedAfter(one);
  twice.searchParams.append("redirect_uri", "https://hand.example/other");
  assert.equal(await errorOf(twice), "page: invalid_request");
  for (const [more, error] of [
    [{ response_type: "code" }, "unsupported_response_type"],
    [{ response_mode: "fragment" }, "invalid_request"],
    [{ scope: "profile" }, "invalid_scope"],
    [{ prompt: "login" }, "invalid_request"],
    [{ nonce: undefined }, "invalid_request"],
    [{ state: undefined }, "invalid_request"],
    [{ nonce: "n".repeat(3_000) }, "invalid_request"],
    [{ login_hint: undefined }, "invalid_request"],
    [{ login_hint: "x".repeat(43) }, "invalid_request"],
    [{ lti_message_hint: undefined }, "invalid_request"],
    [{ lti_message_hint: learner.item }, "invalid_request"],
    [{ client_id: other.id }, "invalid_request"],
  ] as const)
    assert.equal(await errorOf(await s.askedAfter(one, more)), error, JSON.stringify(more));
  assert.equal(await errorOf(await s.askedAfter(one), stranger), "invalid_request");
  assert.equal(await errorOf(await s.askedAfter(one), { session: "" }), "login_required");
  assert.equal(await errorOf(await s.askedAfter(one), await s.open("learner", s.beta)), "login_required");
  // In another browser the learner has another session.
  assert.equal(await errorOf(await s.askedAfter(one), await s.open("learner", s.acme, learner.account)), "invalid_request");
  // None of these requests has used the launch.
  assert.equal(await errorOf(await s.askedAfter(one, { redirect_uri: "https://hand.example/other" })), "taken");
  assert.equal(await errorOf(await s.askedAfter(one)), "invalid_request", "a hint that was used");
  const late = await launched();
  await s.database.clock.advance(601);
  assert.equal(await errorOf(await s.askedAfter(late)), "invalid_request", "a hint of eleven minutes ago");
  await s.database.clock.release();
  // A tool may send the browser with a form, to which browsers add none of our cookies; then we redirect it to GET.
  const by_form = await s.askedAfter(await launched());
  const body = new URLSearchParams(by_form.searchParams);
  const again = await new Jar().go(`${by_form.origin}${by_form.pathname}`, { method: "POST", body });
  assert.equal(again.status, 303);
  const { text } = await s.authorize(new URL(again.headers.get("location")!), learner);
  assert.equal(claimsOf(formOf(text).fields["id_token"]!).nonce, "n-1");
});

test("a tool does not move to another origin while items open addresses at the one before, and an earlier run goes to its launch URL", async () => {
  const moving = await s.byHand("Moving");
  const url = "https://hand.example/scenario/2";
  const [item] = (await s.setItems("MOVES", [itemOf(moving.id, { url })])).body.items;
  const learner = await s.enrolled("MOVES");
  const target = async () => new URL((await ok(s.launch(learner))).url).searchParams.get("target_link_uri");
  assert.equal(await target(), url);
  const change = (launch_url: string) =>
    s.admin.call("PUT", `/lti-tools/${moving.id}`, { body: { name: "Moving", ...own_settings, launch_url } });
  assert.equal((await change("https://hand.example/other")).status, 200, "the same origin");
  const { status, body } = await change("https://new.example/launch");
  assert.deepEqual([status, body.code], [409, "LTI_TOOL_ADDRESSES_IN_USE"]);
  assert.match(body.detail, /MOVES/);
  await s.setItems("MOVES", [itemOf(moving.id, { id: item.id })]);
  assert.equal((await change("https://new.example/launch")).status, 200);
  assert.equal(await target(), "https://new.example/launch");
  const claims = claimsOf(
    formOf((await s.authorize(await s.askedAfter((await ok(s.launch(learner))).url), learner)).text).fields["id_token"]!,
  );
  assert.equal(claims["https://purl.imsglobal.org/spec/lti/claim/target_link_uri"], "https://new.example/launch");
});

test("an erasure takes away by what tools know a person, and the personal file has it before", async () => {
  await s.setItems("ERASE", [itemOf(s.hand.id)]);
  const learner = await s.enrolled("ERASE");
  const subject = await s.launchByHand(learner);
  const token = await s.tokenOf(s.hand);
  assert.equal((await s.send(token, learner.item, scoreOf(subject))).status, 204);
  const { unzipSync } = await import("fflate");
  const file = await fetch(`${s.server.url}/panel/api/people/${learner.account.id}/file`, {
    method: "POST",
    headers: { cookie: (await s.open("it_admin")).session, origin: s.server.url, "sec-fetch-site": "same-origin" },
  });
  assert.equal(file.status, 200);
  const { "person.json": json } = unzipSync(new Uint8Array(await file.arrayBuffer()));
  const { tools } = JSON.parse(Buffer.from(json!).toString());
  assert.deepEqual([tools[0].tool, tools[0].subject, tools[0].scores[0].score_given], ["By hand", subject, 9]);
  await s.query("update person set state = 'deactivated', deactivated_at = now() where id = $1", [learner.account.id]);
  const [{ employee_no }] = await s.query("select employee_no from person where id = $1", [learner.account.id]);
  await ok(s.admin.post(`/people/${learner.account.id}/erasure`, { confirmation: employee_no }));
  await workOff(s.database);
  const [left] = await s.query(
    `select (select count(*)::int from lti_subject where person_id = $1) as subjects,
      (select count(*)::int from lti_launch where person_id = $1) as launches,
      (select count(*)::int from course_run_tool where subject = $2) as named`,
    [learner.account.id, subject],
  );
  assert.deepEqual(left, { subjects: 0, launches: 0, named: 0 });
  assert.equal((await s.send(token, learner.item, scoreOf(subject))).status, 404);
});
