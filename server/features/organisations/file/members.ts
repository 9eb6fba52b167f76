// The members of manual groups in a file, possibly as many as there are people.
import type { Db } from "../../../platform/db/transaction.ts";
import { caseNorm } from "../../../platform/text.ts";
import { joinGroup, type ManualGroup } from "../../groups/join.ts";
import { listPersonRows } from "../../people/apply-sql.ts";
import type { Run } from "../apply/bring-about.ts";
import type { Draft } from "./draft.ts";
import type { Known } from "../apply/known.ts";
import type { Path } from "./problems.ts";

/** Members in one statement. */
const batch_size = 1_000;

/** Notes members who are neither in the file nor in the organisation. */
export async function checkMembers(db: Db, draft: Draft, tenant_id: string): Promise<void> {
  const coming = new Set<string>();
  for (const { entry } of draft.entries("people")) {
    const employee_no: unknown = (entry as { employee_no?: unknown } | null)?.employee_no;
    if (typeof employee_no === "string") coming.add(caseNorm(employee_no));
  }
  for (const batch of batches(draft, (employee_no) => !coming.has(caseNorm(employee_no)))) {
    const ids = await idsOf(db, tenant_id, batch.members);
    for (const { employee_no, path } of batch.members) {
      if (!ids.has(caseNorm(employee_no)))
        draft.findings.value(path, `names no one: there is no employee number "${employee_no}"`);
    }
  }
}

/** Adds new members to the groups. Their courses are assigned after this transaction, together with those of the rules. */
export async function applyMembers(run: Run, draft: Draft, known: Known): Promise<void> {
  const { db, context, batch_id, changes } = run;
  for (const { code, members } of batches(draft, () => true)) {
    const { course_ids: _, ...group } = known.groups.get(code)!;
    const ids = [...new Set((await idsOf(db, context.tenant.id, members)).values())];
    const joined = await joinGroup(db, context, { ...group, courses: [], retired: false } as ManualGroup, ids, batch_id);
    changes.created += joined;
    changes.unchanged += ids.length - joined;
  }
}

async function idsOf(db: Db, tenant_id: string, members: readonly { employee_no: string }[]): Promise<Map<string, string>> {
  const rows = await listPersonRows(
    db,
    tenant_id,
    members.map(({ employee_no }) => employee_no),
  );
  return new Map(rows.map(({ employee_no, id }) => [caseNorm(employee_no), id]));
}

type Batch = { code: string; members: { employee_no: string; path: Path }[] };

function* batches(draft: Draft, isWanted: (employee_no: string) => boolean): Iterable<Batch> {
  for (const { entry, path, sound } of draft.entries("groups")) {
    if (!sound) continue;
    const members = (entry.members ?? [])
      .map((employee_no, index) => ({ employee_no, path: [...path, "members", index] }))
      .filter(({ employee_no }) => isWanted(employee_no));
    for (let from = 0; from < members.length; from += batch_size) {
      yield { code: entry.code, members: members.slice(from, from + batch_size) };
    }
  }
}
