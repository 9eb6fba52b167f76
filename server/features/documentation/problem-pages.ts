import type { Static } from "typebox";
import { escapeHtml, htmlPage, pagePolicy } from "../../platform/http/html.ts";
import type { ProblemDescription } from "./schema.ts";

type Problem = Static<typeof ProblemDescription>;

const style = `
body { font: 16px/1.6 system-ui, sans-serif; max-width: 44rem; margin: 3rem auto; padding: 0 1rem; color: #1d2430; background: #fff }
h1 { font-size: 1.6rem; margin-bottom: 0 } h2 { font-size: 1.1rem; margin: 2rem 0 .25rem }
code, pre { font: 14px/1.5 ui-monospace, monospace } pre { background: #f2f4f7; padding: 1rem; overflow-x: auto }
td, th { text-align: left; vertical-align: top; padding: .25rem 1rem .25rem 0 }
@media (prefers-color-scheme: dark) { body { color: #e4e8ee; background: #14181f } pre { background: #1e242e } a { color: #8ab4ff } }
`;

export const problem_page_policy = pagePolicy(style);

/** The page at a problem's `type`. */
export function problemPage(problem: Problem): string {
  return page(
    `${problem.title} (${problem.code})`,
    `<h1>${escapeHtml(problem.title)}</h1>
<p>HTTP status <code>${problem.status}</code>, code <code>${problem.code}</code></p>
<h2>Cause</h2>
<p>${inlineCode(problem.cause)}</p>
<h2>Remedy</h2>
<p>${inlineCode(problem.remedy)}</p>
<h2>Example</h2>
<pre>${escapeHtml(JSON.stringify(problem.example, null, 2))}</pre>
<p><a href="/problems">All problems</a></p>`,
  );
}

export function problemListPage(problems: readonly Problem[]): string {
  const rows = problems.map(
    (problem) =>
      `<tr><td>${problem.status}</td><td><a href="/problems/${slugOf(problem)}"><code>${problem.code}</code></a></td><td>${escapeHtml(problem.title)}</td></tr>`,
  );
  return page(
    "Problems",
    `<h1>Problems</h1>\n<table>\n<tr><th>Status</th><th>Code</th><th>Title</th></tr>\n${rows.join("\n")}\n</table>`,
  );
}

function slugOf(problem: Problem): string {
  return problem.type.slice(problem.type.lastIndexOf("/") + 1);
}

function page(title: string, content: string): string {
  return htmlPage(title, style, content);
}

function inlineCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}
