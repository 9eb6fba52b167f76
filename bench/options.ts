import { parseArgs } from "node:util";

export type Options = {
  /** Only scenarios whose names contain one of these words; empty: all. */
  filters: string[];
  /** Whether to rewrite the page of docs with the results. */
  write: boolean;
  /** Whether to record CPU profiles of the API and the floor, and to count the statements of each scenario. */
  profile: boolean;
  /** How long one side is measured in a round, in seconds. */
  seconds: number;
  /** Rounds that count; one more runs before them to warm up. */
  rounds: number;
  people: number;
};

export const usage = `npm run bench -- [WORD…] [--write] [--profile] [--seconds N] [--rounds N] [--people N]

  WORD        only scenarios whose name contains one of the words; without: all but those with a page of their own
  --write     rewrite docs/benchmarks.md, or the page of those that are named, at full size
  --profile   print where time went: of the API and the floor by V8's CPU profiles, of PostgreSQL by its statements
  --seconds   length of one measurement (4)
  --rounds    measurements of each side that count, after one to warm up (5)
  --people    people of the organisation (100000)

  BENCH_DATABASE_URL names a PostgreSQL server to use, as a superuser; the bench makes a database of its own there.`;

const people_default = 100_000;
/** With fewer people the deep pages would be empty. */
const people_min = 1_000;
const people_max = 1_000_000;

/** Reads the command line. Throws an Error whose message says what is wrong. */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      write: { type: "boolean", default: false },
      profile: { type: "boolean", default: false },
      seconds: { type: "string", default: "4" },
      rounds: { type: "string", default: "5" },
      people: { type: "string", default: String(people_default) },
    },
  });
  const options: Options = {
    filters: positionals,
    write: values.write,
    profile: values.profile,
    seconds: wholeNumber("--seconds", values.seconds, 1, 600),
    rounds: wholeNumber("--rounds", values.rounds, 1, 100),
    people: wholeNumber("--people", values.people, people_min, people_max),
  };
  if (options.write && (options.profile || options.people !== people_default)) {
    throw new Error("--write needs an unprofiled run at the default number of people");
  }
  return options;
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most)
    throw new Error(`${name} must be a whole number from ${least} to ${most}`);
  return value;
}
