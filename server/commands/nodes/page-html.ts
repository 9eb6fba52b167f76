import { escapeHtml, htmlPage, pagePolicy } from "../../platform/http/html.ts";
import { language_names, languages, type Language } from "../../platform/languages.ts";
import { inGib } from "./list.ts";
import type { NodeReport } from "./look.ts";
import type { Move, Organisation } from "./nodes-sql.ts";
import { words, type Words } from "./page-words.ts";

/** An organisation, and the node that has its rows. */
export type Placed = Organisation & { at: string };

export type Shown = {
  language: Language;
  reports: readonly NodeReport[];
  organisations: readonly Placed[];
  /** Whether more organisations match than are shown. */
  has_more: boolean;
  /** `at`: the node whose database has this row. */
  moves: readonly (Move & { at: string })[];
  /** The prefix of codes that was searched for. */
  search: string;
  refreshes: boolean;
  now: Date;
};

const style = `
:root { color-scheme: light dark; --ink: #1d2430; --quiet: #5b626d; --line: #dfe3ea; --ground: #f6f7fb; --card: #fff; --accent: #4456cc;
  --bad: #a5211a; --bar: #4c5fd5 }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0; color: var(--ink); background: var(--ground) }
header, main { max-width: 70rem; margin: 0 auto; padding: 0 1rem }
header { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem 1rem; padding-top: 1rem; padding-bottom: 1rem }
header strong { margin-right: auto } nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem }
a { color: var(--accent) } a, button, input { min-height: 24px }
section { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1rem 1.25rem; margin-bottom: 1.25rem }
h1 { font-size: 1.4rem; margin: 0 0 1rem } h2 { font-size: 1.1rem; margin: 0 0 .6rem }
.wide { overflow-x: auto } table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums }
.quiet { color: var(--quiet) } .bad { color: var(--bad); font-weight: 600 }
form { display: flex; flex-wrap: wrap; gap: .6rem; align-items: end; margin-bottom: .8rem }
label { display: grid; gap: .2rem } input, button { font: inherit; padding: .3rem .6rem }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ee; --quiet: #a5adba; --line: #2c333e; --ground: #12161c; --card: #1a1f27;
  --accent: #9aa8ff; --bad: #ff9d94 } }
`;

/** A policy that allows this one style sheet, by its hash, and forms to this page. */
export const nodes_page_policy = pagePolicy(style).replace("form-action 'none'", "form-action 'self'");

/** The page: state of the nodes, nodes of the organisations, and running moves. */
export function nodesPage(shown: Shown): string {
  const { language } = shown;
  const say = words[language];
  const body = `<header><strong>Muster</strong>${controls(shown, say)}</header>
<main>
<h1>${say.title}</h1>
<section aria-labelledby="nodes"><h2 id="nodes">${say.nodes}</h2>${nodesTable(shown, say)}</section>
<section aria-labelledby="moves"><h2 id="moves">${say.moves}</h2>${movesTable(shown, say)}</section>
<section aria-labelledby="organisations"><h2 id="organisations">${say.organisations}</h2>${organisationsTable(shown, say)}</section>
</main>`;
  return htmlPage(`${say.title} · Muster`, style, body, language);
}

/** When the page was made, the switch for refreshing, and the languages. */
function controls(shown: Shown, say: Words): string {
  const { language, refreshes, now } = shown;
  const time = `<time datetime="${now.toISOString()}">${now.toISOString().slice(11, 19)} UTC</time>`;
  const others = languages.map((one) =>
    one === language
      ? `<span aria-current="true">${language_names[one]}</span>`
      : `<a href="${address(shown, { language: one })}" hreflang="${one}" lang="${one}">${language_names[one]}</a>`,
  );
  const pause = `<a href="${address(shown, { refreshes: !refreshes })}">${refreshes ? say.pause : say.resume}</a>`;
  return `<span class="quiet">${say.as_of} ${time}</span><nav aria-label="${say.page}">${pause} ${others.join(" ")}</nav>`;
}

