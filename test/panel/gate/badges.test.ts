// Badges as a guard's phone verifies them: issued over HTTP, verified by the page's own rules, on a clock that the tests move.
import assert from "node:assert/strict";
import { createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";
import { after, before, test } from "node:test";
import { create } from "qrcode";
import { signingKeyOf } from "../../../server/platform/crypto/signing.ts";
import { readKeyring } from "../../../server/platform/crypto/keyring.ts";
import { badge_letters_max, signBadge } from "../../../server/features/gate/badges/token.ts";
import { type Check, dayOf, answerForWork, verifyBadge } from "../../../panel/src/screens/gate/badge/verify.ts";
import { first_instant, openTraining, type TrainingOrganisation } from "../../harness/organisation/enrollments.ts";
import { createOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, type Panel, type Role, sessionOf } from "../../harness/panel/panel.ts";
import { learnersOf, type Learners } from "../../harness/panel/learners.ts";

let training: TrainingOrganisation;
let learners: Learners;

before(async () => {
  const month = "month" as const;
  training = await openTraining({
    courses: [
      { code: "CRANE", title: "Crane", validity: { value: 12, unit: month }, default_due_days: 30 },
      { code: "FIRST", title: "First aid", validity: { value: 6, unit: month }, default_due_days: 30 },
      { code: "OTHER", title: "Not begun", default_due_days: 30 },
      ...Array.from({ length: 60 }, (_, index) => ({ code: `A-LONG-CODE-OF-A-COURSE-${index}`, title: `Course ${index}` })),
    ],
    learning_paths: [{ code: "LIFTING", title: "Lifting", courses: ["CRANE", "FIRST"] }],
    contractors: [{ name: "Bud-Serwis", code: "BS" }],
    people: ["P1", "P2", "P3", "P4", "P5"].map((employee_no) => ({
      employee_no,
      first_name: "Łucja",
      last_name: `Żółć ${employee_no}`,
      email: `${employee_no.toLowerCase()}@acme.example`,
    })),
  });
  learners = learnersOf(training, first_instant);
});
after(() => training.close());

const open = async (role: Role): Promise<Panel> => {
  const { server, database, organisation } = training;
  return sessionOf(server, database, organisation.tenant_id, await createAccount(database, organisation.tenant_id, role));
};
const own = async (employee_no: string): Promise<Panel> => {
  const { server, database, organisation } = training;
  const id = await learners.person(employee_no);
  return sessionOf(server, database, organisation.tenant_id, { id, kind: "person", login: employee_no });
};
const issue = async (employee_no: string): Promise<any> => {
  const reply = await (await own(employee_no)).post("/my/badge");
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
};
/** The data of a guard's phone after a synchronisation. */
const synchronise = async (): Promise<Check> => {
  const reply = await (await open("guard")).get("/gate/check");
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};
const nowMs = () => learners.now().epochMilliseconds;
const judge = async (token: string, check: Check, at_ms = nowMs()) => {
  const { claims, refusal } = await verifyBadge(token, check, at_ms);
  return { refusal, name: claims?.fn ?? null };
};

test("a badge says for which works and until when, and a phone verifies it with what it has", async () => {
  await learners.certify("P1", "CRANE");
  await learners.certify("P1", "FIRST");
  await learners.assign("P1", "OTHER");
  const badge = await issue("P1");
  assert.deepEqual([badge.employee_no, badge.full_name, badge.nothing_overdue], ["P1", "Łucja Żółć P1", true]);
  assert.deepEqual(
    badge.works.map(({ course_code, last_day }: any) => [course_code, last_day]),
    [
      ["LIFTING", "2026-08-01"],
      ["CRANE", "2027-02-01"],
      ["FIRST", "2026-08-01"],
    ],
  );
  const check = await synchronise();
  const { claims, refusal } = await verifyBadge(badge.token, check, nowMs());
  assert.equal(refusal, null);
  const today = dayOf(nowMs(), check.time_zone);
  const told = (work: string, day = today) => {
    const { allowed, until, is_unknown } = answerForWork(claims, check, work, day);
    return [allowed, until, is_unknown];
  };
  assert.deepEqual(told("LIFTING"), [true, "2026-08-01", false]);
  assert.deepEqual(told("LIFTING", "2026-08-02"), [false, null, false]);
  assert.deepEqual(told("OTHER"), [false, null, false]);
  assert.deepEqual(told("NO-SUCH-WORK"), [false, null, false]);
  // OTHER becomes due, and is overdue on the next day.
  assert.deepEqual(told(""), [true, "2026-03-04", false]);
  assert.deepEqual(told("", "2026-03-05"), [false, null, false]);
  // Every JWS library can verify the signature.
  const [head, body, signature] = badge.token.split(".");
  const { kid, ...point } = check.keys[0]!;
  const key = createPublicKey({ key: { kty: "EC", crv: "P-256", ...point }, format: "jwk" });
  assert.equal(JSON.parse(Buffer.from(head, "base64url").toString()).kid, kid);
  const bytes = Buffer.from(signature, "base64url");
  assert.ok(verify("sha256", Buffer.from(`${head}.${body}`), { key, dsaEncoding: "ieee-p1363" }, bytes));
});

test("a forged badge is refused, whatever was changed of it, and nothing that it says is shown", async () => {
  const { token } = await issue("P2");
  const check = await synchronise();
  assert.deepEqual(await judge(token, check), { refusal: null, name: "Łucja Żółć P2" });
  const [head, body, signature] = token.split(".") as [string, string, string];
  const claims = JSON.parse(Buffer.from(body, "base64url").toString());
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const { kid } = check.keys[0]!;
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const signedBy = (header: object, said: object) => {
    const signed = `${part(header)}.${part(said)}`;
    return `${signed}.${sign("sha256", Buffer.from(signed), { key: privateKey, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
  };
  const header = { alg: "ES256", typ: "badge", kid };
  const forged = { refusal: "FORGED", name: null };
  assert.deepEqual(await judge(`${head}.${part({ ...claims, w: { CRANE: null } })}.${signature}`, check), forged, "another work");
  assert.deepEqual(await judge(`${head}.${part({ ...claims, exp: claims.exp + 86_400 })}.${signature}`, check), forged, "longer");
  assert.deepEqual(await judge(`${head}.${body}.${"A".repeat(86)}`, check), forged, "no signature");
  assert.deepEqual(await judge(signedBy(header, claims), check), forged, "another key under the same id");
  assert.deepEqual(await judge(signedBy({ ...header, kid: "own" }, claims), check), { refusal: "UNKNOWN_KEY", name: null });
  for (const wrong of [
    { ...header, alg: "none" },
    { ...header, alg: "HS256" },
    { ...header, typ: "JWT" },
  ])
    assert.deepEqual(await judge(signedBy(wrong, claims), check), { refusal: "NOT_A_BADGE", name: null });
  for (const text of ["", "P2", "a.b.c", `${token}.more`, `${head}.${"%".repeat(20)}.${signature}`, `.${body}.${signature}`])
    assert.deepEqual(await judge(text, check), { refusal: "NOT_A_BADGE", name: null });
  // Changes of single characters: none is accepted.
  for (let place = 0; place < token.length; place += 7) {
    const letter = token[place] === "A" ? "B" : "A";
    const changed = token.slice(0, place) + letter + token.slice(place + 1);
    const bits = (text: string) => Buffer.from(text.split(".")[2] ?? "", "base64url").toString("hex");
    // The last character of a signature contains unused bits.
    if (changed.slice(0, -1) === token.slice(0, -1) && bits(changed) === bits(token)) continue;
    assert.notEqual((await judge(changed, check)).refusal, null, `letter ${place}`);
  }
});

test("an outdated badge is refused, and one of a later time than the phone's", async () => {
  const badge = await issue("P2");
  const check = await synchronise();
  const end = Date.parse(badge.valid_until);
  assert.equal(end, nowMs() + 24 * 3_600_000);
  assert.equal((await judge(badge.token, check, end - 1000)).refusal, null);
  assert.deepEqual(await judge(badge.token, check, end), { refusal: "OUTDATED", name: "Łucja Żółć P2" });
  assert.equal((await judge(badge.token, check, nowMs() - 299_000)).refusal, null);
  assert.equal((await judge(badge.token, check, nowMs() - 301_000)).refusal, "NOT_YET");
});

test("badges are valid for as long as the organisation has set, within bounds", async () => {
  const it = await open("it_admin");
  assert.equal((await it.call("PUT", "/gate/settings", { body: { badge_hours: 2 } })).status, 200);
  assert.equal(Date.parse((await issue("P2")).valid_until), nowMs() + 2 * 3_600_000);
  for (const badge_hours of [0, 169, 1.5, "2"]) {
    const reply = await it.call("PUT", "/gate/settings", { body: { badge_hours } });
    assert.equal(reply.status, 422, reply.text);
  }
  assert.deepEqual((await it.get("/gate/settings")).body, { badge_hours: 2 });
  assert.equal((await it.call("PUT", "/gate/settings", { body: { badge_hours: 24 } })).status, 200);
});

test("a badge ends with the person's account at the next synchronisation, and none is issued any more", async () => {
  const { token } = await issue("P3");
  const before_it = await synchronise();
  const reply = await training.api.patch(`/api/v1/users/${await learners.person("P3")}`, { active: false });
  assert.equal(reply.status, 200, reply.text);
  // The phone knows only what the last synchronisation brought.
  assert.equal((await judge(token, before_it)).refusal, null);
  assert.equal((await judge(token, await synchronise())).refusal, "ENDED");
  const asked = await (await open("training_admin")).post(`/people/${await learners.person("P3")}/badge`);
  assert.deepEqual([asked.status, asked.body.code], [409, "NO_BADGE"]);
});

test("an administrator ends the badges of a person; a new one counts", async () => {
  const old = await issue("P4");
  const admin = await open("training_admin");
  await learners.at("2026-02-02T07:00:01Z");
  const ending = await (await open("training_admin")).delete(`/people/${await learners.person("P4")}/badge`);
  assert.equal(ending.status, 204, ending.text);
  await learners.at("2026-02-02T07:00:02Z");
  const fresh = await (await open("compliance_officer")).post(`/people/${await learners.person("P4")}/badge`);
  assert.equal(fresh.status, 201, fresh.text);
  const check = await synchronise();
  assert.equal((await judge(old.token, check)).refusal, "ENDED");
  assert.equal((await judge(fresh.body.token, check)).refusal, null);
  // An expired badge is no longer in the list of ended ones.
  await learners.at("2026-02-03T08:00:00Z");
  const later = await synchronise();
  assert.deepEqual(later.ended, []);
  assert.ok(admin);
});

test("a badge of another organisation is refused, and its people have none here", async () => {
  const { database, server } = training;
  const twin = await createOrganisation(database, {
    organisation: { code: "TWIN", name: "Twin" },
    people: [{ employee_no: "THEIRS", first_name: "Jan", last_name: "Theirs", email: "jan@twin.example" }],
  });
  const { rows } = await database.superuser.query("select id from person where employee_no = 'THEIRS'");
  const theirs = await sessionOf(server, database, twin.tenant_id, { id: rows[0].id, kind: "person", login: "THEIRS" });
  const badge = await theirs.post("/my/badge");
  assert.equal(badge.status, 201, badge.text);
  assert.deepEqual(await judge(badge.body.token, await synchronise()), { refusal: "OTHER_ORGANISATION", name: null });
  const admin = await open("training_admin");
  for (const [method, path] of [
    ["POST", "badge"],
    ["POST", "badge/pdf"],
    ["DELETE", "badge"],
  ] as const)
    assert.equal((await admin.call(method, `/people/${rows[0].id}/${path}`)).status, 404);
});

test("a badge fits a code that phones read from each other, however much there is to say", async () => {
  for (let index = 0; index < 60; index += 1) await learners.certify("P5", `A-LONG-CODE-OF-A-COURSE-${index}`);
  const badge = await issue("P5");
  assert.ok(badge.token.length <= badge_letters_max, `${badge.token.length} letters`);
  assert.ok(badge.works.length >= 5, `${badge.works.length} works`);
  assert.equal(badge.works.length + badge.left_out, 60);
  const { version } = create(badge.token, { errorCorrectionLevel: "L" });
  assert.ok(version <= 20, `version ${version}`);
  const check = await synchronise();
  const { claims } = await verifyBadge(badge.token, check, nowMs());
  const missing = check.works.find(({ course_code }) => course_code.startsWith("A-LONG") && !(course_code in claims!.w))!;
  const today = dayOf(nowMs(), check.time_zone);
  assert.deepEqual(answerForWork(claims!, check, missing.course_code, today), { allowed: false, until: null, is_unknown: true });
});

test("a badge is printed as PDF, with a page of A6", async () => {
  const reply = await (await own("P1")).post("/my/badge/pdf");
  assert.equal(reply.status, 201);
  assert.match(reply.text.slice(0, 8), /^%PDF-1/);
  assert.match(reply.text, /\/MediaBox \[0 0 297\.64 419\.53\]/);
});

test("a new version of SECRET_KEY changes the key, and badges of the one before are verified until it is retired", async () => {
  const [old, newer] = ["an-old-secret-of-at-least-32-characters", "a-new-secret-of-at-least-32-characters"];
  const { tenant_id, code } = training.organisation;
  const check = await synchronise();
  const keysOf = (text: string): Check["keys"] => {
    const keyring = readKeyring(text);
    return keyring.versions
      .map((version) => signingKeyOf(keyring, tenant_id, version))
      .map(({ id, jwk: { x, y } }) => ({ kid: id, x, y }));
  };
  const s = Math.floor(nowMs() / 1000);
  const claims = { iss: code, sub: "AZ", iat: s, exp: s + 60, no: "P1", fn: "Anna", any: null };
  const { token } = signBadge(signingKeyOf(readKeyring(old), tenant_id), claims, []);
  assert.equal((await judge(token, { ...check, keys: keysOf(`v1:${old}`) })).refusal, null);
  assert.equal((await judge(token, { ...check, keys: keysOf(`v2:${newer},v1:${old}`) })).refusal, null);
  assert.equal((await judge(token, { ...check, keys: keysOf(`v2:${newer}`) })).refusal, "UNKNOWN_KEY");
});
