// What is said, and where: results on stdout (for people, or as JSON lines with --json), progress and remarks on stderr. A bar is drawn
// only on a terminal.

export type Output = {
  json: boolean;
  /** A result: a sentence for people, an object for programs. */
  result(text: string, object: object): void;
  /** A line of data, the same for both. */
  data(line: string): void;
  /** Whatever was said on stdout has left this process. */
  flushed(): Promise<void>;
  /** A remark; not with --quiet. */
  note(text: string): void;
  progress(what: string, done: number, total: number): void;
  /** Takes the bar away. */
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
