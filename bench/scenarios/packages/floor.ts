// The floor of commits: bare Fastify and one prepared upsert of the body, through an ordinary pool of the same size.
import Fastify from "fastify";
import pg from "pg";

export type FloorPlan = { database_url: string; connections: number };

if (import.meta.main) {
  process.once("message", (plan: FloorPlan) => {
    void serve(plan).then((url) => process.send!({ url }));
  });
  process.once("disconnect", () => process.exit(0));
  process.once("SIGTERM", () => process.exit(0));
}

const text = `insert into bench_commit (learner, seq, elements) values ($1, $2, $3)
  on conflict (learner) do update set seq = excluded.seq, elements = excluded.elements where bench_commit.seq < excluded.seq`;

async function serve({ database_url, connections }: FloorPlan): Promise<string> {
  const pool = new pg.Pool({ connectionString: database_url, max: connections });
  await pool.query(
    "create table if not exists bench_commit (learner text primary key, seq integer not null, elements jsonb not null)",
  );
  const app = Fastify();
  app.post<{ Params: { learner: string }; Body: { seq: number; elements: object } }>("/commits/:learner", (request) => {
    const { seq, elements } = request.body;
    const values = [request.params.learner, seq, JSON.stringify(elements)];
    return pool.query({ name: "commit", text, values }).then(() => ({ seq, status: "incomplete", result: null }));
  });
  return app.listen({ port: 0, host: "127.0.0.1" });
}
