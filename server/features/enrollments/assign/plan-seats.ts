import type { UsableLicense } from "../../courses/sql.ts";
import { inOrderOfUse, serves } from "./seats.ts";

/** An enrollment that needs a seat of one of these licences. */
export type SeatDemand = { person_id: string; enrollment_id: string; licenses: readonly UsableLicense[] };

export type PlannedSeat = Pick<UsableLicense, "seat_unit"> & { license_id: string; person_id: string; enrollment_id: string };

/** What is left of licences that the transaction holds, and who holds seats of them. */
export type SeatStock = {
  /** Free seats by licence. */
  free: Map<string, number>;
  /** By person, the licences in which a seat is held for as long as they run. */
  held: Map<string, Set<string>>;
  taken: PlannedSeat[];
};

/** `locked`: free seats, null: unlimited. */
export function stockOf(
  locked: readonly { id: string; free: number | null }[],
  held: readonly { person_id: string; license_id: string }[],
): SeatStock {
  const by_person = Map.groupBy(held, ({ person_id }) => person_id);
  return {
    free: new Map(locked.map(({ id, free }) => [id, free ?? Infinity])),
    held: new Map([...by_person].map(([person_id, seats]) => [person_id, new Set(seats.map(({ license_id }) => license_id))])),
    taken: [],
  };
}

/**
 * Takes the seats of enrollments that are made together, and returns the licence of each, null where none covers it: that of
 * a path, which stands first, covers its items too. Undefined: not all of them can have one, and nothing was taken.
 */
export function takeTogether(stock: SeatStock, demands: readonly SeatDemand[]): (string | null)[] | undefined {
  const before = stock.taken.length;
  const licenses: (string | null)[] = [];
  for (const demand of demands) {
    const license_id = licenses[0] ?? takeOne(stock, demand);
    if (license_id === undefined) {
      giveBack(stock, before);
      return undefined;
    }
    licenses.push(license_id);
  }
  return licenses;
}

function takeOne({ free, held, taken }: SeatStock, demand: SeatDemand): string | null | undefined {
  const { person_id, enrollment_id } = demand;
  const mine = held.get(person_id) ?? new Set();
  const candidates = inOrderOfUse(demand.licenses, mine);
  const license = candidates.find((one) => serves(one, mine) || (free.get(one.id) ?? 0) > 0);
  if (!license) return candidates.length === 0 ? null : undefined;
  const { id: license_id, seat_unit } = license;
  if (serves(license, mine)) return license_id;
  free.set(license_id, free.get(license_id)! - 1);
  if (seat_unit === "person") held.set(person_id, mine.add(license_id));
  taken.push({ license_id, person_id, enrollment_id, seat_unit });
  return license_id;
}

/** Gives back what was taken after the first `count` seats. */
function giveBack({ free, held, taken }: SeatStock, count: number): void {
  for (const { license_id, person_id, seat_unit } of taken.splice(count)) {
    free.set(license_id, free.get(license_id)! + 1);
    if (seat_unit === "person") held.get(person_id)!.delete(license_id);
  }
}
