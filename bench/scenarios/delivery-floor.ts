// The least work to deliver an event: read its row, sign it, POST it, record the acknowledgement. A loop without claims, leases,
// retries, limits or log, in a process of its own.
import { createHmac } from "node:crypto";
import pg from "pg";
import { Agent, request } from "undici";
import { percentile } from "../statistics.ts";

export type DeliveryFloorJob = { database_url: string; url: string; deliveries: number; at_once: number };

export type DeliveryFloorResult = { per_second: number; p95_ms: number };

if (import.meta.main) {
  process.on("message", (job: DeliveryFloorJob) => {
    void run(job).then((result) => process.send!(result));
  });
  process.once("disconnect", () => process.exit(0));
}

async function run({ database_url, url, deliveries, at_once }: DeliveryFloorJob): Promise<DeliveryFloorResult> {
  const pool = new pg.Pool({ connectionString: database_url, max: 4 });
  const dispatcher = new Agent();
  await pool.query("drop table if exists delivery_floor");
  await pool.query("create table delivery_floor (id int primary key, body bytea not null, delivered_at timestamptz)");
  await pool.query(
    `insert into delivery_floor select n, convert_to('{"id":"' || n || '","created_at":"' || now() || '","data":"' || repeat('x', 800) || '"}', 'UTF8')
     from generate_series(1, $1::int) n`,
    [deliveries],
  );
  const durations_ms: number[] = [];
  let next = 1;
  const work = async () => {
    for (let id = next++; id <= deliveries; id = next++) {
      const started_ms = performance.now();
      const { rows } = await pool.query<{ body: Buffer }>({
        name: "read",
        text: "select body from delivery_floor where id = $1",
        values: [id],
      });
      const { body } = rows[0]!;
      const t = Math.floor(Date.now() / 1_000);
      const v1 = createHmac("sha256", "secret").update(`${t}.`).update(body).digest("hex");
      const headers = { "content-type": "application/json", "x-lms-signature": `t=${t},v1=${v1}` };
      const answer = await request(url, { method: "POST", headers, body, dispatcher });
      await answer.body.dump();
      await pool.query({ name: "write", text: "update delivery_floor set delivered_at = now() where id = $1", values: [id] });
      durations_ms.push(performance.now() - started_ms);
    }
  };
  const started_ms = performance.now();
  await Promise.all(Array.from({ length: at_once }, work));
  const seconds = (performance.now() - started_ms) / 1_000;
  await pool.query("drop table delivery_floor");
  await Promise.all([pool.end(), dispatcher.close()]);
  return { per_second: deliveries / seconds, p95_ms: percentile(durations_ms, 95) };
}
