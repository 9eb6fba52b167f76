// The image is built, unpacked and run as a container engine would run it: with its own read-only root, as an unprivileged user,
// against a real PostgreSQL.
import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { buildImage } from "../../scripts/build-image.ts";
import { buildPanel } from "../../scripts/build-panel.ts";
import { findFreePort, startCluster, type Cluster } from "../harness/machine/cluster.ts";
import { untilReady } from "./behind-proxy.ts";

const user = 65_532;

/** Why an image cannot be built and unpacked here, or false. */
function missing(): string | false {
  for (const [command, name] of [
    ["apt-get", "apt-get, of Debian"],
    ["dpkg-deb", "dpkg-deb, of Debian"],
    ["unshare", "unshare"],
    ["chroot", "chroot"],
  ] as const)
    if (spawnSync(command, ["--version"]).error !== undefined) return `needs ${name}`;
  return spawnSync("unshare", ["--mount", "true"]).status === 0 ? false : "needs the right to mount (unshare)";
}

describe("the image", { skip: missing() }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), "muster-oci-"));
  const unpacked = path.join(folder, "root");
  let cluster: Cluster;
  let layout: Layout;
  before(async () => {
    await buildPanel();
    const { digest, size_bytes } = buildImage(path.join(folder, "image"));
    console.log(`${digest}, ${Math.round(size_bytes / 1e6)} MB packed`);
    layout = readLayout(path.join(folder, "image"));
    mkdirSync(unpacked);
    for (const blob of layout.layers) execFileSync("tar", ["-xzf", blob, "-C", unpacked]);
    const made = await startCluster({ tcp: true });
    if (typeof made === "string") throw new Error(made);
    cluster = made;
  });
  after(async () => {
    await cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /**
   * Starts a command in the image, according to its configuration: read-only root, no privileges; devices and /proc as engines
   * provide them.
   */
  function start(words: string[], env: Record<string, string>): ChildProcess {
    const { User, Entrypoint, Env, WorkingDir } = layout.config;
    const script = [
      'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && mount --rbind /dev "$1/dev" && mount --rbind /proc "$1/proc"',
      `cd "$1" && exec chroot --userspec=${User} "$@"`,
    ].join(" && ");
    const settings = Object.fromEntries(Env.map((one) => [one.slice(0, one.indexOf("=")), one.slice(one.indexOf("=") + 1)]));
    assert.equal(WorkingDir, "/opt/muster");
    return spawn("unshare", ["--mount", "sh", "-c", script, "sh", unpacked, ...Entrypoint, ...words], {
      env: { ...settings, PATH: process.env["PATH"], ...env },
    });
  }

  async function run(words: string[], env: Record<string, string>): Promise<{ code: number; said: string }> {
    const child = start(words, env);
    const [out, err, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, "exit")]);
    return { code, said: out + err };
  }

  test("runs on a read-only root, as a user without rights: migrates, serves the API and the panel, works, and ends at SIGTERM", async (t) => {
    const port = await findFreePort();
    const env = {
      DATABASE_URL: `postgres://postgres@127.0.0.1:${cluster.port}/postgres`,
      SECRET_KEY: "kT9wq2ZrX7vB4nL6pJ1sD8fH3gM5cA0y",
      BASE_URL: `http://127.0.0.1:${port}`,
      HOST: "127.0.0.1",
      PORT: String(port),
      STOP_DELAY_S: "0",
    };
    const migrated = await run(["migrate"], env);
    assert.match(migrated.said, /^Applied 0001/m);
    assert.equal(migrated.code, 0);
    const api = start(["api"], env);
    const worker = start(["worker"], env);
    t.after(() => [api, worker].map((one) => one.kill("SIGKILL")));
    let said = "";
    for (const stream of [api.stderr!, worker.stderr!]) stream.on("data", (bytes) => (said += String(bytes)));
    let worked = "";
    worker.stdout!.on("data", (bytes) => (worked += String(bytes)));
    api.stdout!.resume();
    await untilReady(port).catch((error: Error) => assert.fail(`${error.message}\n${said}`));
    for (const address of ["/readyz", "/panel/sign-in", "/docs", "/openapi.json"]) {
      const answer = await fetch(`http://127.0.0.1:${port}${address}`);
      // The answer is read to its end; otherwise its request would still be under way when the process is told to stop.
      await answer.text();
      assert.equal(answer.status, 200, address);
    }
    while (!/"msg":"working"/.test(worked)) await once(worker.stdout!, "data");
    const status = readFileSync(`/proc/${api.pid}/status`, "utf8");
    assert.match(status, new RegExp(`^Uid:\\s+${user}\\s+${user}\\s+${user}\\s+${user}$`, "m"));
    assert.match(status, /^CapEff:\s+0+$/m);
    for (const child of [api, worker]) {
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      assert.deepEqual(await exit, [0, null], said);
    }
    assert.match((await run(["mcp"], {})).said, /^Set MUSTER_BASE_URL/m);
    const doctor = await run(["doctor"], { ...env, BASE_URL: "http://127.0.0.1:1" });
    assert.match(doctor.said, /^ok +migrations/m);
  });

  test("holds what its list says and nothing else: no shell, no package manager, no tests, nothing that raises rights", () => {
    const sbom = readFileSync(path.join(folder, "image", "sbom.cdx.json"), "utf8");
    assert.equal(readFileSync(path.join(unpacked, "usr/share/muster/sbom.cdx.json"), "utf8"), sbom);
    const { components } = JSON.parse(sbom) as {
      components: { name: string; version: string; "bom-ref"?: string; hashes: unknown[] }[];
    };
    const listed = new Set(components.flatMap((one) => one["bom-ref"] ?? []).filter((place) => !/node-linux/.test(place)));
    const there = globSync("node_modules/**/package.json", { cwd: path.join(unpacked, "opt/muster") })
      .map((name) => path.dirname(name))
      .filter((name) => /(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/.test(name));
    assert.deepEqual(there.toSorted(), [...listed].toSorted());
    assert.ok(listed.has("node_modules/fastify") && !listed.has("node_modules/vite") && !listed.has("node_modules/react"));
    for (const { name, version, hashes } of components) assert.ok(version && hashes.length === 1, name);
    for (const name of [
      "bin/sh",
      "bin/bash",
      "usr/bin/apt-get",
      "usr/bin/dpkg",
      "usr/local/bin/npm",
      "opt/muster/test",
      "opt/muster/panel/src",
    ])
      assert.ok(!existsSync(path.join(unpacked, name)), name);
    const files = globSync("**/*", { cwd: unpacked });
    assert.ok(files.length > 1_000, `saw only ${files.length} files`);
    assert.deepEqual(
      files.filter((name) => /\.(test|long)\.ts$/.test(name) && name.startsWith("opt/muster/server/")),
      [],
    );
    assert.deepEqual(
      files.filter((name) => ((statSync(path.join(unpacked, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o6000) !== 0),
      [],
    );
  });

  test("the same sources and packages give the same digest", () => {
    const again = buildImage(path.join(folder, "again"));
    assert.equal(again.digest, layout.digest);
  });

  test("another reader of images finds it whole", (t) => {
    if (spawnSync("skopeo", ["--version"]).error !== undefined) return t.skip("needs skopeo (apt-get install skopeo)");
    const said = execFileSync("skopeo", ["inspect", `oci:${path.join(folder, "image")}:latest`], { encoding: "utf8" });
    const inspected = JSON.parse(said) as { Digest: string; Layers: string[]; Os: string };
    assert.deepEqual([inspected.Digest, inspected.Layers.length, inspected.Os], [layout.digest, 4, "linux"]);
    execFileSync("skopeo", ["copy", "--quiet", `oci:${path.join(folder, "image")}:latest`, `dir:${path.join(folder, "copied")}`]);
  });
});

type Layout = {
  digest: string;
  layers: string[];
  config: { User: string; Entrypoint: string[]; Env: string[]; WorkingDir: string };
};

/** Reads the layout as an engine does, and checks every blob against its digest. */
function readLayout(folder: string): Layout {
  const blob = (digest: string) => {
    const file = path.join(folder, "blobs", "sha256", digest.replace("sha256:", ""));
    assert.equal(`sha256:${createHash("sha256").update(readFileSync(file)).digest("hex")}`, digest);
    return file;
  };
  const read = (file: string) => JSON.parse(readFileSync(file, "utf8"));
  assert.equal(read(path.join(folder, "oci-layout")).imageLayoutVersion, "1.0.0");
  const { digest } = read(path.join(folder, "index.json")).manifests[0] as { digest: string };
  const manifest = read(blob(digest));
  const layers = (manifest.layers as { digest: string }[]).map((one) => blob(one.digest));
  return { digest, layers, config: read(blob(manifest.config.digest)).config };
}
