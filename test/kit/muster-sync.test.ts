// The command muster-sync with the product and its worker: typical files, plans, interruptions at random instants, and events
// that reach a receiver despite restarts of either side.
import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { watch } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { verifyWebhook } from "../../sdk/typescript/src/index.ts";
import { startReceiver } from "../harness/webhooks.ts";
import { openCompany, type Company } from "./company.ts";
import { startSync, sync, type Said } from "./sync.ts";

let company: Company;
let folder: string;
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "muster-sync-"));
  company = await openCompany();
});
after(async () => {
  await company?.close();
  rmSync(folder, { recursive: true, force: true });
});

const fileOf = (name: string, content: string | Uint8Array): string => {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
};
const run = (...args: string[]): Promise<Said> => sync(company, args);

/** A text in the encoding of HR programs in Poland. */
function windows1250(text: string): Buffer {
  const letters: Record<string, number> = {
    ą: 0xb9,
    ć: 0xe6,
    ę: 0xea,
    ł: 0xb3,
    Ł: 0xa3,
    ń: 0xf1,
    ó: 0xf3,
    ś: 0x9c,
    ź: 0x9f,
    ż: 0xbf,
    Ż: 0xaf,
  };
  return Buffer.from(Array.from(text, (letter) => letters[letter] ?? letter.charCodeAt(0)));
}

