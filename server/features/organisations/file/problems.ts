/** The path from the root of the file to a value: member names and list positions. */
export type Path = readonly (string | number)[];

/** Line and column, both from 1. */
export type Place = { line: number; column: number };

/** A fault of the file; `key` refers to a member's name instead of its value. */
export type Finding = { path: Path; at: "key" | "value"; message: string };

export type FileProblem = Partial<Place> & { path: string; message: string };

/** Findings that are stored at most; a file with more is wrong as a whole. */
const findings_max = 200;

/** Collects the faults of a file. */
export class Findings {
  readonly all: Finding[] = [];
  /** The number of further findings that are not stored. */
  left_out = 0;

  /** Notes that a value is wrong. */
  value(path: Path, message: string): void {
    this.#note({ path, at: "value", message });
  }

  /** Notes that a member should not be there. */
  key(path: Path, message: string): void {
    this.#note({ path, at: "key", message });
  }

  /** A copy that can be extended without changing this one. */
  copy(): Findings {
    const copy = new Findings();
    copy.all.push(...this.all);
    copy.left_out = this.left_out;
    return copy;
  }

  // The path is copied, because a walk continues to change its own.
  #note({ path, at, message }: Finding): void {
    if (this.all.length < findings_max) this.all.push({ path: [...path], at, message });
    else this.left_out += 1;
  }
}

/** Thrown with all problems of a file, sorted by line; nothing was changed. */
export class OrganisationFileError extends Error {
  readonly problems: readonly FileProblem[];
  constructor(problems: readonly FileProblem[], left_out = 0) {
    const lines = problems.map(lineOf);
    if (left_out > 0) lines.push(`  and ${left_out} more`);
    const count = problems.length + left_out;
    super(
      `The organisation file has ${count} ${count === 1 ? "problem" : "problems"}; nothing was changed.\n${lines.join("\n")}`,
    );
    this.name = "OrganisationFileError";
    this.problems = problems;
  }
}

function lineOf({ line, column, path, message }: FileProblem): string {
  const place = line === undefined ? "" : `line ${line}, column ${column}: `;
  return `  ${place}${path === "" ? "" : `${path} `}${message}`;
}

/** `people[3].email` */
export function pathText(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === "number") return `${text}[${step}]`;
    const name = /^[A-Za-z_][\w-]*$/.test(step) ? step : JSON.stringify(step);
    return text === "" ? name : `${text}.${name}`;
  }, "");
}
