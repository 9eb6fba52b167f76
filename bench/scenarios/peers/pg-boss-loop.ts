// The delivery loop that a team would write itself: one pg-boss job for each delivery, and a loop that fetches some jobs, signs
// and posts them concurrently, and completes them. It has no organisations, fair scheduling, handling of slow receivers, log or
// replay.
import { createHmac, randomUUID } from "node:crypto";
import { PgBoss } from "pg-boss";
import { Agent, request } from "undici";

export type LoopJob = { database_url: string; connections: number; urls: string[]; deliveries: number; slots: number };

/** Processor time of the delivering process for each delivery. */
export type LoopResult = { cpu_us: number };

export const loop_schema = "bench_boss";
const queue = "deliveries";
const claimed_at_once = 10;
const payload_chars = 800;

type Delivery = { url: string; body: string };

if (import.meta.main) {
  process.on("message", (job: LoopJob) => {
    void run(job).then((result) => process.send!(result));
  });
  process.once("disconnect", () => process.exit(0));
}

/** Creates the deliveries as waiting jobs, and then delivers them. */
async function run({ database_url, connections, urls, deliveries, slots }: LoopJob): Promise<LoopResult> {
  const boss = new PgBoss({ connectionString: database_url, schema: loop_schema, max: connections });
  boss.on("error", (error) => console.error(error));
  await boss.start();
  await boss.createQueue(queue);
  await boss.insert(
    queue,
    Array.from({ length: deliveries }, (_, number) => ({ data: deliveryTo(urls[number % urls.length]!) })),
  );
  const dispatcher = new Agent();
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: slots / claimed_at_once }, () => deliverAll(boss, dispatcher)));
  const { user, system } = process.cpuUsage(before);
  await boss.stop({ graceful: false });
  await dispatcher.close();
  return { cpu_us: (user + system) / deliveries };
}

function deliveryTo(url: string): Delivery {
  const event = { id: randomUUID(), created_at: new Date().toISOString(), data: "x".repeat(payload_chars) };
  return { url, body: JSON.stringify(event) };
}

async function deliverAll(boss: PgBoss, dispatcher: Agent): Promise<void> {
  for (;;) {
    const jobs = await boss.fetch<Delivery>(queue, { batchSize: claimed_at_once });
    if (jobs.length === 0) return;
    await Promise.all(jobs.map(({ data }) => deliver(data, dispatcher)));
    await boss.complete(
      queue,
      jobs.map(({ id }) => id),
    );
  }
}

async function deliver({ url, body }: Delivery, dispatcher: Agent): Promise<void> {
  const t = Math.floor(Date.now() / 1_000);
  const v1 = createHmac("sha256", "secret").update(`${t}.${body}`).digest("hex");
  const headers = { "content-type": "application/json", "x-lms-signature": `t=${t},v1=${v1}` };
  const answer = await request(url, { method: "POST", headers, body, dispatcher });
  await answer.body.dump();
}
