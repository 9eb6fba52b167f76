import { readFileSync } from "node:fs";
import type { Config } from "../../config.ts";
import { newAccount } from "../../features/administrators/manage.ts";
import type { AdministratorRow } from "../../features/administrators/sql.ts";
import { applyOrganisation, type Applied } from "../../features/organisations/apply/apply.ts";
import { readSource, type Source } from "../../features/organisations/file/document.ts";
import { OrganisationFileError } from "../../features/organisations/file/problems.ts";
import { OrganisationFile } from "../../features/organisations/file/schema.ts";
import { linksForTerminal, sendInvitation, type PrintedLink } from "../../features/sign-in/links/invite.ts";
import type { Context } from "../../platform/context.ts";
import { readOrCreateKeyFile } from "../../platform/crypto/key-file.ts";
import { codeOf, Unavailable } from "../../platform/db/failures.ts";
import { createPool, type Connection } from "../../platform/db/pool.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { holdAgainst } from "../check-keys.ts";
import { UsageError } from "../usage.ts";
import { withDatabase } from "../with-database.ts";

/**
 * `muster org apply FILE [--json]`: creates or changes an organisation as a file says. It also works beside a running server with
 * the embedded database.
 */
export async function orgApply(config: Readonly<Config>, args: string[]): Promise<void> {
  const { file, json } = readArguments(args);
  const text = readText(file);
  try {
    const source = readSource(text);
    const applied = await withDatabase(config, (connection) => apply(config, connection, source));
    console.log(json ? JSON.stringify(applied) : report(applied));
  } catch (error) {
    const sentence = sentenceFor(error);
    if (sentence === null) throw error;
    console.error(sentence);
    process.exitCode = 1;
  }
}

/** A sentence for the operator; null if the program itself is at fault. */
function sentenceFor(error: unknown): string | null {
  if (error instanceof OrganisationFileError) return error.message;
  // The transaction may have been committed, but applying a file twice has the same result as once.
  if (error instanceof Unavailable) return `${error.message}; apply the file again, which is safe`;
  if (missing_schema_codes.has(codeOf(error) ?? ""))
    return 'The database is not at the schema of this version: run "muster migrate" first.';
  return null;
}

// Invalid schema, undefined table, undefined function, undefined column.
const missing_schema_codes = new Set(["3F000", "42P01", "42883", "42703"]);

/** `muster org schema`: prints the JSON Schema of the file, for editors. */
export async function orgSchema(): Promise<void> {
  console.log(JSON.stringify({ $schema: "https://json-schema.org/draft/2020-12/schema", ...OrganisationFile }, null, 2));
}

function readArguments(args: string[]): { file: string; json: boolean } {
  const files = args.filter((argument) => !argument.startsWith("--"));
  const unknown = args.find((argument) => argument.startsWith("--") && argument !== "--json");
  if (unknown) throw new UsageError(`muster org apply does not know ${unknown}`);
  if (files.length !== 1) throw new UsageError("usage: muster org apply FILE [--json]   (FILE - is the standard input)");
  return { file: files[0]!, json: args.includes("--json") };
}

function readText(file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file === "-" ? 0 : file));
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${(error as Error).message}`);
  }
}

async function apply(config: Readonly<Config>, connection: Connection, source: Source): Promise<Applied> {
  const keyring = config.keyring ?? readOrCreateKeyFile(config.data_dir);
  // Statements have no time limit, because those of a large file take long.
  const pool = createPool({
    connection,
    role: "muster_app",
    connections_max: 1,
    statement_timeout_ms: 0,
    onIdleError: () => undefined,
  });
  const progress = progressBar();
  const { base_url, node } = config;
  const invite = async (db: Db, context: Context, administrator: AdministratorRow) =>
    (await sendInvitation(db, context, { keyring, base_url, node }, newAccount(administrator))).url;
  try {
    await holdAgainst(pool, keyring, "known");
    const applied = await applyOrganisation(
      { pool, keyring, onProgress: progress.show, invite, minimums: config.retention_days_min },
      source,
    );
    if (applied.admins.some(({ sign_in_url }) => sign_in_url !== undefined)) return applied;
    const links = await linksForTerminal(pool, base_url, applied.organisation.code, node);
    return { ...applied, admins: applied.admins.map((admin) => withLink(admin, links)) };
  } finally {
    progress.clear();
    await pool.close();
  }
}

/** The first IT administrator without a password gets a new link at each run, because the previous one may be lost. */
function withLink(admin: Applied["admins"][number], links: readonly PrintedLink[]): Applied["admins"][number] {
  const url = links.find(({ email }) => email === admin.email)?.url;
  return url === undefined ? admin : { ...admin, sign_in_url: url };
}

const bar_width = 40;

/** A progress bar on standard error if that is a terminal; otherwise it shows nothing. */
function progressBar(): { show(this: void, done: number, total: number): void; clear(): void } {
  const { stderr } = process;
  if (!stderr.isTTY) return { show: () => undefined, clear: () => undefined };
  return {
    show(done, total) {
      const filled = Math.round((bar_width * done) / total);
      stderr.write(`\r[${"#".repeat(filled)}${" ".repeat(bar_width - filled)}] ${done} of ${total} people`);
    },
    clear: () => void stderr.write("\r\u001B[K"),
  };
}

function report({ organisation, changes, clients, admins }: Applied): string {
  const lines = [
    `Organisation ${organisation.code}: ${changes.created} created, ${changes.updated} updated, ${changes.unchanged} unchanged.`,
  ];
  for (const { name, client_id, secret, created } of clients) {
    lines.push(`Client "${name}"${created ? ", new" : ""}: id ${client_id}`);
    if (secret) lines.push(`  secret ${secret}   (shown this once; it is stored nowhere)`);
  }
  for (const { email, created, sign_in_url } of admins) {
    if (created || sign_in_url) lines.push(`Administrator ${email}${created ? ", new" : ""}`);
    if (sign_in_url) lines.push(`  sign in ${sign_in_url}   (works once, within seven days)`);
  }
  return lines.join("\n");
}
