// The managers of a file's people. A manager may come later in the file, and two people may swap roles. So the file is checked as
// a whole, and managers are set after all people are written.
import type { Db } from "../../../platform/db/transaction.ts";
import { caseNorm } from "../../../platform/text.ts";
import { linkManagers, type Link } from "../../employment/managers/link-managers.ts";
import { judgeTree } from "../../people/managers/circle.ts";
import { wordsOfCircle } from "../../people/managers/resolve.ts";
import { loadStanding, partsOf } from "../../people/managers/standing.ts";
import type { Draft } from "../file/draft.ts";
import type { Path } from "../file/problems.ts";
import type { Run } from "./bring-about.ts";

/** People whose manager is set in one statement. */
const batch_size = 1_000;

/**
 * Notes managers who do not exist, and people who would be above themselves. Returns all people to whom the file gives a manager.
 */
export async function checkManagers(db: Db, draft: Draft, tenant_id: string): Promise<Link[]> {
  const coming = new Set<string>();
  const said = new Map<string, string | null>();
  const paths = new Map<string, Path>();
  for (const { entry, path, sound } of draft.entries("people")) {
    const number: unknown = (entry as { employee_no?: unknown } | null)?.employee_no;
    if (typeof number !== "string") continue;
    const person = caseNorm(number);
    coming.add(person);
    if (!sound || entry.manager === undefined || said.has(person)) continue;
    said.set(person, entry.manager && caseNorm(entry.manager));
    paths.set(person, [...path, "manager"]);
  }
  if (said.size === 0) return [];
  const standing = await loadStanding(db, tenant_id, { numbers: [...said.values()].filter((one) => one !== null), ids: [] });
  const { circles, order } = judgeTree(said, standing.above);
  const links: Link[] = [];
  for (const person of order) {
    const manager = said.get(person)!;
    const circle = circles.get(person);
    if (manager === null) continue;
    if (circle) draft.findings.value(paths.get(person)!, wordsOfCircle(circle));
    else if (!coming.has(manager) && !standing.known.has(manager))
      draft.findings.value(paths.get(person)!, `names no one: there is no employee number "${manager}"`);
    links.push({ employee_no: person, manager_employee_no: manager });
  }
  return links;
}

/** Sets the managers that `checkManagers` has accepted. */
export async function applyManagers({ db, context, batch_id }: Run, links: readonly Link[]): Promise<void> {
  for (const part of partsOf(links, batch_size)) {
    const [refused] = await linkManagers(db, context, batch_id, part);
    if (refused) throw new Error(`the manager of ${refused.employee_no} ${refused.fault.detail}`);
  }
}
