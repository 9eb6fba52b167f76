import { escapeHtml, htmlPage, pagePolicy } from "../../platform/http/html.ts";
import type { KeptMail } from "./mailbox-sql.ts";

/** A mail as it is shown; null: its text cannot be decrypted. */
export type ShownMail = Omit<KeptMail, "body"> & { text: string | null };

const style = `
body { font: 16px/1.6 system-ui, sans-serif; max-width: 52rem; margin: 3rem auto; padding: 0 1rem; color: #1d2430; background: #fff }
h1 { font-size: 1.6rem; margin-bottom: 0 } h2 { font-size: 1.1rem; margin: 2.5rem 0 0 } p { margin: .25rem 0 }
pre { font: 14px/1.5 ui-monospace, monospace; background: #f2f4f7; padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere }
@media (prefers-color-scheme: dark) { body { color: #e4e8ee; background: #14181f } pre { background: #1e242e } }
`;

export const mailbox_policy = pagePolicy(style);

/** Everything in a mail is somebody's text: names, titles, a subscription's name. */
export function mailboxPage(mails: readonly ShownMail[], is_all: boolean): string {
  const count = is_all ? `${mails.length}` : `the newest ${mails.length}`;
  const head = `<h1>Mailbox</h1>\n<p>Mails are kept here because SMTP_URL is not set: ${count}, newest first. Times are UTC.</p>`;
  return htmlPage("Mailbox", style, [head, ...mails.map(letter)].join("\n"));
}

function letter({ tenant_code, kind, recipient, subject, created_at, text }: ShownMail): string {
  return `<h2>${escapeHtml(subject)}</h2>
<p>${created_at}, to ${escapeHtml(recipient)} (${escapeHtml(tenant_code)}, ${escapeHtml(kind)})</p>
<pre>
${escapeHtml(text ?? "This text cannot be read: it was encrypted with another SECRET_KEY.")}</pre>`;
}
