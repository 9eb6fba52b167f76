import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

export type TestCertificate = {
  /** The files in the given folder. `both` contains certificate and key, as HAProxy requires. */
  certificate: string;
  key: string;
  both: string;
};

/**
 * Creates a self-signed certificate for `localhost` and 127.0.0.1, to be trusted by NODE_EXTRA_CA_CERTS. Returns the reason if it
 * cannot.
 */
export function makeCertificate(folder: string, days = 30): TestCertificate | string {
  const [certificate, key, both] = ["certificate.pem", "key.pem", "both.pem"].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", String(days)];
  const made = spawnSync("openssl", ["req", "-x509", ...kind, ...subject, "-keyout", key, "-out", certificate], {
    encoding: "utf8",
  });
  if (made.status !== 0) return `openssl cannot make a certificate: ${made.error?.message ?? made.stderr}`;
  writeFileSync(both, readFileSync(certificate, "utf8") + readFileSync(key, "utf8"));
  return { certificate, key, both };
}
