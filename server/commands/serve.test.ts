import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { after, test, type TestContext } from "node:test";

const folder = mkdtempSync(path.join(tmpdir(), "muster-serve-"));
after(() => rmSync(folder, { recursive: true, force: true }));

test("a start that finds its port taken says so and ends, and the next one still shows the demo's secret", async (t) => {
  const occupant = createServer().listen(0, "127.0.0.1");
  t.after(() => occupant.close());
  await once(occupant, "listening");
  const { port } = occupant.address() as AddressInfo;
  const refused = serve(t, port);
  const [said, [code]] = await Promise.all([text(refused.stderr!), once(refused, "exit")]);
  occupant.close();
  assert.equal(code, 2);
  assert.match(said, new RegExp(`^cannot listen on HOST 127.0.0.1, PORT ${port}: .*EADDRINUSE`));

  const started = serve(t, 0);
  const welcome = await readUntil(started, "Ctrl-C stops it");
  assert.match(welcome, /secret {7}lms_live_\w{12}_\w{32} /);
  assert.match(welcome, /\n {2}sign in {4}http:\/\/localhost:0\/panel\/link#[\w-]{43} {3}\(it@demo\.example of DEMO; works once/);
  assert.match(welcome, /\nSandbox beside it {3}tenant code {2}DEMO-SANDBOX .*\n +secret {7}lms_test_\w{12}_\w{32} /);
  const steps = [...welcome.matchAll(/^# (\d)\. (.*)$/gm)].map(([, number, title]) => `${number} ${title!.split(" ")[0]}`);
  assert.deepEqual(steps, ["1 Read", "2 Synchronise", "3 Assign", "4 Read"]);
  assert.match(welcome, /# 4\. Read compliance\ncurl .*\/api\/v1\/compliance\/matrix\?/);
  // Shown without SMTP_URL if only this machine can reach the service.
  assert.match(welcome, /\n {2}mails {6}http:\/\/localhost:0\/panel\/mailbox /);
  const beside = serve(t, 0);
  const [fault, [refusal]] = await Promise.all([text(beside.stderr!), once(beside, "exit")]);
  assert.deepEqual([fault.split("\n").length, refusal], [2, 2], fault);
  assert.match(fault, /in use by another process/);
  started.kill("SIGTERM");
  assert.deepEqual(await once(started, "exit"), [0, null]);
});

test("a start leaves the link usable that org apply printed, and its own", async (t) => {
  const port = await freePort();
  const settings = { DATA_DIR: path.join(folder, "linked") };
  const file = path.join(folder, "acme.yaml");
  writeFileSync(file, "organisation: {code: ACME}\nadmins: [{email: it@acme.example, name: IT, role: it_admin}]\n");
  const applying = spawn(process.execPath, [main, "org", "apply", file], { env: environment(port, settings) });
  const [printed] = await Promise.all([text(applying.stdout), once(applying, "exit")]);
  const started = serve(t, port, settings);
  const welcome = await readUntil(started, "Ctrl-C stops it");
  const tokens = [printed, welcome].map((said) => /\/panel\/link#([\w-]{43})/.exec(said)![1]!);
  assert.notEqual(tokens[0], tokens[1]);
  const open = async (token: string) => {
    const base_url = `http://localhost:${port}`;
    const body = JSON.stringify({ token });
    const headers = { "content-type": "application/json", origin: base_url, "sec-fetch-site": "same-origin" };
    return (await fetch(`${base_url}/panel/api/sign-in/link`, { method: "POST", headers, body })).status;
  };
  assert.deepEqual(
    [await open(tokens[0]!), await open(tokens[1]!)],
    [200, 401],
    "the older one first; both end once one is used",
  );
  started.kill("SIGTERM");
  await once(started, "exit");
});

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, "close");
  return port;
}

test("a process whose log has lost its reader still ends at SIGTERM", async (t) => {
  const started = serve(t, 0, { LOG_LEVEL: "info" });
  // Leaving the loop closes the pipe, so the process can no longer write its log while it stops.
  await readUntil(started, "Ctrl-C stops it");
  started.kill("SIGTERM");
  assert.deepEqual(await once(started, "exit"), [0, null]);
});

const main = path.join(import.meta.dirname, "../main.ts");

function environment(port: number, settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, ...inherited } = process.env;
  return { ...inherited, DATA_DIR: path.join(folder, "data"), HOST: "127.0.0.1", PORT: String(port), ...settings };
}

function serve(t: TestContext, port: number, settings: NodeJS.ProcessEnv = {}): ChildProcess {
  const started = spawn(process.execPath, [main, "serve"], { env: environment(port, settings) });
  t.after(() => started.kill("SIGKILL"));
  return started;
}

async function readUntil({ stdout }: ChildProcess, end: string): Promise<string> {
  let said = "";
  for await (const chunk of stdout!) {
    said += String(chunk);
    if (said.includes(end)) break;
  }
  return said;
}
