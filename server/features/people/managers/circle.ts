// Managers as a tree: nobody is above themselves. Pure; people go by any key, such as their ids or employee numbers.

/** Who is directly above each person; null and those who are missing have nobody. */
export type Above = { get(person: string): string | null | undefined };

/** The people from one up to themselves, if that is where the way up leads; else null. */
export function circleOf(person: string, above: Above): string[] | null {
  const way = [person];
  const seen = new Set(way);
  for (let next = above.get(person); next != null; next = above.get(next)) {
    way.push(next);
    if (next === person) return way;
    // A circle further up: it is reported for its own members.
    if (seen.has(next)) return null;
    seen.add(next);
  }
  return null;
}

/** People of whom a file says who is above them. */
export type Said = ReadonlyMap<string, string | null>;

/**
 * What a file makes of the managers of everybody: the circles that its own people are in, and its people in an order in which those
 * above come first, so that no step on the way makes a circle that is not there in the end. `standing`: where the file says nothing.
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

/** From a person up to the first whose depth is known, to the top, or to somebody a second time. */
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
