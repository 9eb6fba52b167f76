// A container image as files (OCI image layout 1.0): blobs named by their digests, a manifest, an index.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

export type Layer = { what: string; folder: string };
type ImageFacts = { version: string; architecture: string; user: number; created_s: number };
type Blob = { mediaType: string; digest: string; size: number };

const layer_bytes_max = 1 << 30;

export function writeLayout(folder: string, layers: readonly Layer[], facts: ImageFacts): { digest: string; size_bytes: number } {
  rmSync(folder, { recursive: true, force: true });
  const blobs = path.join(folder, "blobs", "sha256");
  mkdirSync(blobs, { recursive: true });
  const write = (mediaType: string, bytes: Buffer): Blob => {
    const digest = sha256(bytes);
    writeFileSync(path.join(blobs, digest.slice("sha256:".length)), bytes);
    return { mediaType, digest, size: bytes.length };
  };
  const packed = layers.map((layer) => {
    const tar = tarOf(layer.folder, facts.created_s);
    return { what: layer.what, diff: sha256(tar), blob: write("application/vnd.oci.image.layer.v1.tar+gzip", gzipSync(tar)) };
  });
  const created = new Date(facts.created_s * 1_000).toISOString();
  const config = write(
    "application/vnd.oci.image.config.v1+json",
    json({
      created,
      architecture: facts.architecture,
      os: "linux",
      config: configOf(facts),
      rootfs: { type: "layers", diff_ids: packed.map(({ diff }) => diff) },
      history: packed.map(({ what }) => ({ created, created_by: what })),
    }),
  );
  const manifest = write(
    "application/vnd.oci.image.manifest.v1+json",
    json({
      schemaVersion: 2,
      mediaType: "application/vnd.oci.image.manifest.v1+json",
      config,
      layers: packed.map(({ blob }) => blob),
    }),
  );
  const annotations = { "org.opencontainers.image.ref.name": "latest" };
  const platform = { architecture: facts.architecture, os: "linux" };
  writeFileSync(path.join(folder, "oci-layout"), json({ imageLayoutVersion: "1.0.0" }));
  writeFileSync(path.join(folder, "index.json"), json({ schemaVersion: 2, manifests: [{ ...manifest, platform, annotations }] }));
  return { digest: manifest.digest, size_bytes: packed.reduce((sum, { blob }) => sum + blob.size, 0) };
}

function configOf({ version, user }: ImageFacts) {
  return {
    User: `${user}:${user}`,
    // MALLOC_ARENA_MAX is the same as in the systemd units.
    Env: ["PATH=/usr/local/bin", "NODE_ENV=production", "HOST=0.0.0.0", "PORT=3000", "MALLOC_ARENA_MAX=2"],
    Entrypoint: ["/usr/local/bin/node", "--max-semi-space-size=8", "/opt/muster/server/muster.js"],
    Cmd: ["api"],
    WorkingDir: "/opt/muster",
    ExposedPorts: { "3000/tcp": {} },
    StopSignal: "SIGTERM",
    Labels: { "org.opencontainers.image.title": "Muster", "org.opencontainers.image.version": version },
  };
}

/** A reproducible tar file: sorted names, a fixed time and owner, readable by all and writable by the owner. */
function tarOf(folder: string, created_s: number): Buffer {
  const same = ["--sort=name", `--mtime=@${created_s}`, "--owner=0", "--group=0", "--numeric-owner", "--format=gnu"];
  return execFileSync("tar", ["--create", ...same, "--mode=u+rwX,go=rX,ug-s", "--directory", folder, "."], {
    maxBuffer: layer_bytes_max,
  });
}

function sha256(bytes: Buffer): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
