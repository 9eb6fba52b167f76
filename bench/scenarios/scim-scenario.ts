// SCIM in an organisation of a million people: look-ups, creation, members of groups; and a walk through an organisation of
// 100,000.
import { memoryOf } from "../process.ts";
import type { Row } from "../report.ts";
import type { Bench, Scenario } from "../scenario.ts";
import { createUsers } from "./scim-create.ts";
import { lookUp } from "./scim-look-up.ts";
import { changeMembers, replaceMembers } from "./scim-members.ts";
import { withPlaces } from "./scim-place.ts";
import { walk } from "./scim-walk.ts";

const large = "SCIM-LARGE";
const walked = "SCIM-WALK";
/** How many times larger the large organisation is: a million people at the bench's default of 100,000. */
const large_times = 10;
/** The minimum size, because the groups need members. */
const large_min = 250_000;

export const scim_scenarios: Scenario[] = [{ name: "SCIM: userName eq, create, members, cursor", run: measureScim }];

function measureScim(bench: Bench): Promise<Row[]> {
  const { people } = bench.options;
  const sizes = { [walked]: people, [large]: Math.max(large_min, people * large_times) };
  return withPlaces(bench, sizes, async ({ [large]: place, [walked]: other }) => {
    const rows = [
      ...(await lookUp(place!)),
      ...(await createUsers(place!)),
      ...(await changeMembers(place!)),
      ...(await walk(other!)),
      ...(await replaceMembers(place!)),
    ];
    const { now_mib, peak_mib } = memoryOf(place!.api.pid);
    rows.at(-1)!.notes.push(`the API of all SCIM scenarios held at most ${Math.round(peak_mib ?? now_mib)} MiB`);
    return rows;
  });
}
