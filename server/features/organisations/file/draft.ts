import { Compile } from "typebox/compile";
import { Value } from "typebox/value";
import { tidy } from "../../../platform/text.ts";
import { problemsOf, type Source } from "./document.ts";
import { didYouMean, explain } from "./explain.ts";
import { Findings, type Path } from "./problems.ts";
import { heads, sections, type Entry, type OrganisationFile, type Section } from "./schema.ts";

/** A file whose form was validated. Values with a wrong form are noted and left out of further checks. */
export type Draft = {
  file: OrganisationFile;
  findings: Findings;
  /** The entries of a section with their paths; an entry that is not `sound` may have any form. */
  entries<S extends Section>(section: S): Iterable<DraftEntry<S>>;
};

export type DraftEntry<S extends Section> = { entry: Entry<S>; path: Path; sound: boolean };

/** Levels of nesting in a file at most. */
const depth_max = 32;

const entry_checks = Object.entries(sections).map(([name, section]) => ({ name, ...section, check: Compile(section.item) }));
const names = [...Object.keys(heads), ...Object.keys(sections)];

/** Validates the form of a whole file. Throws OrganisationFileError if it does not even name its organisation. */
export function readDraft(source: Source): Draft {
  const findings = new Findings();
  const unsound = new Set<unknown>();
  const file = tidyTree(source.value, [], findings) as Record<string, unknown>;
  if (typeof file !== "object" || file === null || Array.isArray(file)) {
    findings.value([], "must be an object that names its organisation");
    throw problemsOf(source, findings);
  }
  for (const { path, message } of source.repeated) findings.key(path, message);
  checkNames(file, findings);
  const sound_heads = readHeads(file, findings);
  checkEntries(file, findings, unsound);
  if (sound_heads.organisation.code === undefined) throw problemsOf(source, findings);
  return {
    file: { ...file, ...sound_heads } as OrganisationFile,
    findings,
    *entries<S extends Section>(section: S) {
      const entries = file[section];
      if (!Array.isArray(entries)) return;
      for (const [index, entry] of entries.entries()) {
        yield { entry: entry as Entry<S>, path: [section, index], sound: !unsound.has(entry) };
      }
    },
  };
}

function checkNames(file: Record<string, unknown>, findings: Findings): void {
  for (const name of Object.keys(file)) {
    if (names.includes(name)) continue;
    findings.key([name], `is not known here${didYouMean(name, names)}`);
  }
}

/** The single objects of the file without faulty members, so that the rest can be validated. */
function readHeads(file: Record<string, unknown>, findings: Findings): { organisation: { code?: string } } {
  const read: Record<string, Record<string, unknown>> = { organisation: {} };
  if (file["organisation"] === undefined) findings.value([], 'needs "organisation"');
  for (const [name, schema] of Object.entries(heads)) {
    const head = file[name];
    if (head === undefined) continue;
    if (!Value.Check(schema, head)) explain(schema, head, [name], findings);
    const sound = Object.entries(schema.properties).filter(([member, of]) =>
      Value.Check(of, (head as Record<string, unknown> | null)?.[member]),
    );
    read[name] = Object.fromEntries(sound.map(([member]) => [member, (head as Record<string, unknown>)[member]]));
  }
  return read as { organisation: { code?: string } };
}

function checkEntries(file: Record<string, unknown>, findings: Findings, unsound: Set<unknown>): void {
  for (const { name, item, entries_max, check } of entry_checks) {
    const entries = file[name];
    if (entries === undefined) continue;
    if (!Array.isArray(entries)) findings.value([name], "must be a list");
    else if (entries.length > entries_max) findings.value([name], `must have at most ${entries_max} entries`);
    else {
      for (const [index, entry] of entries.entries()) {
        if (check.Check(entry)) continue;
        explain(item, entry, [name, index], findings);
        unsound.add(entry);
      }
    }
  }
}

/** Normalises every text to its stored form, in place, so that a large file is not in memory twice. */
function tidyTree(value: unknown, path: (string | number)[], findings: Findings): unknown {
  if (typeof value === "string") {
    if (!value.isWellFormed() || value.includes("\u0000")) {
      findings.value(path, "must be Unicode text without U+0000 and lone surrogates");
      return tidy(value.toWellFormed().replaceAll("\u0000", "")); // Reported once.
    }
    return tidy(value);
  }
  if (typeof value === "number") {
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) findings.value(path, "is a number too large to be kept exactly");
    return value === 0 ? 0 : value; // −0 is stored as 0.
  }
  if (typeof value !== "object" || value === null) return value;
  if (path.length === depth_max) {
    findings.value(path, `nests deeper than ${depth_max} levels`);
    return null;
  }
  const members = value as Record<string | number, unknown>;
  for (const step of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    path.push(step);
    members[step] = tidyTree(members[step], path, findings);
    path.pop();
  }
  return value;
}
