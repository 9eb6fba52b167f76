// What the printed certificate and the page that checks it say, in every language.
import type { Language } from "../../platform/languages.ts";
import type { CertificateSource, CertificateStatus } from "./schema.ts";

type Words = {
  title: Record<CertificateSource, string>;
  /** Between the name and the course. */
  achieved: Record<CertificateSource, string>;
  validity: (from: string, until: string | null) => string;
  issued: (on: string) => string;
  recorded: (issuer: string, organisation: string, on: string) => string;
  /** Printed large; null: it counts. */
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
  no_end: string;
  erased: string;
  unknown: string;
  unknown_text: string;
  not_now: string;
  not_now_text: string;
  kept_by: (organisation: string) => string;
};

export const words: Record<Language, Words> = {
  en: {
    title: { course: "Certificate", external: "Record of training elsewhere" },
    achieved: { course: "has completed", external: "was trained elsewhere, which is recorded for the course" },
    validity: (from, until) => `Valid from ${from} ${until === null ? "without an end" : `until ${until}`}`,
    issued: (on) => `issued on ${on}`,
    recorded: (issuer, organisation, on) => `issued by ${issuer}  ·  recorded by ${organisation} on ${on}`,
    mark: { valid: null, expiring: null, expired: "EXPIRED", superseded: "REPLACED BY A NEWER ONE", revoked: "REVOKED" },
    verdict: { valid: "Valid", expiring: "Valid", expired: "Expired", superseded: "Replaced", revoked: "Revoked" },
    verdict_text: {
      valid: "It is valid today.",
      expiring: "It is valid today, and ends soon.",
      expired: "It is no longer valid: its period is over.",
      superseded: "A newer certificate of the same course has replaced it.",
      revoked: "The organisation has taken it back: it proves nothing.",
    },
    as_of: (day) => `as of ${day}`,
    trial: "A trial: it proves nothing",
    trial_text: "It comes from a sandbox, in which organisations try things out.",
    check: "Check it",
    evidence_text: (issuer, organisation) =>
      `This is no certificate of ${organisation}, which has recorded external evidence, issued by: ${issuer}`,
    field: {
      holder: "Holder",
      course: "Course",
      number: "Number",
      organisation: "Organisation",
      recorded_by: "Recorded by",
      issuer: "Issued by",
      valid_from: "Valid from",
      valid_until: "Valid until",
    },
    no_end: "no end",
    erased: "The holder's data have been erased.",
    unknown: "No such certificate",
    unknown_text: "No certificate has this code. Check each letter of it.",
    not_now: "Not available right now",
    not_now_text: "The certificate cannot be looked up at this moment. Try again in a minute.",
    kept_by: (organisation) => `Muster keeps the training records of: ${organisation}`,
  },
  pl: {
    title: { course: "Certyfikat", external: "Zapis szkolenia odbytego gdzie indziej" },
    achieved: { course: "ukończenie kursu", external: "szkolenie odbyte gdzie indziej, uznane za kurs" },
    validity: (from, until) => `Ważność od ${from} ${until === null ? "bezterminowo" : `do ${until}`}`,
    issued: (on) => `data wystawienia: ${on}`,
    recorded: (issuer, organisation, on) => `wystawca: ${issuer}  ·  zapis: ${organisation}, ${on}`,
    mark: { valid: null, expiring: null, expired: "WYGASŁ", superseded: "ZASTĄPIONY NOWSZYM", revoked: "UNIEWAŻNIONY" },
    verdict: { valid: "Ważny", expiring: "Ważny", expired: "Wygasł", superseded: "Zastąpiony", revoked: "Unieważniony" },
    verdict_text: {
      valid: "Dokument jest dziś ważny.",
      expiring: "Dokument jest dziś ważny, ale jego ważność wkrótce się kończy.",
      expired: "Dokument nie jest już ważny: jego okres minął.",
      superseded: "Zastąpił go nowszy certyfikat tego samego kursu.",
      revoked: "Organizacja go unieważniła: niczego nie potwierdza.",
    },
    as_of: (day) => `stan na ${day}`,
    trial: "Próba: niczego nie potwierdza",
    trial_text: "Pochodzi ze środowiska testowego, w którym organizacje wypróbowują działanie systemu.",
    check: "Sprawdź",
    evidence_text: (issuer, organisation) =>
      `To nie jest certyfikat organizacji ${organisation}, lecz zapisane przez nią zaświadczenie z zewnątrz. Wystawca: ${issuer}`,
    field: {
      holder: "Posiadacz",
      course: "Kurs",
      number: "Numer",
      organisation: "Organizacja",
      recorded_by: "Zapis prowadzi",
      issuer: "Wystawca",
      valid_from: "Ważny od",
      valid_until: "Ważny do",
    },
    no_end: "bezterminowo",
    erased: "Dane posiadacza zostały usunięte.",
    unknown: "Nie ma takiego certyfikatu",
    unknown_text: "Żaden certyfikat nie ma tego kodu. Sprawdź każdą jego literę.",
    not_now: "Chwilowo niedostępne",
    not_now_text: "Certyfikatu nie można teraz sprawdzić. Spróbuj ponownie za minutę.",
    kept_by: (organisation) => `Muster prowadzi ewidencję szkoleń dla: ${organisation}`,
  },
};
