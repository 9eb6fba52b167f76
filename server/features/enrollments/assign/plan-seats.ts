import type { UsableLicense } from "../../courses/sql.ts";

/** An enrollment that needs a seat of one of these licences. */
export type SeatDemand = { person_id: string; enrollment_id: string; licenses: readonly UsableLicense[] };

export type PlannedSeat = Pick<UsableLicense, "seat_unit"> & { license_id: string; person_id: string; enrollment_id: string };

/** Free seats of the licences that the transaction has locked, and the people who hold seats. */
export type SeatStock = {
  /** Free seats by licence. */
  free: Map<string, number>;
  /** By person: the licences of which the person holds a seat until the licence ends. */
  held: Map<string, Set<string>>;
  taken: PlannedSeat[];
};

/** `locked`: the locked licences with their free seats; null: unlimited. */
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

/** The licence of each enrollment (null: none covers it), or the full licence for lack of which no seat was taken. */
type Taken = { licenses: (string | null)[] } | { full: UsableLicense };

/**
 * Takes the seats of enrollments that are created together, or none of them. A path comes first, and its licence covers its
 * items, too.
 */
export function takeTogether(stock: SeatStock, demands: readonly SeatDemand[]): Taken {
  const before = stock.taken.length;
  const licenses: (string | null)[] = [];
  for (const demand of demands) {
    const [of_path] = licenses;
    const taken = of_path ? { license_id: of_path } : takeOne(stock, demand);
    if ("full" in taken) {
      giveBack(stock, before);
      return taken;
    }
    licenses.push(taken.license_id);
  }
  return { licenses };
}

/** Takes a seat of the first licence that has one; a seat that the person holds already is enough. */
function takeOne({ free, held, taken }: SeatStock, demand: SeatDemand): { license_id: string | null } | { full: UsableLicense } {
  const { person_id, enrollment_id } = demand;
  const mine = held.get(person_id) ?? new Set();
  const licenses = inOrderOfUse(demand.licenses, mine);
  const [first] = licenses;
  if (!first) return { license_id: null };
  const license = licenses.find((one) => isHeld(one, mine) || (free.get(one.id) ?? 0) > 0);
  if (!license) return { full: first };
  const { id: license_id, seat_unit } = license;
  if (isHeld(license, mine)) return { license_id };
  free.set(license_id, free.get(license_id)! - 1);
  if (seat_unit === "person") held.set(person_id, mine.add(license_id));
  taken.push({ license_id, person_id, enrollment_id, seat_unit });
  return { license_id };
}

/** Whether the person holds a seat of the licence already, and needs no other. */
function isHeld(license: UsableLicense, held: ReadonlySet<string>): boolean {
  return license.seat_unit === "person" && held.has(license.id);
}

/** Unlimited licences first, then those that need no further seat, then the others in the given order. */
function inOrderOfUse(licenses: readonly UsableLicense[], held: ReadonlySet<string>): UsableLicense[] {
  const rank = (license: UsableLicense) => (license.seats_total === null ? 0 : isHeld(license, held) ? 1 : 2);
  return [...licenses].sort((one, other) => rank(one) - rank(other));
}

/** Gives back all seats after the first `count` taken ones. */
function giveBack({ free, held, taken }: SeatStock, count: number): void {
  for (const { license_id, person_id, seat_unit } of taken.splice(count)) {
    free.set(license_id, free.get(license_id)! + 1);
    if (seat_unit === "person") held.get(person_id)!.delete(license_id);
  }
}
