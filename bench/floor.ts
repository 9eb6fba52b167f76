// The floor: the least that an HTTP server on PostgreSQL does. Bare Fastify handlers without hooks or schemas send the same
// prepared statements as the API through an ordinary `pg` pool of the same size, each statement in a transaction of its own. It
// runs as a child process of the bench, receives its routes as a message, and answers with its address.
import Fastify from "fastify";
import pg from "pg";

export type FloorStatement = { name: string; text: string; values: unknown[] };

export type FloorRoute = {
  path: string;
  /** The statements, sent one after the other. The answer is a column of the last statement's row, or all its rows as JSON. */
  statements: FloorStatement[];
  answer_column: number | "all";
  /** The values of statements that the query parameter `key` replaces. */
  replaced: { statement: number; value: number }[];
};

export type FloorPlan = { database_url: string; connections: number; routes: FloorRoute[] };

if (import.meta.main) {
  process.once("message", (plan: FloorPlan) => {
    void serve(plan).then(({ url }) => process.send!({ url }));
  });
  // The process ends with the bench.
  process.once("disconnect", () => process.exit(0));
  process.once("SIGTERM", () => process.exit(0));
}

/** Serves the routes of a plan on a free port. */
export async function serve(plan: FloorPlan): Promise<{ url: string; close(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: plan.database_url, max: plan.connections });
  const app = Fastify();
  for (const { path, statements, replaced, answer_column } of plan.routes) {
    app.get(path, async (request, reply) => {
      const { key } = request.query as { key?: string };
      let text = "";
      for (const [place, { name, text: statement, values }] of statements.entries()) {
        const bound = values.slice();
        for (const spot of replaced) if (spot.statement === place) bound[spot.value] = key;
        const { rows } = await pool.query<unknown[]>({ name, text: statement, values: bound, rowMode: "array" });
        if (place < statements.length - 1) continue;
        text = answer_column === "all" ? JSON.stringify(rows) : rows.map((row) => String(row[answer_column])).join("");
      }
      reply.type("application/json");
      return text;
    });
  }
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    url,
    async close() {
      await app.close();
      await pool.end();
    },
  };
}
