import type { Db } from "../../platform/db/transaction.ts";
import { caseNorm } from "../../platform/text.ts";
import type { PersonRow } from "../people/definition.ts";
import { listHolders, type Holder } from "../people/holders.ts";
import type { PersonTarget } from "./bring-people.ts";
import type { Judgement, RowFault } from "./judge-row.ts";

/** Addresses and logins that a file has given to people and taken from them so far, over all batches. */
export type Keys = {
  /** The employee number of the person who got it. */
  claimed: Map<string, string>;
  /**
   * Keys that people have given up, each with the person. A dry run cannot read them in the database, because its earlier batches
   * were rolled back.
   */
  released: Set<string>;
};

type Field = "email" | "login";
type Planned = Judgement & { target: PersonTarget };

export function noKeys(): Keys {
  return { claimed: new Map(), released: new Set() };
}

/**
 * Each address and login belongs to one person. Refuses people who want one that another person keeps; a person of the same batch
 * who gives one up frees it. Returns the judgements, and the ids of people who free a key.
 */
export async function settleKeys(
  db: Db,
  tenant_id: string,
  judgements: readonly Judgement[],
  keys: Keys,
): Promise<{ judgements: Judgement[]; parked: string[] }> {
  const planned = judgements.filter((one): one is Planned => one.target !== undefined && freshFields(one.target).length > 0);
  if (planned.length === 0) return { judgements: [...judgements], parked: [] };
  const refused = new Map<Judgement, RowFault>();
  refuseRivals(planned, keys, refused);
  const held = await listHolders(
    db,
    tenant_id,
    planned.map(({ target }) => target.wanted),
  );
  const parked = refuseHeld(planned, held, keys, refused);
  for (const one of planned) if (!refused.has(one)) note(one.target, keys);
  return {
    judgements: judgements.map((one) =>
      refused.has(one) ? { row: one.row, stands: one.stands, errors: [refused.get(one)!] } : one,
    ),
    parked,
  };
}

/** Of two people in the file who want the same key, the first one gets it. */
function refuseRivals(planned: readonly Planned[], { claimed }: Keys, refused: Map<Judgement, RowFault>): void {
  const here = new Map<string, string>();
  for (const one of planned) {
    const { wanted } = one.target;
    const own = caseNorm(wanted.employee_no);
    const rivalFor = (field: Field) => here.get(keyOf(field, wanted)!) ?? claimed.get(keyOf(field, wanted)!);
    const wants = freshFields(one.target).find((field) => (rivalFor(field) ?? own) !== own);
    if (wants) refused.set(one, taken(wants, `employee ${rivalFor(wants)}`));
    if (wants) continue;
    for (const field of freshFields(one.target)) here.set(keyOf(field, wanted)!, own);
  }
}

/** A refused person does not free their key, so one refusal may cause the next. */
function refuseHeld(
  planned: readonly Planned[],
  held: readonly Holder[],
  keys: Keys,
  refused: Map<Judgement, RowFault>,
): string[] {
  const by_no = new Map(planned.map((one) => [one.target.wanted.employee_no, one]));
  const givers = new Map(planned.flatMap((one) => (one.target.stands ? [[one.target.stands.id, one] as const] : [])));
  const parked = new Set<string>();
  const wanting = held.filter(({ employee_no, field, holder_id }) => {
    const { target } = by_no.get(employee_no)!;
    return freshFields(target).includes(field) && !keys.released.has(`${keyOf(field, target.wanted)} ${holder_id}`);
  });
  for (let before = -1; before !== refused.size;) {
    before = refused.size;
    parked.clear();
    for (const { employee_no, field, holder_id, holder_employee_no } of wanting) {
      const one = by_no.get(employee_no)!;
      const giver = givers.get(holder_id);
      if (giver && !refused.has(giver) && freshFields(giver.target, true).includes(field)) parked.add(holder_id);
      else if (!refused.has(one)) refused.set(one, taken(field, holder_employee_no && `employee ${holder_employee_no}`));
    }
  }
  return [...parked];
}

function note({ stands, wanted }: PersonTarget, { claimed, released }: Keys): void {
  for (const field of freshFields({ stands, wanted }, true)) {
    const [before, after] = [stands && keyOf(field, stands), keyOf(field, wanted)];
    if (stands && before !== null) released.add(`${before} ${stands.id}`);
    if (after !== null) claimed.set(after, caseNorm(wanted.employee_no));
  }
}

/** The fields in which a person gets a new key. `or_loses`: also those whose key the person only gives up. */
function freshFields({ stands, wanted }: PersonTarget, or_loses = false): Field[] {
  return (["email", "login"] as const).filter((field) => {
    const key = keyOf(field, wanted);
    return (or_loses || key !== null) && key !== (stands ? keyOf(field, stands) : null);
  });
}

function keyOf(field: Field, person: PersonRow): string | null {
  const value = person[field];
  return value === null ? null : `${field} ${caseNorm(value)}`;
}

function taken(field: Field, holder: string | null): RowFault {
  const detail = `is that of ${holder ?? "someone of the identity provider"} already`;
  return { pointer: `#/${field}`, code: "PERSON_ALREADY_EXISTS", detail };
}
