import { X509Certificate } from "node:crypto";

/** How many days before its end a certificate is reported. */
export const warned_days = 30;
const day_ms = 86_400_000;

export type CertificateFacts = {
  sha256: string;
  name: string;
  ends_at: string;
  state: "in_force" | "ending" | "ended";
};

/** Facts about certificates for administrators at an instant, the one with the latest end first. */
export function factsOf(certificates: readonly string[], now_ms: number): CertificateFacts[] {
  return certificates
    .map((base64) => new X509Certificate(Buffer.from(base64, "base64")))
    .toSorted((a, b) => endOf(b) - endOf(a))
    .map((one) => {
      const left_ms = endOf(one) - now_ms;
      const state = left_ms <= 0 ? "ended" : left_ms <= warned_days * day_ms ? "ending" : "in_force";
      return {
        sha256: one.fingerprint256,
        name: one.subject.replaceAll("\n", ", "),
        ends_at: new Date(endOf(one)).toISOString(),
        state,
      };
    });
}

export function digestsOf(certificates: readonly string[]): string[] {
  return certificates.map((base64) => new X509Certificate(Buffer.from(base64, "base64")).fingerprint256);
}

/** The certificate with the latest end. */
export function lastEndOf(certificates: readonly string[], now_ms: number): CertificateFacts {
  return factsOf(certificates, now_ms)[0]!;
}

function endOf(certificate: X509Certificate): number {
  return certificate.validToDate.getTime();
}
