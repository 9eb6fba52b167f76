import { createHash } from "node:crypto";
import type { CertificateStatus } from "./schema.ts";
import type { PublicFacts } from "./sql.ts";

const style = `
body { font: 16px/1.6 system-ui, sans-serif; max-width: 36rem; margin: 3rem auto; padding: 0 1rem; color: #1d2430; background: #fff }
h1 { font-size: 1.6rem } td, th { text-align: left; vertical-align: top; padding: .25rem 1.5rem .25rem 0 }
@media (prefers-color-scheme: dark) { body { color: #e4e8ee; background: #14181f } }
`;

/** Nothing but this one style sheet, by its hash. */
export const verification_page_policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const verdicts: Record<CertificateStatus, string> = {
  valid: "Valid",
  expiring: "Valid",
  expired: "No longer valid: its period is over",
  superseded: "Replaced by a newer certificate",
  revoked: "Revoked",
};

/** Says what a certificate is worth today, and nothing of the person who holds it. */
export function verificationPage(facts: PublicFacts): string {
  const rows: [string, string][] = [
    ["Status", facts.is_sandbox ? "A trial: it proves nothing" : verdicts[facts.status]],
    ["Certificate", facts.number],
    ["Course", facts.course_title],
    ["Organisation", facts.organisation],
    ...(facts.issuer === null ? [] : [["Issued by", facts.issuer] satisfies [string, string]]),
    ["Valid from", facts.valid_from],
    ["Valid until", facts.valid_until ?? "no end"],
  ];
  const table = rows.map(([name, value]) => `<tr><th scope="row">${name}</th><td>${escapeHtml(value)}</td></tr>`).join("\n");
  return page("Certificate", `<table>\n${table}\n</table>`);
}

export const unknownCodePage = page("No such certificate", "<p>No certificate has this code. Check each letter of it.</p>");

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<h1>${title}</h1>
${content}
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
