import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { ndjson, openImporter, type Importer } from "../../../../test/harness/organisation/imports.ts";
import { createOrganisation } from "../../../../test/harness/organisation/organisation.ts";
import { rate } from "../../../../test/harness/organisation/people.ts";
import { apiOf, byKey } from "../../../../test/harness/server.ts";
import { importJobs, sweepImports } from "../import.job.ts";

let acme: Importer;
before(async () => {
  acme = await openImporter();
});
after(() => acme.close());

const file = "employee_no,first_name,last_name,email\nU1,Anna,Kowalska,u1@acme.example\n";
const mebibyte = 1_048_576;

async function stored(): Promise<{ imports: number; chunks: number; jobs: number }> {
  const { rows } = await acme.database.superuser.query(
    `select (select count(*)::int from import where status <> 'finished') as imports, (select count(*)::int from import_chunk) as chunks,
      (select count(*)::int from pgboss.job where name = 'imports.run') as jobs`,
  );
  return rows[0];
}

test("the answer to an upload is the import, and where to look for it", async () => {
  const reply = await acme.send(file);
  assert.equal(reply.status, 202, reply.text);
  assert.equal(reply.headers.get("location"), `/api/v1/imports/${reply.body.id}`);
  assert.deepEqual([reply.body.status, reply.body.format, reply.body.counts.rows], ["queued", "csv", 0]);
  assert.deepEqual(await stored(), { imports: 1, chunks: 1, jobs: 1 });
  await acme.run(reply.body.id);
  assert.equal((await acme.record(reply.body.id)).status, "finished");
});

test("more than 64 MiB are refused, whether the length is announced or not, and nothing of them stays", async () => {
  const { hostname, port } = new URL(acme.server.url);
  const { "x-tenant-code": code, "x-api-key": key } = byKey(acme.acme.code, acme.acme.clients["full"]!.secret);
  const head = `POST /api/v1/imports/users HTTP/1.1\r\nHost: x\r\nX-Tenant-Code: ${code}\r\nX-API-Key: ${key}\r\nContent-Type: text/csv\r\n`;
  const before = await stored();
  for (const framing of ["announced", "chunked"]) {
    const socket = connect(Number(port), hostname);
    let answer = "";
    socket.on("data", (data) => (answer += data.toString()));
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    socket.on("error", () => undefined);
    const line = Buffer.from(`${"x".repeat(mebibyte - 1)}\n`);
    if (framing === "announced") socket.write(`${head}Content-Length: ${65 * mebibyte}\r\n\r\n`);
    else {
      socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
      for (let sent = 0; sent < 65 && !socket.destroyed; sent += 1) {
        const more = socket.write(Buffer.concat([Buffer.from("100000\r\n"), line, Buffer.from("\r\n")]));
        if (!more) await Promise.race([new Promise((resolve) => socket.once("drain", resolve)), closed]);
      }
    }
    await closed;
    assert.match(answer, /^HTTP\/1.1 413 /, framing);
    assert.match(answer, /"limit_bytes":67108864/, framing);
  }
  assert.deepEqual(await stored(), before);
});

test("an upload that breaks off leaves nothing, or is swept away", async (t) => {
  const before = await stored();
  const { hostname, port } = new URL(acme.server.url);
  const { "x-tenant-code": code, "x-api-key": key } = byKey(acme.acme.code, acme.acme.clients["full"]!.secret);
  const socket = connect(Number(port), hostname);
  t.after(() => socket.destroy());
  socket.write(
    `POST /api/v1/imports/users HTTP/1.1\r\nHost: x\r\nX-Tenant-Code: ${code}\r\nX-API-Key: ${key}\r\nContent-Type: text/csv\r\nContent-Length: 1000000\r\n\r\n${file}`,
  );
  while ((await stored()).imports === before.imports) await new Promise(setImmediate);
  socket.destroy();
  while ((await stored()).imports !== before.imports) await new Promise(setImmediate);
  assert.deepEqual(await stored(), before);

  const { rows } = await acme.database.superuser.query(
    `insert into import (tenant_id, id, kind, format, dry_run, status, created_at)
    select $1, gen_random_uuid(), 'users', 'csv', false, 'receiving', now() - age
    from unnest(array['50 minutes', '2 hours']::interval[]) as age returning id`,
    [acme.acme.tenant_id],
  );
  await sweepImports(acme.pool, new AbortController().signal);
  const { rows: left } = await acme.database.superuser.query("select id from import where status = 'receiving'");
  assert.deepEqual(left, [rows[0]]);
  await acme.database.superuser.query("delete from import where status = 'receiving'");
});

