import type { CertificateSource, CertificateStatus } from "../schema.ts";

export type Words = {
  title: Record<CertificateSource, string>;
  /** The text between the name and the course. */
  achieved: Record<CertificateSource, string>;
  validity: (from: string, until: string | null) => string;
  issued: (on: string) => string;
  recorded: (issuer: string, organisation: string, on: string) => string;
  /** Printed large over the certificate; null: the certificate is valid. */
  mark: Record<CertificateStatus, string | null>;
  verdict: Record<CertificateStatus, string>;
  verdict_text: Record<CertificateStatus, string>;
  as_of: (day: string) => string;
  trial: string;
  trial_text: string;
  check: string;
  evidence_text: (issuer: string, organisation: string) => string;
  field: Record<
    "holder" | "course" | "number" | "organisation" | "recorded_by" | "issuer" | "valid_from" | "valid_until",
    string
  >;
  /** The label of the links to the other languages. */
  language: string;
  no_end: string;
  erased: string;
  unknown: string;
  unknown_text: string;
  not_now: string;
  not_now_text: string;
  kept_by: (organisation: string) => string;
};
