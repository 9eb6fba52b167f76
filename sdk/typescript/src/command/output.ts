// Where output goes: results to stdout (for people, or as JSON lines with --json), progress and remarks to stderr. A progress bar
// is drawn only on a terminal.

export type Output = {
  json: boolean;
  /** A result: a sentence for people, or an object for programs. */
  result(text: string, object: object): void;
  /** A line of data, in the same form for people and programs. */
  data(line: string): void;
  /** Resolves once everything for stdout has been written. */
  flushed(): Promise<void>;
  /** A remark; omitted with --quiet. */
  note(text: string): void;
  progress(what: string, done: number, total: number): void;
  /** Removes the progress bar. */
  progressEnded(): void;
};

type Streams = {
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream & { isTTY?: boolean | undefined; columns?: number };
};

const bar_characters = 30;

export function createOutput({ json, quiet }: { json: boolean; quiet: boolean }, { stdout, stderr }: Streams): Output {
  const drawn = Boolean(stderr.isTTY) && !quiet && !json;
  let on_screen = "";
  const clear = () => {
    if (on_screen !== "") stderr.write(`\r${" ".repeat(on_screen.length)}\r`);
    on_screen = "";
  };
  return {
    json,
    result(text, object) {
      clear();
      if (json) stdout.write(`${JSON.stringify(object)}\n`);
      else if (text !== "") stdout.write(`${text}\n`);
    },
    data(line) {
      clear();
      stdout.write(`${line}\n`);
    },
    flushed: () => new Promise((resolve) => void stdout.write("", () => resolve())),
    note(text) {
      clear();
      if (!quiet) stderr.write(`${text}\n`);
    },
    progress(what, done, total) {
      if (!drawn) return;
      const part = total === 0 ? 0 : Math.min(1, done / total);
      const full = Math.round(part * bar_characters);
      const line = `${what} [${"█".repeat(full)}${"·".repeat(bar_characters - full)}] ${Math.floor(part * 100)} %  ${done}/${total}`;
      if (line === on_screen) return;
      clear();
      on_screen = line;
      stderr.write(line);
    },
    progressEnded: clear,
  };
}