test("a report is kept for 30 days, and an import whose job has no tries left fails within ten minutes", async () => {
  const done = await acme.importFile(file);
  const { body: stuck } = await acme.send(file);
  const age = (id: string, interval: string) =>
    acme.database.superuser.query("update import set created_at = now() - $2::interval where id = $1", [id, interval]);
  await age(done.id, "29 days");
  await age(stuck.id, "6 minutes");
  await sweepImports(acme.pool, new AbortController().signal);
  assert.equal((await acme.record(stuck.id)).status, "queued", "its job waits");
  await acme.database.superuser.query("update pgboss.job set state = 'failed' where data->>'import_id' = $1", [stuck.id]);
  await sweepImports(acme.pool, new AbortController().signal);
  assert.equal((await acme.record(done.id)).status, "finished");
  assert.equal((await acme.record(stuck.id)).status, "failed");
  const forget = async () => {
    await acme.database.superuser.query("update retention set look_us = 0");
    const jobs = importJobs({ pool: acme.pool, minimums: {} });
    await jobs.find(({ queue }) => queue.name === "imports.forget")!.run({}, new AbortController().signal);
  };
  await forget();
  assert.equal((await acme.api.get(`/api/v1/imports/${done.id}`)).status, 200);
  await age(done.id, "31 days");
  await forget();
  assert.equal((await acme.api.get(`/api/v1/imports/${done.id}`)).status, 404);
});

test("files that never arrived because their process died count five minutes, and then keep no other from being sent", async () => {
  const arrive = (age: string) =>
    acme.database.superuser.query(
      `insert into import (tenant_id, id, kind, format, dry_run, status, created_at)
      select $1, gen_random_uuid(), 'users', 'csv', false, 'receiving', now() - $2::interval from generate_series(1, 5)`,
      [acme.acme.tenant_id, age],
    );
  await arrive("4 minutes");
  assert.equal((await acme.send(file)).body.code, "TOO_MANY_IMPORTS");
  await acme.database.superuser.query("delete from import where status = 'receiving'");
  await arrive("6 minutes");
  assert.equal((await acme.send(file)).status, 202);
  await acme.database.superuser.query("delete from import where status in ('receiving', 'queued')");
});

test("invalid uploads are refused: other types, charsets and encodings, nothing at all, an Idempotency-Key", async () => {
  const post = (headers: Record<string, string>, body?: string) =>
    acme.api.call("POST", "/api/v1/imports/users", { headers, ...(body === undefined ? {} : { body }) });
  const statuses = [
    await acme.send("{}", "", "application/json"),
    await acme.send(file, "", "text/csv; charset=windows-1250"),
    await post({ "content-type": "text/csv", "content-encoding": "gzip" }, file),
    await acme.send("", "", "text/csv"),
    await post({}),
    await post({ "content-type": "text/csv", "idempotency-key": "k1" }, file),
    await acme.send(file, "max_deactivate_percent=101"),
    await acme.send(file, "dry_run=perhaps"),
  ].map(({ status, body }) => [status, body.errors?.[0].header ?? body.errors?.[0].parameter ?? null]);
  assert.deepEqual(statuses, [
    [415, null],
    [415, null],
    [415, null],
    [400, null],
    [400, null],
    [422, "Idempotency-Key"],
    [422, "max_deactivate_percent"],
    [422, "dry_run"],
  ]);
});

