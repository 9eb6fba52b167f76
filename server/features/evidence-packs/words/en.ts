import type { Words } from "./words-of.ts";

export const english: Words = {
  matrix: "Compliance matrix",
  as_of: (day, instant) => `As of the end of ${day}, or the moment of the order where that came first: ${instant}.`,
  from: (day) => `Certificates, attempts and audit entries since ${day}.`,
  empty_cell: "An empty cell: the course was not required of the person.",
  number: "Employee number",
  name: "Name",
  department: "Department or company",
  out_of_scope: "not in scope then",
  verify: {
    title: "How to verify this evidence pack",
    intro: (organisation, as_of, made_at) =>
      `Training evidence of ${organisation} as of ${as_of}, made at ${made_at}. Everything below is done with tools that you have: neither an account nor a connection to the service is needed.`,
    trial: "It comes from a sandbox, in which organisations try things out: it proves nothing.",
    needs: "unzip, sha256sum (on macOS: shasum -a 256) and openssl 1.1 or newer.",
    steps: {
      unpack: {
        title: "Unpack the archive into an empty folder, and go there",
        text: "Every command below is run in that folder.",
      },
      sums: {
        title: "No file was changed",
        text: "Each line ends with OK, and the command with status 0. A file that was changed is named with FAILED; one that is missing is named, too.",
      },
      signature: {
        title: "The list of files is the organisation's",
        text: "It says “Verified OK”. Anything else: the list was changed, or signed with another key.",
      },
      key: {
        title: "The key is the organisation's",
        text: "Compare what the command says with the fingerprint that the organisation gives you by another way than this archive: its administrators see it where they order packs.",
      },
      complete: {
        title: "No file was added",
        text: "It prints nothing. Files that it names are not part of what was signed.",
      },
    },
    fingerprint: "The fingerprint of the key with which this pack was signed:",
    files: "What is in it",
    file: {
      matrix: "who stood where in which course, at that instant",
      explanations: "why, for each person and course, as it was known at that instant",
      certificates: "certificates that were in force in the period; each is printed in its person's folder",
      attempts: "attempts at courses that ended in the period, with their results",
      people:
        "a folder for each person: record.json, certificates.pdf, and files kept with evidence from elsewhere or handed in by companies and accepted, as they were uploaded",
      audit:
        "entries of the audit log about these people, their enrollments and certificates, with the number and hash of each seal, and the end of the log's chain at that moment",
      manifest: "who ordered what, and when it was made",
      sums: "the SHA-256 of every other file, the organisation's signature of that list, and its public key",
    },
    limits: "What this proves, and what not",
    limit: {
      records:
        "The matrix and the explanations are those of the instant. Enrollments and certificates are shown as they were known when the pack was made: what was revoked since is shown as revoked.",
      seals:
        "The seals of the audit log are made with a key that only the operator of the service has, so nobody else can compute them. They bind the organisation: the same number must have the same hash in every later pack, and in what the operator verifies with “muster audit verify”.",
      links:
        "Each certificate shows an address where its status of today can be looked up. That is the one thing here that asks the service.",
    },
  },
};
