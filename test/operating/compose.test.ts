// The Compose file as Compose reads it, and the rights of each of its services. Its logins are created in a real PostgreSQL.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { clusterUrl, startCluster } from "../harness/machine/cluster.ts";

const root = path.join(import.meta.dirname, "..", "..");
const folder = path.join(root, "ops", "compose");
const secrets = {
  SECRET_KEY: "kT9wq2ZrX7vB4nL6pJ1sD8fH3gM5cA0y",
  BASE_URL: "https://training.example",
  DATABASE_PASSWORD: "one",
  MIGRATING_PASSWORD: "two",
  SERVING_PASSWORD: "three",
  WORKING_PASSWORD: "four",
};

/** `docker compose`, or its predecessor; neither needs a running engine for this. */
const compose = [["docker", "compose"], ["docker-compose"]].find(
  ([command, ...words]) => spawnSync(command!, [...words, "version"]).status === 0,
);

function readBy(tool: readonly string[], env: Record<string, string>) {
  const [command, ...words] = tool;
  const given = { PATH: process.env["PATH"], HOME: process.env["HOME"], ...env };
  return spawnSync(command!, [...words, "-f", "compose.yaml", "config"], { cwd: folder, env: given, encoding: "utf8" });
}

test(
  "Compose reads the file, and asks for each secret that is missing",
  { skip: compose ? false : "needs docker compose or docker-compose" },
  () => {
    const { status, stdout, stderr } = readBy(compose!, secrets);
    assert.equal(status, 0, stderr);
    const { services } = parse(stdout) as { services: Record<string, { environment: Record<string, string> }> };
    assert.deepEqual(Object.keys(services).toSorted(), ["api1", "api2", "database", "migrate", "proxy", "worker"]);
    const loginOf = (name: string) => new URL(services[name]!.environment["DATABASE_URL"]!).username;
    assert.deepEqual(["migrate", "api1", "api2", "worker"].map(loginOf), [
      "muster_migrating",
      "muster_serving",
      "muster_serving",
      "muster_working",
    ]);
    for (const name of Object.keys(secrets)) {
      const refused = readBy(compose!, { ...secrets, [name]: "" });
      assert.notEqual(refused.status, 0, name);
      assert.match(refused.stderr, new RegExp(name));
    }
  },
);

test("no secret of the file has a value by itself", () => {
  const text = readFileSync(path.join(folder, "compose.yaml"), "utf8");
  for (const name of Object.keys(secrets)) assert.match(text, new RegExp(`\\$\\{${name}:\\?`), name);
});

test("our processes have a read-only file system, no rights and time to stop; what HAProxy knows is where they listen", () => {
  const { services } = parse(readFileSync(path.join(folder, "compose.yaml"), "utf8"), { merge: true }) as {
    services: Record<string, any>;
  };
  for (const name of ["migrate", "api1", "api2", "worker"]) {
    const { read_only, user, cap_drop, security_opt, stop_grace_period } = services[name];
    assert.deepEqual(
      [read_only, user, cap_drop, security_opt, stop_grace_period],
      [true, "65532:65532", ["ALL"], ["no-new-privileges:true"], "30s"],
      name,
    );
  }
  const haproxy = readFileSync(path.join(root, "ops", "haproxy", "haproxy.cfg"), "utf8");
  for (const name of ["api1", "api2"]) {
    const { HOST, PORT } = services[name].environment;
    assert.equal(services[name].network_mode, "service:proxy");
    assert.ok(haproxy.includes(`server ${name} ${HOST}:${PORT}\n`), name);
  }
});

test("the logins that its database begins with migrate, serve and work, and no more", async (t) => {
  const cluster = await startCluster({ tcp: true });
  if (typeof cluster === "string") return t.skip(cluster);
  t.after(() => cluster.stop());
  if (spawnSync("psql", ["--version"]).error !== undefined) return t.skip("needs psql");
  const superuser = clusterUrl(cluster);
  execFileSync("psql", [superuser, "--quiet", "--command=create database muster"]);
  const env = {
    ...process.env,
    PGHOST: "127.0.0.1",
    PGPORT: String(cluster.port),
    POSTGRES_USER: "postgres",
    POSTGRES_DB: "muster",
    ...secrets,
  };
  execFileSync("sh", [path.join(folder, "logins.sh")], { env });
  const muster = (login: string, ...words: string[]) => {
    const DATABASE_URL = `postgres://${login}@127.0.0.1:${cluster.port}/muster`;
    return spawnSync(process.execPath, [path.join(root, "server", "main.ts"), ...words], {
      env: { ...process.env, ...secrets, DATABASE_URL },
      encoding: "utf8",
    });
  };
  const migrated = muster("muster_migrating", "migrate");
  assert.match(migrated.stdout, /^Applied 0001/, migrated.stderr);
  for (const [login, does] of [
    ["muster_migrating", "migrate"],
    ["muster_serving", "serve \\(muster api\\)"],
    ["muster_working", "work \\(muster worker\\)"],
  ] as const)
    assert.match(
      muster(login, "doctor").stdout,
      new RegExp(`^ok +rights +The login ${login} may ${does}, and nothing more`, "m"),
    );
});
