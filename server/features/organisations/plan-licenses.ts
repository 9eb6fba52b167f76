import { newId } from "../../platform/ids.ts";
import { nameNorm } from "../../platform/text.ts";
import type { LicenseRow } from "../courses/apply-licenses-sql.ts";
import type { Draft } from "./draft.ts";
import type { Known } from "./known.ts";
import { findOfType } from "./plan-courses.ts";
import { onlyOnce } from "./plan-structure.ts";
import type { Findings, Path } from "./problems.ts";
import type { Entry } from "./schema.ts";
import { mentioned, type Wish } from "./wish.ts";

export function planLicenses(draft: Draft, known: Known): Wish<LicenseRow>[] {
  const once = onlyOnce(draft.findings, (row: LicenseRow) => nameNorm(row.name), "name");
  const wishes: Wish<LicenseRow>[] = [];
  for (const { entry, path, sound } of draft.entries("licenses")) {
    if (!sound) continue;
    const stands = known.licenses.get(nameNorm(entry.name));
    const { name, seats_total, seat_unit, release, valid_from, valid_until } = entry;
    const items = itemsOf(entry, path, stands, known, draft.findings);
    const members = mentioned({ name, seats_total, seat_unit, release, valid_from, valid_until, items });
    const wanted = { ...(stands ?? newLicense(name)), ...members };
    if (!once(wanted, path)) continue;
    checkLicense(wanted, entry, stands, path, draft.findings);
    wishes.push({ stands, wanted });
  }
  return wishes;
}

function checkLicense(
  license: LicenseRow,
  entry: Entry<"licenses">,
  stands: LicenseRow | undefined,
  path: Path,
  findings: Findings,
): void {
  const { seats_total, seats_used, valid_from, valid_until } = license;
  if (!stands && entry.courses === undefined && entry.paths === undefined) findings.value(path, 'needs "courses" or "paths"');
  else if (entry.courses?.length === 0 && entry.paths?.length === 0) findings.value(path, "must cover a course or a path");
  if (seats_total !== null && seats_total < seats_used) {
    findings.value([...path, "seats_total"], `must be at least ${seats_used}: so many seats are in use`);
  }
  if (stands && seats_used > 0 && stands.seat_unit !== license.seat_unit) {
    findings.value([...path, "seat_unit"], `must stay ${stands.seat_unit} while ${seats_used} seats are in use`);
  }
  if (valid_from !== null && valid_until !== null && valid_from > valid_until) {
    if (entry.valid_until === undefined) findings.value([...path, "valid_from"], `must not lie after ${valid_until}`);
    else findings.value([...path, "valid_until"], `must not lie before ${valid_from}`);
  }
}

function newLicense(name: string): LicenseRow {
  return {
    id: newId(),
    name,
    seats_total: null,
    seats_used: 0,
    seat_unit: "person",
    release: "unstarted",
    valid_from: null,
    valid_until: null,
    items: [],
  };
}

/** What a licence covers: a list that the file does not mention stays as it is. */
function itemsOf(
  { courses, paths }: Entry<"licenses">,
  path: Path,
  stands: LicenseRow | undefined,
  known: Known,
  findings: Findings,
): string[] | undefined {
  if (courses === undefined && paths === undefined) return undefined;
  const kept = (stands?.items ?? []).filter((id) =>
    known.courses.byId(id)?.type === "course" ? courses === undefined : paths === undefined,
  );
  const named = [
    ...(courses ?? []).map((code, index) => findOfType(known, "course", code, [...path, "courses", index], findings)),
    ...(paths ?? []).map((code, index) => findOfType(known, "learning_path", code, [...path, "paths", index], findings)),
  ];
  return [...new Set([...kept, ...named.flatMap((found) => (found ? [found.id] : []))])].sort();
}