function address(shown: Shown, change: Partial<Shown>): string {
  const { language, search, refreshes } = { ...shown, ...change };
  const query = new URLSearchParams({ language, ...(search ? { q: search } : {}), ...(refreshes ? {} : { refresh: "off" }) });
  return `/?${escapeHtml(query.toString())}`;
}

type Column<Row> = { name: string; cell: (row: Row) => string; is_number?: true };

function table<Row>(caption: string, columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const mark = ({ is_number }: Column<Row>) => (is_number ? ' class="number"' : "");
  const head = columns.map((column) => `<th scope="col"${mark(column)}>${column.name}</th>`).join("");
  const lines = rows.map((row) => `<tr>${columns.map((column) => `<td${mark(column)}>${column.cell(row)}</td>`).join("")}</tr>`);
  return `<div class="wide" role="group" aria-label="${caption}" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>
${lines.join("\n")}
</tbody></table></div>`;
}

function nodesTable({ reports, language }: Shown, say: Words): string {
  const number = new Intl.NumberFormat(language);
  const fact = (read: (facts: NonNullable<NodeReport["facts"]>) => string) => (report: NodeReport) =>
    report.facts === null ? "–" : read(report.facts);
  const state = ({ faults }: NodeReport) =>
    faults.length === 0 ? say.answers : `<span class="bad">${faults.map(escapeHtml).join("<br>")}</span>`;
  return table(
    say.nodes,
    [
      { name: say.node, cell: ({ name }) => escapeHtml(name) },
      { name: say.state, cell: state },
      { name: say.version, cell: ({ version }) => escapeHtml(version ?? "–") },
      { name: say.organisations, cell: fact(({ organisations }) => number.format(organisations)), is_number: true },
      { name: say.people, cell: fact(({ people }) => `≈ ${number.format(Math.round(people))}`), is_number: true },
      { name: say.database, cell: fact(({ database_bytes }) => inGib(database_bytes)), is_number: true },
      {
        name: say.connections,
        cell: fact(({ connections, connections_max }) => say.of(connections, connections_max)),
        is_number: true,
      },
      { name: say.oldest_due, cell: fact(({ oldest_due_s }) => `${number.format(Math.round(oldest_due_s))} s`), is_number: true },
    ],
    reports,
  );
}

function movesTable({ moves }: Shown, say: Words): string {
  if (moves.length === 0) return `<p class="quiet">${say.no_moves}</p>`;
  return table(
    say.moves,
    [
      { name: say.code, cell: ({ code }) => escapeHtml(code) },
      { name: say.state, cell: ({ state, at, node }) => escapeHtml(stateText(say, { state, at, node })) },
      { name: say.since, cell: ({ since }) => moment(since) },
    ],
    moves,
  );
}

function organisationsTable(shown: Shown, say: Words): string {
  const { organisations, has_more, search, language, refreshes } = shown;
  const form = `<form method="get" action="/"><input type="hidden" name="language" value="${language}">${
    refreshes ? "" : '<input type="hidden" name="refresh" value="off">'
  }
<label>${say.search}<input type="search" name="q" value="${escapeHtml(search)}" maxlength="32"></label><button>${say.find}</button></form>`;
  if (organisations.length === 0) return `${form}<p class="quiet">${say.nothing_found}</p>`;
  const found = table(
    say.organisations,
    [
      { name: say.code, cell: ({ code }) => escapeHtml(code) },
      { name: say.name, cell: ({ name }) => escapeHtml(name) },
      { name: say.node, cell: ({ at }) => escapeHtml(at) },
      {
        name: say.state,
        cell: ({ state, at, node }) => (state === null ? say.here : escapeHtml(stateText(say, { state, at, node: node ?? "?" }))),
      },
    ],
    organisations,
  );
  return `${form}${found}${has_more ? `<p class="quiet">${say.more(organisations.length)}</p>` : ""}`;
}

function stateText(say: Words, { state, at, node }: { state: string; at: string; node: string }): string {
  return say.states[state]?.(at, node) ?? state;
}

function moment(iso: string): string {
  return `<time datetime="${escapeHtml(iso)}">${escapeHtml(iso.replace("T", " ").slice(0, 19))} UTC</time>`;
}
