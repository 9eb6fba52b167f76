import type { Db } from "../../platform/db/transaction.ts";
import { caseNorm } from "../../platform/text.ts";
import type { PersonRow } from "../people/definition.ts";
import { listHolders, type Holder } from "../people/holders.ts";
import type { PersonWish } from "./bring-people.ts";
import type { Judgement, RowFault } from "./judge-row.ts";

/** Addresses and logins that a file has given to people and taken from them so far, batch after batch. */
export type Keys = {
  /** Who got it, by employee number. */
  claimed: Map<string, string>;
  /** Who no longer has it: key and person. A dry run needs to be told, because its earlier batches have left no trace. */
  released: Set<string>;
};

type Field = "email" | "login";
type Wished = Judgement & { wish: PersonWish };

export function noKeys(): Keys {
  return { claimed: new Map(), released: new Set() };
}

/**
 * Addresses and logins belong to one person each. Refuses people who want one that another person keeps; a person who gives one up
 * in the same batch makes room. Returns the judgements, and the ids of those who make room.
 */
export async function settleKeys(
  db: Db,
  tenant_id: string,
  judgements: readonly Judgement[],
  keys: Keys,
): Promise<{ judgements: Judgement[]; parked: string[] }> {
  const wished = judgements.filter((one): one is Wished => one.wish !== undefined && freshFields(one.wish).length > 0);
  if (wished.length === 0) return { judgements: [...judgements], parked: [] };
  const refused = new Map<Judgement, RowFault>();
  refuseRivals(wished, keys, refused);
  const held = await listHolders(
    db,
    tenant_id,
    wished.map(({ wish }) => wish.wanted),
  );
  const parked = refuseHeld(wished, held, keys, refused);
  for (const one of wished) if (!refused.has(one)) note(one.wish, keys);
  return {
    judgements: judgements.map((one) =>
      refused.has(one) ? { row: one.row, stands: one.stands, errors: [refused.get(one)!] } : one,
    ),
    parked,
  };
}

/** Two people of the file who want the same: the first one gets it. */
function refuseRivals(wished: readonly Wished[], { claimed }: Keys, refused: Map<Judgement, RowFault>): void {
  const here = new Map<string, string>();
  for (const one of wished) {
    const { wanted } = one.wish;
    const own = caseNorm(wanted.employee_no);
    const rivalFor = (field: Field) => here.get(keyOf(field, wanted)!) ?? claimed.get(keyOf(field, wanted)!);
    const wants = freshFields(one.wish).find((field) => (rivalFor(field) ?? own) !== own);
    if (wants) refused.set(one, taken(wants, `employee ${rivalFor(wants)}`));
    if (wants) continue;
    for (const field of freshFields(one.wish)) here.set(keyOf(field, wanted)!, own);
  }
}

/** Who makes room must not be refused themselves, so that one refusal may bring about the next. */
function refuseHeld(wished: readonly Wished[], held: readonly Holder[], keys: Keys, refused: Map<Judgement, RowFault>): string[] {
  const by_no = new Map(wished.map((one) => [one.wish.wanted.employee_no, one]));
  const givers = new Map(wished.flatMap((one) => (one.wish.stands ? [[one.wish.stands.id, one] as const] : [])));
  const parked = new Set<string>();
  const wanting = held.filter(({ employee_no, field, holder_id }) => {
    const { wish } = by_no.get(employee_no)!;
    return freshFields(wish).includes(field) && !keys.released.has(`${keyOf(field, wish.wanted)} ${holder_id}`);
  });
  for (let before = -1; before !== refused.size;) {
    before = refused.size;
    parked.clear();
    for (const { employee_no, field, holder_id, holder_employee_no } of wanting) {
      const one = by_no.get(employee_no)!;
      const giver = givers.get(holder_id);
      if (giver && !refused.has(giver) && freshFields(giver.wish, true).includes(field)) parked.add(holder_id);
      else if (!refused.has(one)) refused.set(one, taken(field, holder_employee_no && `employee ${holder_employee_no}`));
    }
  }
  return [...parked];
}

function note({ stands, wanted }: PersonWish, { claimed, released }: Keys): void {
  for (const field of freshFields({ stands, wanted }, true)) {
    const [before, after] = [stands && keyOf(field, stands), keyOf(field, wanted)];
    if (stands && before !== null) released.add(`${before} ${stands.id}`);
    if (after !== null) claimed.set(after, caseNorm(wanted.employee_no));
  }
}

/** What a person newly gets; `or_loses`: or only loses. */
function freshFields({ stands, wanted }: PersonWish, or_loses = false): Field[] {
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
