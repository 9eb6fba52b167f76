import { caseNorm } from "../../../platform/text.ts";
import type { CourseRow } from "../../courses/apply-sql.ts";
import { faultsOfCourse } from "../../courses/check-course.ts";
import { wantedCourse, wantedPath } from "../../courses/wanted-course.ts";
import type { Draft } from "../file/draft.ts";
import type { Known } from "./known.ts";
import { meant } from "./plan-conditions.ts";
import { onlyOnce } from "./plan-structure.ts";
import type { Findings, Path } from "../file/problems.ts";
import type { Entry } from "../file/schema.ts";
import type { Target } from "./target.ts";

/** Plans the courses of the file and after them the learning paths. */
export function planCourses(draft: Draft, known: Known): Target<CourseRow>[] {
  const once = onlyOnce(draft.findings, (row: CourseRow) => caseNorm(row.code), "code");
  return [...coursesOf(draft, known, once), ...pathsOf(draft, known, once)];
}

type Once = (row: CourseRow, path: Path) => boolean;

function coursesOf(draft: Draft, known: Known, once: Once): Target<CourseRow>[] {
  const targets: Target<CourseRow>[] = [];
  for (const { entry, path, sound } of draft.entries("courses")) {
    if (!sound) {
      known.courses.excuse(entry);
      continue;
    }
    const stands = known.courses.get(entry.code);
    const wanted = wantedCourse(stands, entry);
    if (!once(wanted, path)) continue;
    if (stands && stands.type !== "course") draft.findings.value([...path, "code"], "is the code of a learning path");
    for (const fault of faultsOfCourse(wanted)) {
      draft.findings.value(
        entry[fault.path[0] as keyof typeof entry] === undefined ? path : [...path, ...fault.path],
        fault.detail,
      );
    }
    targets.push({ stands, wanted });
  }
  for (const { wanted } of targets) known.courses.set(wanted);
  return targets;
}

function pathsOf(draft: Draft, known: Known, once: Once): Target<CourseRow>[] {
  const targets: Target<CourseRow>[] = [];
  const paths = new Set([...draft.entries("learning_paths")].flatMap(({ entry, sound }) => (sound ? caseNorm(entry.code) : [])));
  for (const { entry, path, sound } of draft.entries("learning_paths")) {
    if (!sound) {
      known.courses.excuse(entry);
      continue;
    }
    const stands = known.courses.get(entry.code);
    const wanted = wantedPath(stands, entry, itemsOf(entry, path, paths, known, draft.findings));
    if (!once(wanted, path)) continue;
    if (stands && stands.type !== "learning_path") draft.findings.value([...path, "code"], "is the code of a course");
    targets.push({ stands, wanted });
  }
  for (const { wanted } of targets) known.courses.set(wanted);
  return targets;
}

function itemsOf(
  entry: Entry<"learning_paths">,
  path: Path,
  paths: ReadonlySet<string>,
  known: Known,
  findings: Findings,
): CourseRow["items"] {
  const items: CourseRow["items"] = [];
  for (const [index, item] of entry.courses.entries()) {
    const { course: code, mandatory = true } = typeof item === "string" ? { course: item } : item;
    if (paths.has(caseNorm(code))) {
      const itself = caseNorm(code) === caseNorm(entry.code);
      findings.value(
        [...path, "courses", index],
        itself ? "puts the path into itself" : `must be a course: "${code}" is a learning path`,
      );
      continue;
    }
    const course = findOfType(known, "course", code, [...path, "courses", index], findings);
    if (!course) continue;
    if (items.some((other) => other.course_id === course.id))
      findings.value([...path, "courses", index], "stands twice in this path");
    items.push({ course_id: course.id, mandatory });
  }
  return items;
}

/** The course or path with this code; undefined after noting that it does not exist. */
export function findOfType(
  known: Known,
  type: CourseRow["type"],
  code: string,
  path: Path,
  findings: Findings,
): CourseRow | undefined {
  const found = known.courses.get(code);
  if (found?.type === type) return found;
  const wanted = type === "course" ? "a course" : "a learning path";
  if (found) findings.value(path, `must be ${wanted}: "${code}" is ${type === "course" ? "a learning path" : "a course"}`);
  else if (!known.courses.isExcused(code))
    findings.value(path, `must be ${wanted}: there is no code "${code}"${meant(code, known.courses, findings)}`);
  return undefined;
}