test("an organisation has at most five imports that have not ended", async () => {
  const sent = await Promise.all(Array.from({ length: 12 }, () => acme.send(file)));
  const ids = sent.filter(({ status }) => status === 202).map(({ body }) => body.id as string);
  assert.equal(ids.length, 5, "nor by sending many at once");
  const reply = await acme.send(file);
  assert.deepEqual([reply.status, reply.body.code], [409, "TOO_MANY_IMPORTS"]);
  for (const id of ids) await acme.run(id);
  assert.equal((await acme.send(file)).status, 202);
});

test("an import is seen by every client of its organisation that may write people, and by no other organisation", async () => {
  const done = await acme.importFile(
    'employee_no,first_name,last_name,email,job_title\n=U2,@A,B,u2@acme.example,"-1 ""x"""\n-3,,,,\n',
  );
  assert.equal((await acme.writer.get(`/api/v1/imports/${done.id}`)).status, 200);
  assert.equal((await acme.reader.get(`/api/v1/imports/${done.id}`)).status, 403);
  const other = await createOrganisation(acme.database, {
    organisation: { code: "OTHER" },
    contract: { rate },
    clients: [{ name: "full", scopes: ["users:write"] }],
  });
  const api = apiOf(acme.server, byKey(other.code, other.clients["full"]!.secret));
  for (const path of [`/api/v1/imports/${done.id}`, `/api/v1/imports/${done.id}/report.csv`, "/api/v1/imports/nonsense"]) {
    assert.equal((await api.get(path)).status, 404, path);
  }
  const report = await acme.writer.get(`/api/v1/imports/${done.id}/report.csv`);
  assert.equal(report.headers.get("content-type"), "text/csv; charset=utf-8");
  assert.equal(
    report.text,
    [
      '"row","employee_no","action","changes","enrollments_assigned","enrollments_cancelled","errors","full_name"',
      `"2","'=U2","create","","","","","'@A B"`,
      `"3","'-3","invalid","","","","#/first_name REQUIRED: must not be empty; #/last_name REQUIRED: must not be empty; #/email REQUIRED: is required",""`,
      "",
    ].join("\r\n"),
  );
});

test("a run that dies is taken up behind the rows that are done, and counts each row once", async (t) => {
  const people = Array.from({ length: 650 }, (_, place) => acme.newcomer({ employee_no: `C${place}` }));
  const { body } = await acme.send(people.map((person) => JSON.stringify(person)).join("\n"), "", ndjson);
  const dying = new AbortController();
  t.after(() => acme.database.superuser.query("drop function if exists public.die cascade"));
  await acme.database.superuser.query(`create or replace function public.die() returns trigger language plpgsql as $$
    begin if new.rows_done = 500 then raise exception 'the process died'; end if; return new; end $$`);
  await acme.database.superuser.query("create trigger die before update on import for each row execute function public.die()");
  await assert.rejects(acme.run(body.id, { signal: dying.signal }), /the process died/);
  await acme.database.superuser.query("drop trigger die on import");
  const halfway = await acme.record(body.id);
  assert.deepEqual([halfway.status, halfway.rows_done, halfway.counts.create], ["running", 250, 250]);
  dying.abort();
  await assert.rejects(acme.run(body.id, { signal: dying.signal }), { name: "AbortError" });
  await acme.run(body.id);
  const done = await acme.record(body.id);
  assert.deepEqual([done.status, done.rows_done, done.counts.create, done.counts.unchanged], ["finished", 650, 650, 0]);
  await acme.run(body.id);
  const { rows } = await acme.database.superuser.query(
    "select count(*)::int as audited, count(distinct target_id)::int as people from audit_log where batch_id = $1",
    [body.id],
  );
  assert.deepEqual(rows, [{ audited: 650, people: 650 }]);
  const told = await acme.database.superuser.query(
    `select count(*)::int as events, count(distinct data -> 'user' ->> 'id')::int as people
     from (select convert_from(body, 'UTF8')::jsonb -> 'data' as data from event where type = 'user.created') e
     where data ->> 'batch_id' = $1`,
    [body.id],
  );
  assert.deepEqual(told.rows, [{ events: 650, people: 650 }]);
});
