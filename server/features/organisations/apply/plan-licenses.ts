import { nameNorm } from "../../../platform/text.ts";
import type { LicenseRow } from "../../courses/apply-licenses-sql.ts";
import { faultsOfLicense } from "../../courses/check-license.ts";
import { wantedLicense } from "../../courses/wanted-license.ts";
import type { Draft } from "../file/draft.ts";
import type { Known } from "./known.ts";
import { findOfType } from "./plan-courses.ts";
import { onlyOnce } from "./plan-structure.ts";
import type { Findings, Path } from "../file/problems.ts";
import type { Entry } from "../file/schema.ts";
import type { Target } from "./target.ts";

export function planLicenses(draft: Draft, known: Known): Target<LicenseRow>[] {
  const once = onlyOnce(draft.findings, (row: LicenseRow) => nameNorm(row.name), "name");
  const targets: Target<LicenseRow>[] = [];
  for (const { entry, path, sound } of draft.entries("licenses")) {
    if (!sound) continue;
    const stands = known.licenses.get(nameNorm(entry.name));
    const { name, seats_total, seat_unit, release, valid_from, valid_until } = entry;
    const items = itemsOf(entry, path, stands, known, draft.findings);
    const wanted = wantedLicense(stands, { name, seats_total, seat_unit, release, valid_from, valid_until, items });
    if (!once(wanted, path)) continue;
    checkLicense(wanted, entry, stands, path, draft.findings);
    targets.push({ stands, wanted });
  }
  return targets;
}

function checkLicense(
  license: LicenseRow,
  entry: Entry<"licenses">,
  stands: LicenseRow | undefined,
  path: Path,
  findings: Findings,
): void {
  if (!stands && entry.courses === undefined && entry.paths === undefined) findings.value(path, 'needs "courses" or "paths"');
  else if (entry.courses?.length === 0 && entry.paths?.length === 0) findings.value(path, "must cover a course or a path");
  for (const { path: member, detail } of faultsOfLicense(license, stands)) {
    // If two days conflict, the fault is noted at the one that the file contains.
    if (member[0] === "valid_until" && entry.valid_until === undefined)
      findings.value([...path, "valid_from"], `must not lie after ${license.valid_until}`);
    else findings.value([...path, ...member], detail);
  }
}

/** The courses and paths of a licence; a list that the file leaves out stays unchanged. */
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
