import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem, type } from "node:os";
import path from "node:path";
import type { BenchDatabase } from "./database.ts";
import type { Options } from "./options.ts";
import { renderMarkdown, type Row } from "./report.ts";
import { concurrency, pages } from "./scenario.ts";

const docs = path.join(import.meta.dirname, "..", "docs");

export type Run = {
  /** The page of the named scenario; null: docs/benchmarks.md. */
  page: string | null;
  options: Options;
  database: BenchDatabase;
  /** Other load on the machine during the run. */
  others: string;
};

/** Rewrites a page of results: the figures, the command that produces them, the machine, and the meaning of each floor. */
export function writeBenchmarks(rows: readonly Row[], run: Run): void {
  const file = path.join(docs, run.page ?? "benchmarks.md");
  writeFileSync(file, run.page === null ? textOfAll(rows, run) : textOfOne(rows, run));
  console.log(`Wrote ${path.relative(process.cwd(), file)}.`);
  if (run.page !== null) {
    const all = path.join(docs, "benchmarks.md");
    writeFileSync(all, withLinks(readFileSync(all, "utf8"), writtenPages()));
  }
}

/** The titles of the other pages in docs/benchmarks.md. */
const titles: Readonly<Record<(typeof pages)[keyof typeof pages], string>> = {
  [pages.nodes]: "Many organisations and nodes",
  [pages.large]: "an organisation of a million people",
  [pages.sign_ins]: "signing in with the company's identity",
  [pages.day]: "a training manager's day",
  [pages.gate]: "the gate",
  [pages.peers]: "what we measure ourselves against",
  [pages.packages]: "content packages",
};

type Page = keyof typeof titles;

const writtenPages = () => (Object.keys(titles) as Page[]).filter((page) => existsSync(path.join(docs, page)));

/** The sentence in docs/benchmarks.md that links to the other pages, a line for each link. */
export function linksTo(written: readonly Page[]): string {
  const links = written.map((page) => `[${titles[page]}](${page})`);
  const last = links.pop()!;
  return `${links.length === 0 ? last : `${links.join(",\n")} and\n${last}`} have pages of their own.`;
}

/** The text of docs/benchmarks.md with the present sentence. */
export function withLinks(text: string, written: readonly Page[]): string {
  return text.replace(/^\[.*(?:\n.+)* have pages of their own\.$/mu, linksTo(written));
}

function textOfOne(rows: readonly Row[], run: Run): string {
  return `# Benchmarks: ${run.options.filters.join(", ")}

\`${commandOf(run)}\` wrote this page; the same command on your machine shows the figures of that machine.
[Benchmarks](benchmarks.md) has all other scenarios.

${renderMarkdown(rows)}

${renderRun(run)}`;
}

const commandOf = ({ options: { filters, seconds, rounds } }: Run) =>
  ["npm run bench --", ...filters, `--write --seconds ${seconds} --rounds ${rounds}`].join(" ");

function renderRun(run: Run): string {
  const { database, others } = run;
  const processors = cpus();
  const memory_gib = Math.round(totalmem() / 1_024 ** 3);
  return `| Run | |
| --- | --- |
| Command | \`${commandOf(run)}\` |
| Machine | ${processors.length} × ${processors[0]?.model.trim() ?? "unknown"}, ${memory_gib} GiB, ${type()} |
| What else it did | ${others} |
| Node | ${process.versions.node} |
| PostgreSQL | ${database.version}, on the same machine; ${database.durability} |
`;
}

function textOfAll(rows: readonly Row[], run: Run): string {
  const { options } = run;
  return `# Benchmarks

\`npm run bench -- --write\` wrote this page; the same command on your machine shows the figures of that machine. Floor and API are
measured in turn in the same run, so a ratio says more than a rate; a machine that is busy otherwise still widens its range.
${linksTo(writtenPages())}
[Profiles](benchmarks-profiles.md) says why a row misses its target, and where time goes.

${renderMarkdown(rows)}

${renderRun(run)}
## How it is measured

- One organisation of ${options.people.toLocaleString("en-US")} people, 200 departments, 30 contractor companies, 40 courses and 4 custom attributes is loaded by
  \`muster org apply FILE.json\`, run as an operator runs it; its time is that of the whole process. Then \`vacuum analyze\`.
- The API is \`muster api\` with \`LOG_LEVEL=info\`, its log in a file, and a pool of ${concurrency} connections. Load comes from
  autocannon in a third process: ${concurrency} kept-alive connections, each sending its next request when the last is answered. A
  single answer of another status than the expected one fails the scenario.
- Floor and API are measured in turn, ${options.seconds} s each, ${options.rounds} rounds after one that warms up; who goes first alternates. A result is the
  median over the rounds of ours ÷ floor, with the lowest and highest round in parentheses; columns Floor and Ours are
  medians of their own.
- All processes share the machine's processors, the load included: where there are few, the ratio tells total work, and
  the notes give the processor time of the server processes alone.

## What the floors are

- **Bare Fastify handler** (\`bench/floor.ts\`): no hooks, no schemas, no log; through an ordinary \`pg\` pool of ${concurrency} it sends the
  very statements, as prepared statements with the same parameters, that the API was heard to send for the same request
  (\`bench/record.ts\` runs one through the application and writes them down), each as its own transaction, as a superuser
  whom no row-level security holds up; then it sends the JSON text that the database made. With admission: the statement
  that authenticates and takes a token of the client's bucket runs before. Without: only the page's.
- **pgbench** (\`bench/pgbench.ts\`): the transaction of a recorded \`POST /enrollments\`, from \`begin\` to \`commit\`, statement by
  statement, prepared, as the application's role under row-level security, with ${concurrency} clients. Each run of either side gets
  pairs of person and course that are unused. Admission is no part of it, so the API does more.
- **Peers** (\`bench/scenarios/peers/\`, [decision 96](decisions/0096-what-we-measure-ourselves-against.md)) know no clients, limits and checks. *The look-up alone*
  (\`bare1\`), *one row by primary key* and *one insert* are one statement each behind \`node:http\`, through an ordinary \`pg\` pool of ${concurrency}. *A pg-boss loop* claims jobs
  by tens, 50 at once, signs and posts them and reports them done. *SAML-Jackson* is its library behind \`node:http\`, on the same server with the
  same durability and as many connections; it is installed for the run, and is no dependency. *A far database* is the same API behind a proxy
  that holds back what goes to PostgreSQL; both sides go through it.
- Processor time of PostgreSQL is that of all its processes. WAL is counted by record, without the images of whole pages that follow a
  checkpoint; notes have the figure with them.
- **A quiet API** (\`bench/scenarios/rule-scenario.ts\`): while a rule is evaluated by \`muster worker\`, a process of its own, GET /users is asked at
  a steady rate that does not wait for answers; its p95 is compared with that of ten seconds before and after. The matrix is
  full meanwhile. The time runs from the end of \`muster org apply\` until no job is left.
- The midnight (\`bench/scenarios/midnight-scenario.ts\`) changes a flag of everybody; a process of its own works it off by \`turnDay\`, and history
  and events are counted afterwards.
- The deep page and the scenarios without a floor (loading, starting, memory) are judged by their own numbers. Memory is the most that one
  process of each command held in the whole run.
`;
}
