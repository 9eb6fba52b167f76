// Finds circles of managers: nobody may be above themselves. Pure functions; the keys of people may be ids or employee numbers.

/** The direct manager of each person; null or missing: none. */
export type Above = { get(person: string): string | null | undefined };

/** The people from one up to themselves, if they are above themselves; else null. */
export function circleOf(person: string, above: Above): string[] | null {
  const way = [person];
  const seen = new Set(way);
  for (let next = above.get(person); next != null; next = above.get(next)) {
    way.push(next);
    if (next === person) return way;
    // A circle further up is reported for its own members.
    if (seen.has(next)) return null;
    seen.add(next);
  }
  return null;
}

/** The managers that a file gives, by person. */
export type Said = ReadonlyMap<string, string | null>;

/**
 * Checks the managers that a file gives to many people. Returns the circles that contain people of the file. Also returns the
 * file's people in an order in which managers come first, so that no intermediate step has a circle that the final state does not
 * have. `standing`: the managers of people whom the file does not mention.
 */
export function judgeTree(said: Said, standing: Above): { circles: Map<string, string[]>; order: string[] } {
  const above: Above = { get: (person) => (said.has(person) ? said.get(person) : standing.get(person)) };
  const depths = new Map<string, number>();
  const circles = new Map<string, string[]>();
  for (const person of said.keys()) {
    const way = wayUp(person, above, depths);
    const end = way.at(-1)!;
    const again = way.indexOf(end);
    if (again < way.length - 1) {
      const members = way.slice(again, -1);
      for (const [place, member] of members.entries())
        if (said.has(member)) circles.set(member, [...members.slice(place), ...members.slice(0, place), member]);
      way.pop();
    }
    const [base, from] = depths.has(end) ? [depths.get(end)!, way.length - 2] : [-1, way.length - 1];
    for (let place = from, depth = base + 1; place >= 0; place -= 1, depth += 1) depths.set(way[place]!, depth);
  }
  return { circles, order: [...said.keys()].toSorted((one, other) => depths.get(one)! - depths.get(other)!) };
}

/** The people from one upwards, until one whose depth is known, the top, or a repetition. */
function wayUp(person: string, above: Above, depths: ReadonlyMap<string, number>): string[] {
  const way = [person];
  const seen = new Set(way);
  if (depths.has(person)) return way;
  for (let next = above.get(person); next != null; next = above.get(next)) {
    way.push(next);
    if (seen.has(next) || depths.has(next)) break;
    seen.add(next);
  }
  return way;
}
