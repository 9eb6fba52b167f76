// `npm run generate`: writes what is derived from the code. With --check it writes nothing, and fails when a file is not current.
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readContract } from "../server/contract.ts";
import { fourSteps, tokenLine, type Step } from "../server/commands/four-steps.ts";
import { variables } from "../server/config.ts";
import { severity_order } from "../server/features/compliance/flag/status.ts";
import type { Contract } from "../server/features/documentation/contract.ts";
import { event_examples } from "../server/features/feed/event-examples.ts";
import { event_descriptions } from "../server/features/feed/event-schemas.ts";
import { optional_fields } from "../server/features/people/definition.ts";
import { signedHeaders } from "../server/features/webhooks/signature/sign.ts";
import { languages } from "../server/platform/languages.ts";
import { withFileIndex } from "./file-index.ts";
import { panelTypes } from "./panel-types.ts";
import { readModel } from "./sdk/model.ts";
import { snake } from "./sdk/names.ts";
import { pythonFiles } from "./sdk/python.ts";
import { typescriptFiles } from "./sdk/typescript.ts";
import { readSqlFunctions } from "./sql-functions.ts";
import { untranslatedTexts } from "./untranslated.ts";

/** The address in examples, which the running service replaces by its own. */
const base_url = "https://muster.example";
const mark = "<!-- Made by `npm run generate`; do not edit. -->";

type CommonTexts = { flag?: Record<string, string> };

const { openapi, panel, postman, problems } = await readContract(base_url);
const files: Record<string, string> = {
  "ARCHITECTURE.md": withFileIndex(read("ARCHITECTURE.md") ?? ""),
  "openapi.json": `${JSON.stringify(openapi, null, 2)}\n`,
  "panel/openapi.json": `${JSON.stringify(panel, null, 2)}\n`,
  "panel/src/api/schema.d.ts": `// Made by \`npm run generate\`; do not edit.\n${panelTypes(panel)}`,
  "panel/src/api/person-fields.ts": personFields(),
  "panel/src/screens/console/sdk-methods.ts": sdkMethods(),
  "server/features/compliance/flag/names.ts": flagNames(),
  ...sdkFiles(),
  "sdk/postman/muster.postman_collection.json": `${JSON.stringify(postman, null, 2)}\n`,
  "docs/errors.md": errorsPage(problems),
  "docs/config.md": configPage(),
  "docs/guides/integration.md": integrationGuide(),
  "docs/guides/webhooks.md": webhookGuide(),
  "docs/guides/sdk.md": withSamples(read("docs/guides/sdk.md") ?? "", "docs/guides/sdk-samples"),
  "test/panel/every-screen/untranslated.json": `${JSON.stringify(untranslatedTexts(), null, 2)}\n`,
  ...(await readSqlFunctions()),
};

const stale = Object.entries(files).filter(([name, text]) => read(name) !== text);
/** Files of functions that no longer exist in the database. */
const gone = globSync("migrations/functions/*.sql", { cwd: pathOf(".") }).filter(
  (name) => files[name.replaceAll("\\", "/")] === undefined,
);
if (process.argv.includes("--check")) {
  const wrong = [...stale.map(([name]) => name), ...gone];
  if (wrong.length > 0) {
    console.error(`Not current: ${wrong.join(", ")}. Run \`npm run generate\` and commit the result.`);
    process.exitCode = 1;
  }
} else {
  for (const folder of [
    "panel/src/api",
    "migrations/functions",
    "sdk/typescript/src/generated",
    "sdk/python/src/muster_sdk",
    "sdk/postman",
  ])
    mkdirSync(pathOf(folder), { recursive: true });
  for (const name of gone) rmSync(pathOf(name));
  for (const [name, text] of stale) writeFileSync(pathOf(name), text);
  console.log(stale.length + gone.length === 0 ? "Everything is current." : `Wrote ${stale.map(([name]) => name).join(", ")}.`);
}

function sdkFiles(): Record<string, string> {
  const contract = readModel(openapi);
  const below = (folder: string, files: Record<string, string>) =>
    Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text] as const);
  return Object.fromEntries([
    ...below("sdk/typescript/src/generated", typescriptFiles(contract)),
    ...below("sdk/python/src/muster_sdk", pythonFiles(contract)),
  ]);
}

/** The Python SDK's method for each operation, for the panel's API console. */
function sdkMethods(): string {
  const rows = readModel(openapi).operations.map(({ id, group, verb }) => `  ${id}: "${snake(group)}.${snake(verb)}",`);
  return `// Made by \`npm run generate\` from openapi.json; do not edit.
/** Methods of the Python SDK's \`Muster\`, by the operationId in the contract. */
export const python_methods: Readonly<Record<string, string>> = {
${rows.join("\n")}
};
`;
}

/** The optional fields of a person, for the panel's forms. */
function personFields(): string {
  const rows = Object.entries(optional_fields).map(([name, { sql, given }]) => {
    const characters = "maxLength" in given ? `, characters_max: ${String(given.maxLength)}` : "";
    return `  { name: "${name}", kind: "${sql}"${characters} },`;
  });
  return `// Made by \`npm run generate\` from server/features/people/definition.ts; do not edit.
/** Fields of a person that may be empty, in the order in which they are shown. */
export const optional_fields = [
${rows.join("\n")}
] as const;
export type OptionalField = (typeof optional_fields)[number]["name"];
`;
}

