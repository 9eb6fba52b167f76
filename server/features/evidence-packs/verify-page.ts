// The page of a pack that explains how to verify it with common tools. test/panel/evidence-packs/evidence-packs.test.ts runs its
// commands.
import { escapeHtml } from "../../platform/http/html.ts";
import type { Language } from "../../platform/languages.ts";
import { words } from "./words/words.ts";

/** In the order in which they are run, in the folder with the downloaded archive. */
export const verification_commands = {
  unpack: "mkdir pack && unzip -q evidence.zip -d pack && cd pack",
  sums: "sha256sum --check --strict SHA256SUMS",
  signature: "openssl dgst -sha256 -verify public-key.pem -signature SHA256SUMS.sig SHA256SUMS",
  key: "openssl pkey -pubin -in public-key.pem -outform DER | sha256sum",
  complete:
    "(cut -c67- SHA256SUMS; echo SHA256SUMS; echo SHA256SUMS.sig; echo public-key.pem) | LC_ALL=C sort >../signed.txt; find . -type f | cut -c3- | LC_ALL=C sort | LC_ALL=C comm -13 ../signed.txt -",
} as const;
const steps = ["unpack", "sums", "signature", "key", "complete"] as const;

const style = `body { font: 16px/1.55 system-ui, sans-serif; margin: 2rem auto; max-width: 48rem; padding: 0 1rem; color: #1d2430 }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem } pre, code { font-family: ui-monospace, monospace }
pre { background: #f0f2f7; padding: .75rem; white-space: pre-wrap; overflow-wrap: anywhere } .warning { color: #a5211a; font-weight: 650 }
dt { font-family: ui-monospace, monospace } dd { margin: 0 0 .5rem 1.5rem } .print { overflow-wrap: anywhere }`;

type Facts = {
  manifest: { organisation: { name: string; is_sandbox: boolean }; as_of: string; made_at: string };
  fingerprint: string;
  language: Language;
};

export function verificationText({ manifest, fingerprint, language }: Facts): string {
  const { organisation, as_of, made_at } = manifest;
  // In the language of the administrator who ordered the pack, and in another one.
  const shown: Language[] = language === "en" ? ["en", "pl"] : [language, "en"];
  const parts = shown.map((one) => {
    const say = words[one].verify;
    return `<section lang="${one}">
<h1>${say.title}</h1>
<p>${escapeHtml(say.intro(organisation.name, as_of, made_at))}</p>
${organisation.is_sandbox ? `<p class="warning">${say.trial}</p>\n` : ""}<p>${say.needs}</p>
${steps.map((step, place) => stepOf(say, step, place + 1)).join("\n")}
<p>${say.fingerprint} <code class="print">${fingerprint}</code></p>
<h2>${say.files}</h2>
${filesOf(say)}
<h2>${say.limits}</h2>
<ul><li>${say.limit.records}</li><li>${say.limit.seals}</li><li>${say.limit.links}</li></ul>
</section>`;
  });
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${words[language].verify.title}</title>
<meta name="viewport" content="width=device-width"><style>${style}</style></head><body>
${parts.join("\n<hr>\n")}
</body></html>
`;
}

type Says = (typeof words)[Language]["verify"];

function stepOf(say: Says, step: (typeof steps)[number], number: number): string {
  const { title, text } = say.steps[step];
  return `<h2>${number}. ${title}</h2>\n<pre>${escapeHtml(verification_commands[step])}</pre>\n<p>${text}</p>`;
}

function filesOf({ file }: Says): string {
  const rows: [string, string][] = [
    ["matrix.csv, matrix.html", file.matrix],
    ["explanations.csv", file.explanations],
    ["certificates.csv", file.certificates],
    ["attempts.csv", file.attempts],
    ["people/", file.people],
    ["audit-entries.csv, audit-chain.json", file.audit],
    ["manifest.json", file.manifest],
    ["SHA256SUMS, SHA256SUMS.sig, public-key.pem", file.sums],
  ];
  return `<dl>${rows.map(([name, says]) => `<dt>${name}</dt><dd>${says}</dd>`).join("\n")}</dl>`;
}
