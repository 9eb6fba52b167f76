import { createHash } from "node:crypto";
import type { DebianPackage } from "./debian.ts";
import type { RuntimePackage } from "./packages.ts";

/** The contents of the image as CycloneDX 1.6: each package with its version, licence and digest. */
export function sbomOf({
  version,
  debian,
  packages,
}: {
  version: string;
  debian: readonly DebianPackage[];
  packages: readonly RuntimePackage[];
}): string {
  const components = [
    ...debian.map(({ name, version, sha256 }) => ({
      type: "library",
      name,
      version,
      purl: `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}`,
      hashes: [{ alg: "SHA-256", content: sha256 }],
    })),
    ...packages.map(({ name, version, license, integrity, place }) => ({
      type: "library",
      "bom-ref": place,
      name,
      version,
      purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
      hashes: [{ alg: "SHA-512", content: Buffer.from(integrity.replace(/^sha512-/, ""), "base64").toString("hex") }],
      ...(license === null ? {} : { licenses: [license.includes(" ") ? { expression: license } : { license: { id: license } }] }),
    })),
  ];
  const digest = createHash("sha256").update(JSON.stringify(components)).digest("hex");
  const serial = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-8$4-$5");
  const application = { type: "application", "bom-ref": "muster", name: "muster", version };
  return `${JSON.stringify({ bomFormat: "CycloneDX", specVersion: "1.6", serialNumber: `urn:uuid:${serial}`, version: 1, metadata: { component: application }, components }, null, 2)}\n`;
}