/** The panel's names of the flags, for files that the server makes. */
function flagNames(): string {
  const textsOf = (language: string) => JSON.parse(read(`panel/src/locales/${language}/common.json`) ?? "{}") as CommonTexts;
  const english = textsOf("en").flag;
  const parts = languages.map((language) => {
    const names = { ...english, ...textsOf(language).flag };
    const lines = severity_order.map((flag) => {
      if (names[flag] === undefined) throw new Error(`panel/src/locales/en/common.json has no name of the flag ${flag}.`);
      return `    ${flag}: ${JSON.stringify(names[flag])},`;
    });
    return `  ${language}: {\n${lines.join("\n")}\n  },`;
  });
  return `// Made by \`npm run generate\` from common.json in panel/src/locales/; do not edit.
import type { Language } from "../../../platform/languages.ts";
import type { Flag } from "./status.ts";

/** What flags are called in files, in every language. */
export const flag_names: Readonly<Record<Language, Readonly<Record<Flag, string>>>> = {
${parts.join("\n")}
};
`;
}

function errorsPage(entries: Contract["problems"]): string {
  const rows = [...entries].map(([slug, { status, code, title }]) => `| ${status} | [\`${code}\`](#${slug}) | ${title} |`);
  const sections = [...entries].map(
    ([slug, { title, status, code, cause, remedy, example }]) => `## ${slug}

**${title}**: status ${status}, code \`${code}\`.

${cause}

*Remedy:* ${remedy}

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`
`,
  );
  return `${mark}

# Errors

Every error is a problem of RFC 9457, \`application/problem+json\`. \`code\` is machine-readable and stable; \`type\` is the address
of a page with the same text as here. The token endpoint answers as RFC 6749 §5.2 says.

| Status | Code | Title |
|---|---|---|
${rows.join("\n")}

${sections.join("\n")}`;
}

function configPage(): string {
  const rows = variables.map(([name, fallback, text]) => `| \`${name}\` | ${fallback} | ${text} |`);
  return `${mark}

# Configuration

All settings are environment variables. If some are invalid, the program reports all of them at its start and ends with status 2.

| Variable | Default | Meaning |
|---|---|---|
${rows.join("\n")}
`;
}

/** The guide with the `curl` commands that the program prints for the demo organisation. */
function integrationGuide(): string {
  const base_url = "$BASE_URL";
  const tenant_code = "$TENANT_CODE";
  const shown = { base_url, tenant_code, department_name: "Logistyka Północ", course_code: "FORKLIFT-01" };
  const linesOf = (steps: Step[]) => steps.flatMap(({ title, lines }) => [`# ${title}`, ...lines]);
  const by_key = linesOf(fourSteps(shown, { kind: "api_key", secret: "$SECRET" }));
  const token = tokenLine({ base_url, tenant_code, client_id: "$CLIENT_ID", secret: "$SECRET" });
  const by_token = ["# Ask for a token", token, ...linesOf(fourSteps(shown, { kind: "token", token: "$TOKEN" }))];
  const guide = read("docs/guides/integration.md") ?? "";
  return withBlock(withBlock(guide, "four steps: api key", by_key), "four steps: token", by_token);
}

/** The guide with the types of events, a signed sample delivery, and the receivers that the tests run. */
function webhookGuide(): string {
  const types = event_descriptions.map(({ type, summary, description }) => `| \`${type}\` | ${summary}. ${description} |`);
  const guide = withTable(read("docs/guides/webhooks.md") ?? "", "types of events", [
    "| Type | Sent when |",
    "|---|---|",
    ...types,
  ]);
  return withSamples(withBlock(guide, "request", deliveryLines()), "docs/guides/webhook-samples");
}

/** Replaces the table that follows a mark; a table ends with an empty line. */
function withTable(text: string, mark: string, lines: string[]): string {
  const label = `<!-- ${mark} -->\n`;
  const start = text.indexOf(label);
  const end = text.indexOf("\n\n", start + label.length);
  if (start === -1 || end === -1) throw new Error(`the guide has no table "${mark}"`);
  return `${text.slice(0, start + label.length)}${lines.join("\n")}${text.slice(end)}`;
}

/** Inserts the programs of a folder at their marks. */
function withSamples(guide: string, folder: string): string {
  return readdirSync(pathOf(folder)).reduce(
    (text, file) => withBlock(text, `sample: ${file}`, read(`${folder}/${file}`)!.trimEnd().split("\n")),
    guide,
  );
}

function deliveryLines(): string[] {
  const event = event_examples.ping as { id: string; type: string; created_at: string };
  const body = JSON.stringify(event);
  const secret = "whsec_3q27wDb0bYc0T8rV4m9JkLxQe1uHs5nZpAoCiFgXyE8=";
  const at_s = Math.ceil(Date.parse(event.created_at) / 1_000);
  const headers = signedHeaders({ id: event.id, type: event.type, body: Buffer.from(body) }, [secret], at_s);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return ["POST /lms HTTP/1.1", "Host: hooks.hris.example.com", ...lines, "", body];
}

/** Replaces the code block that follows a mark. */
function withBlock(text: string, mark: string, lines: string[]): string {
  const start = text.indexOf(`<!-- ${mark} -->`);
  const open = text.indexOf("\n", text.indexOf("```", start)) + 1;
  const end = text.indexOf("```", open);
  if (start === -1 || open === 0 || end === -1) throw new Error(`the guide has no block "${mark}"`);
  return `${text.slice(0, open)}${lines.join("\n")}\n${text.slice(end)}`;
}

function read(name: string): string | null {
  try {
    return readFileSync(pathOf(name), "utf8");
  } catch {
    return null;
  }
}

function pathOf(name: string): URL {
  return new URL(`../${name}`, import.meta.url);
}