/** Waits until a file exists, or until the signal aborts. */
async function made(file: string, signal: AbortSignal): Promise<void> {
  try {
    const changes = watch(path.dirname(file), { signal });
    if (existsSync(file)) return;
    for await (const _ of changes) if (existsSync(file)) return;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** How often a client created or changed each person, by employee number. */
async function writes(prefix: string): Promise<Map<string, number>> {
  const { rows } = await company.database.superuser.query<{ employee_no: string; count: number }>(
    `select p.employee_no, count(*)::int as count from audit_log a join person p on p.id = a.target_id
     where p.employee_no like $1 and a.target_type = 'person' group by 1`,
    [`${prefix}%`],
  );
  return new Map(rows.map(({ employee_no, count }) => [employee_no, count]));
}

test("a file as HR programs write it is planned, agreed to and applied; again it changes nothing", async () => {
  const text =
    'Nr ewid.;Imię;"Nazwisko";E-mail;Dział;Od;Uwagi\r\n\r\nK1;Żaneta;Łoś;k1@acme.example;logistyka północ;31.03.2020;"a;\r\nb"\r\nK2;Ewa;Wąs;k2@acme.example;Logistyka Północ;;\r\n';
  const file = fileOf("kadry.csv", windows1250(text));
  const map = [
    "employee_no=Nr ewid.",
    "first_name=Imię",
    "last_name=Nazwisko",
    "email=E-mail",
    "department_name=Dział",
    "employment_start_date=Od",
  ];
  const options = [...map.flatMap((one) => ["--map", one]), "--ignore-other-columns", "--set", "job_title=Magazynier"];

  const refused = await run("users", "sync", file, ...options, "--yes");
  assert.deepEqual(
    [refused.code, /line 1 of .*kadry\.csv is not UTF-8.*--encoding windows-1250/i.test(refused.stderr)],
    [2, true],
    refused.stderr,
  );
  options.push("--encoding", "windows-1250");

  const planned = await run("users", "sync", file, ...options, "--plan");
  assert.equal(planned.code, 3, planned.stderr);
  assert.match(planned.stdout, /^Plan: 2 created, 0 changed, 0 left, 0 unchanged, 0 that cannot be taken\.$/m);
  assert.match(planned.stdout, /^ {2}\+ line 3: K1 Żaneta Łoś/m);
  assert.match(planned.stdout, /^ {2}\+ line 5: K2 Ewa Wąs/m);
  const nobody = await run("users", "sync", file, ...options);
  assert.equal(nobody.code, 3, "without a terminal nobody agrees");
  assert.equal((await writes("K")).size, 0);

  const applied = await run("users", "sync", file, ...options, "--yes", "--json");
  assert.equal(applied.code, 0, applied.stderr);
  assert.deepEqual(applied.objects.at(-1), {
    applied: { rows: 2, create: 2, update: 0, unchanged: 0, deactivate: 0, invalid: 0 },
  });
  assert.ok(!existsSync(`${file}.muster-sync.json`));
  const { body } = await company.api.get("/api/v1/users?employee_no=K1");
  const { last_name, department_name, employment_start_date, job_title } = body.users[0];
  assert.deepEqual(
    [last_name, department_name, employment_start_date, job_title],
    ["Łoś", "Logistyka Północ", "2020-03-31", "Magazynier"],
  );

  const again = await run("users", "sync", file, ...options, "--yes");
  assert.deepEqual([again.code, again.stdout.includes("0 created, 0 changed, 0 left, 2 unchanged")], [0, true]);
});

test("rows that cannot be taken are named with their line, in the plan and in the report, and hold up no other one", async () => {
  const file = fileOf(
    "faulty.csv",
    "employee_no,first_name,last_name,email,department_name\nF1,A,B,f1@acme.example,\n\nF2,A,B,f2@acme.example,Nowhere\n",
  );
  const report = path.join(folder, "report.csv");
  const said = await run("users", "sync", file, "--yes", "--report", report);
  assert.equal(said.code, 4, said.stderr);
  assert.match(said.stdout, /^ {2}! line 4: F2 .*UNKNOWN_DEPARTMENT/m);
  assert.match(said.stdout, /^Done: 1 created, .* 1 that cannot be taken\.$/m);
  assert.match(readFileSync(report, "utf8"), /"4","F2","invalid"/);
});

test("what is not as it must be is refused by name before anything is sent", async () => {
  const header = "employee_no,first_name,last_name,email\n";
  const mixed = Buffer.concat([
    Buffer.from(`${header}M1,Żaneta,A,m1@acme.example\n`),
    windows1250("M2,Żaneta,Ł,m2@acme.example\n"),
  ]);
  const cases: [name: string, content: string | Buffer, options: string[], sentence: RegExp][] = [
    ["no-key", "first_name\nA\n", [], /no column is employee_no.*--map employee_no=/],
    ["strange", "employee_no,Shoe size\n1,42\n", [], /no fields of a person: "Shoe size".*--ignore-other-columns/],
    ["near", "employee_no,FirstName\n1,A\n", [], /Is "first_name" meant\?/],
    ["twice", "employee_no,email,email\n1,a,b\n", [], /"email" stands twice/],
    ["ragged", `${header}1,A,B\n`, [], /line 2: the row has 3 cells, the header 4/],
    ["open", `${header}1,"A,B,c\n2,A,B,d\n`, [], /line 2: a quote is opened.*never closed/],
    ["inside", `${header}1,A"a,B,c\n`, [], /line 2: a quote stands within a cell/],
    ["behind", `${header}1,"A"a,B,c\n`, [], /line 2: a closing quote is followed by/],
    ["empty", "", [], /is empty/],
    ["header", header, [], /holds no row/],
    ["mixed", mixed, [], /Line 3 .* is not UTF-8\. Line 2 is UTF-8: the file mixes encodings/],
    ["mixed", mixed, ["--encoding", "windows-1250"], /mixes encodings: line 2 is UTF-8, line 3 is not/],
    ["utf8", `${header}1,Ż,B,c\n`, ["--encoding", "windows-1250"], /is UTF-8 \(line 2 shows it\)/],
    ["book", Buffer.from("PK\u0003\u0004"), [], /is a workbook \(XLSX\)/],
    ["map", `${header}1,A,B,c\n`, ["--map", "email=Mail"], /has no column "Mail"; it has "employee_no"/],
    ["field", `${header}1,A,B,c\n`, ["--map", "e_mail=email"], /there is no field "e_mail".*"email" meant/],
    ["option", header, ["--dry"], /--dry/],
  ];
  for (const [name, content, options, sentence] of cases) {
    const said = await run("users", "sync", fileOf(`bad-${name}.csv`, content), ...options, "--yes");
    assert.equal(said.code, 2, `${name}: ${said.stderr}`);
    assert.match(said.stderr, sentence, name);
    assert.doesNotMatch(said.stderr, /\n {4}at /, name);
  }
  const utf16 = Buffer.from(`\ufeff${header}1,Ż,B,c\n`, "utf16le");
  const damaged: [file: string, sentence: RegExp][] = [
    [fileOf("bad-cut.csv", utf16.subarray(0, -1)), /is cut off or damaged: its bytes are not utf-16le/],
    [fileOf("bad-unmarked.csv", utf16.subarray(2)), /UTF-16 without its mark; say --encoding utf-16le/],
    [folder, /is a folder/],
  ];
  for (const [file, sentence] of damaged) {
    const said = await run("users", "sync", file, "--yes");
    assert.equal(said.code, 2, said.stderr);
    assert.match(said.stderr, sentence);
    assert.doesNotMatch(said.stderr, /\n {4}at /);
  }
  const state = fileOf("bad-state.json", "{bad");
  for (const args of [
    ["events", "tail", "--once"],
    ["webhooks", "listen", "--forward", "http://127.0.0.1:1/hook"],
  ]) {
    const said = await run(...args, "--state", state);
    assert.deepEqual([said.code, /is damaged.*Remove it to begin anew/.test(said.stderr)], [2, true], said.stderr);
    assert.equal(readFileSync(state, "utf8"), "{bad", "it stays as it is");
  }
  const gone = await run("users", "sync", path.join(folder, "nothing.csv"));
  assert.match(gone.stderr, /there is no such file/);
  assert.equal((await run("users", "sink")).code, 2);
});

test("a guard that trips and a service that refuses end with a sentence; one that is not there means later", async () => {
  const file = fileOf("all.csv", "employee_no,first_name,last_name,email\nK1,Żaneta,Łoś,k1@acme.example\n");
  const guarded = await run("users", "sync", file, "--deactivate-missing", "--max-deactivate-percent", "10", "--yes");
  assert.equal(guarded.code, 1, guarded.stdout);
  assert.match(guarded.stderr, /Nothing was changed\. If that many people have left, raise --max-deactivate-percent/);
  const stranger = await sync(company, ["users", "sync", file, "--yes"], {
    MUSTER_API_KEY: "lms_live_000000000000_00000000000000000000000000000000",
  });
  assert.deepEqual([stranger.code, stranger.stderr.includes("muster-sync doctor")], [1, true]);
});

test("a run that is killed at random instants goes on, and each row is applied once", async () => {
  const people = 400;
  const file = fileOf("interrupted.csv", company.peopleFile("I", people));
  let kills = 0;
  // Each kill comes later than the previous one, so that the run ends eventually.
  for (let wait_ms = 150; ; wait_ms += 60 + Math.random() * 120) {
    const child = startSync(company, ["users", "sync", file, "--yes", "--quiet"]);
    const ended = once(child, "exit");
    const timer = setTimeout(() => child.kill(kills % 2 === 0 ? "SIGKILL" : "SIGINT"), wait_ms);
    const [code] = (await ended) as [number | null];
    clearTimeout(timer);
    if (code === 0) break;
    kills += 1;
    assert.ok(code === null || code === 130, `ended with ${code}`);
    assert.ok(kills < 60);
  }
  const written = await writes("I");
  assert.equal(written.size, people);
  assert.deepEqual(
    [...written].filter(([, count]) => count !== 1),
    [],
    `after ${kills} interruptions`,
  );
  assert.ok(kills >= 3, `only ${kills} interruptions`);
});

test("assignments are sent in batches: what is there already stays, what cannot be is named, and an interrupted file goes on", async () => {
  await run("users", "sync", fileOf("assigned.csv", company.peopleFile("A", 60)), "--yes");
  const rows = Array.from({ length: 60 }, (_, index) => `A${index + 1};FORKLIFT-01;`);
  // More than one batch, so that the rows which are repeated exist by then.
  const repeated = Array.from({ length: 1_100 }, (_, index) => rows[index % 60]!);
  const file = fileOf("courses.csv", `employee_no;course_code;due_date\n${repeated.join("\n")}\nA1;NO-SUCH;\nA1;FORKLIFT-01;\n`);
  const child = startSync(company, ["enrollments", "assign", file]);
  const ended = once(child, "exit");
  const over = new AbortController();
  child.once("exit", () => over.abort());
  await made(`${file}.muster-sync.json`, over.signal);
  child.kill("SIGKILL");
  await ended;
  const said = await run("enrollments", "assign", file, "--json");
  assert.equal(said.code, 4, said.stderr);
  const { assigned, already, refused } = said.objects.at(-1) as Record<string, number>;
  // If the first run ended before it was killed, this is a second one.
  assert.ok(assigned === 60 || assigned === 0);
  assert.deepEqual([assigned + already!, refused], [1_101, 1]);
  assert.deepEqual([said.objects[0]?.["line"], said.objects[0]?.["code"]], [1_102, "VALIDATION_FAILED"]);
  const { rows: made_once } = await company.database.superuser.query(
    "select count(*)::int as count from enrollment e join person p on p.id = e.person_id where p.employee_no ~ '^A[0-9]+$'",
  );
  assert.equal(made_once[0].count, 60);
  const wrong = await run("enrollments", "assign", fileOf("wrong.csv", "employee_no,course\n1,2\n"));
  assert.deepEqual([wrong.code, /no column "course"; there are employee_no/.test(wrong.stderr)], [2, true]);
});

test("compliance is exported with a line for each person and course, harmless to spreadsheets", async () => {
  const out = path.join(folder, "compliance.csv");
  const said = await run("compliance", "export", "--course", "FORKLIFT-01", "--out", out);
  assert.equal(said.code, 0, said.stderr);
  const lines = readFileSync(out, "utf8").trimEnd().split("\n");
  assert.match(lines[0]!, /^employee_no,full_name,department_name,worker_type,course_code,status,/);
  assert.equal(lines.length, 61);
  assert.match(lines[1]!, /^A1,Żaneta Number 1,Logistyka Północ,internal_payroll,FORKLIFT-01,PENDING,/);
  // A day of the organisation's zone, which begins before the UTC day.
  const day = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Warsaw" }).format(new Date());
  const json = await run("compliance", "export", "--as-of", day, "--format", "ndjson");
  assert.ok(json.objects.some((row) => row["employee_no"] === "A1"));
  const rows = await run("compliance", "export", "--json");
  assert.equal(rows.stdout.trimEnd().split("\n").length, rows.objects.length, "nothing but objects");
  const written = await run("compliance", "export", "--json", "-o", out);
  assert.deepEqual(written.objects, [{ people: rows.objects.length, file: out }]);
});

test("an export that fails leaves the file of the last one, says so in JSON too, and does not promise to go on", async () => {
  const out = fileOf("kept.csv", "good\n");
  const day = await run("compliance", "export", "--as-of", "2026-02-30", "-o", out, "--json");
  assert.deepEqual([day.code, day.objects.length, day.objects[0]!["exit_code"]], [2, 1, 2], day.stderr);
  const unset = await run("compliance", "export", "--as-of", "", "-o", out);
  assert.deepEqual([unset.code, /--as-of is empty/.test(unset.stderr)], [2, true]);
  const nowhere = await run("compliance", "export", "-o", path.join(folder, "none", "x.csv"), "--json");
  assert.deepEqual([nowhere.code, /cannot be written/.test(nowhere.objects[0]!["error"])], [2, true], nowhere.stderr);
  assert.equal(readFileSync(out, "utf8"), "good\n");
  assert.ok(!existsSync(`${out}.new`));
});

test("events reach a receiver signed, each at least once, through restarts of the listener and of the receiver", async (t) => {
  const receiver = await startReceiver();
  t.after(() => receiver.close());
  const secret = "whsec_3q27wDb0bYc0T8rV4m9JkLxQe1uHs5nZpAoCiFgXyE8=";
  const state = path.join(folder, "listen.json");
  const begun_at = new Date().toISOString();
  const listen = (target: string, ...more: string[]) =>
    startSync(company, ["webhooks", "listen", "--forward", `${target}/hook`, "--state", state, ...more], {
      MUSTER_WEBHOOK_SECRET: secret,
    });
  const assign = async (from: number, to: number) => {
    for (let number = from; number <= to; number += 1) {
      const reply = await company.api.post("/api/v1/enrollments", { employee_no: `A${number}`, course_code: "FIRE-01" });
      assert.equal(reply.status, 201, reply.text);
    }
  };
  let listener = listen(receiver.origin, "--since", begun_at);
  await assign(1, 10);
  await receiver.first(5);
  const killed = once(listener, "exit");
  listener.kill("SIGKILL");
  await killed;
  await assign(11, 20);
  // A restarting receiver first gives no answer, then 503.
  let refusals = 0;
  receiver.answer = (_received, reply) =>
    void ((refusals += 1) % 3 === 1
      ? reply.destroy()
      : refusals % 3 === 2
        ? reply.writeHead(503).end()
        : reply.writeHead(204).end());
  listener = listen(receiver.origin);
  const numbers = () => new Set(receiver.received.map(({ body }) => JSON.parse(body.toString()).data.user.employee_no as string));
  for (let count = 1; numbers().size < 20; count += 1) await receiver.first(count);
  assert.deepEqual(numbers(), new Set(Array.from({ length: 20 }, (_, index) => `A${index + 1}`)));
  for (const { body, headers } of receiver.received) {
    const event = await verifyWebhook(body, headers, secret);
    assert.equal(headers["x-lms-event-id"], event.id);
  }
  listener.kill("SIGINT");
  const [code] = (await once(listener, "exit")) as [number];
  assert.equal(code, 130);

  const tail = await run("events", "tail", "--type", "enrollment.assigned", "--since", begun_at, "--once");
  assert.equal(tail.objects.length, 20);
  // More than a page of all events since the first person was created.
  const all = await run("events", "tail", "--since", company.begun_at, "--once");
  assert.equal(all.code, 0, all.stderr);
  assert.ok(all.objects.length > 100, `${all.objects.length} events`);
  assert.equal(new Set(all.objects.map((event) => event["id"])).size, all.objects.length);
});

test("doctor and scim check say what is in place, and what to do about what is not", async () => {
  const well = await run("doctor", "--json");
  assert.equal(well.code, 0, well.stdout);
  assert.deepEqual(
    well.objects.filter(({ verdict }) => verdict !== "ok"),
    [],
  );
  const token = { MUSTER_SCIM_TOKEN: company.env["SECRET"]! };
  const url = `${company.server.url}/scim/v2/${company.organisation.code}`;
  const scim = await sync(company, ["scim", "check", url, "--write"], token);
  assert.equal(scim.code, 0, scim.stdout);
  assert.ok(scim.stdout.match(/✓/g)!.length >= 10);
  const lost = await sync(company, ["scim", "check", `${url}-NO`], token);
  assert.deepEqual([lost.code, /✗ GET \/ServiceProviderConfig: 401/.test(lost.stdout)], [1, true]);
  const stranger = await sync(company, ["doctor"], { MUSTER_API_KEY: "lms_live_no" });
  assert.deepEqual([stranger.code, /✗ credentials: 401.*\n.*client's log/.test(stranger.stdout)], [1, true]);
  const longer = await sync(company, ["doctor"], { MUSTER_BASE_URL: `${company.env["BASE_URL"]}/api/v1` });
  assert.deepEqual(
    [longer.code, /✗ address: .*no contract.*\n.*without \/api\/v1/.test(longer.stdout)],
    [1, true],
    longer.stdout,
  );
  const nowhere = await sync(company, ["doctor"], { MUSTER_BASE_URL: "http://127.0.0.1:1" });
  assert.deepEqual([nowhere.code, /✗ address/.test(nowhere.stdout)], [1, true]);
});

test("help teaches each subcommand with an example that names it", async () => {
  const { stdout } = await run("--help");
  const names = [
    "users sync",
    "enrollments assign",
    "compliance export",
    "events tail",
    "webhooks listen",
    "scim check",
    "doctor",
  ];
  for (const name of names) {
    assert.ok(stdout.includes(`\n  ${name} `), name);
    const said = await run(...name.split(" "), "--help");
    assert.deepEqual([said.code, said.stdout.startsWith(`muster-sync ${name}`)], [0, true]);
  }
  const guide = readFileSync(path.join(import.meta.dirname, "../../docs/guides/muster-sync.md"), "utf8");
  const shown = [...guide.matchAll(/`muster-sync ([a-z][^`]*)`/g)].map(([, line]) => line!);
  assert.ok(shown.length >= names.length);
  assert.deepEqual(
    shown.filter((line) => !names.some((name) => line.startsWith(name))),
    [],
  );
});
