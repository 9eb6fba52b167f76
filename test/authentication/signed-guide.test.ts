// docs/guides/integration.md, "By a signature, without a secret": its lines work as printed, with a public key that is pasted in
// between.
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { promisify } from "node:util";
import { addKeys } from "../../server/features/clients/public-keys/add-keys.ts";
import { readDocument } from "../guides/documents.ts";
import { openDatabase } from "../harness/database.ts";
import { administratorOf, createOrganisation } from "../harness/organisation/organisation.ts";
import { freePorts } from "../harness/ports.ts";
import { startServer } from "../harness/server.ts";
import { knock, read_path } from "./arrange.ts";

const has = (command: string) => spawnSync("bash", ["-c", `command -v ${command}`]).status === 0;
const no_shell = has("bash") && has("curl") && has("openssl") ? false : "needs bash, curl and openssl";

test("the guide's lines make a key, sign with it and obtain a token", { skip: no_shell }, async (t) => {
  const database = await openDatabase();
  t.after(() => database.close());
  // An assertion names the address that curl calls.
  const server = await startServer(database, { own_port: (await freePorts(1))[0]! });
  t.after(() => server.close());
  const acme = await createOrganisation(database, { clients: [{ name: "HR", scopes: ["users:read"] }] });
  const { client_id } = acme.clients["HR"]!;
  const cwd = mkdtempSync(path.join(tmpdir(), "muster-signed-"));
  t.after(() => rmSync(cwd, { recursive: true, force: true }));
  const run = async (mark: string, env: Record<string, string> = {}) => {
    const block = readDocument("docs/guides/integration.md").blocks.find(({ above }) =>
      above.endsWith(`<!-- signed: ${mark} -->`),
    );
    assert.ok(block, mark);
    return (await promisify(execFile)("bash", ["-ec", block.lines.join("\n")], { cwd, env: { ...process.env, ...env } })).stdout;
  };

  const printed = await run("make a pair");
  assert.match(readFileSync(path.join(cwd, "client-key.pem"), "utf8"), /PRIVATE KEY/);
  assert.doesNotMatch(printed, /PRIVATE KEY/);
  await addKeys(database.pool(), administratorOf(acme), client_id, { keys: printed });
  const { rows } = await database.superuser.query<{ kid: string }>("select kid from client_key where client_id = $1", [
    client_id,
  ]);
  const env = { BASE_URL: server.url, TENANT_CODE: acme.code, CLIENT_ID: client_id, KID: rows[0]!.kid };
  for (let time = 1; time <= 2; time += 1) {
    const { access_token } = JSON.parse(await run("ask for a token", env)) as { access_token: string };
    const headers = { "x-tenant-code": acme.code, authorization: `Bearer ${access_token}` };
    assert.equal((await knock(server.url + read_path, { headers })).status, 200);
  }
});
