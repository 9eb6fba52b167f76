// The SHA-256 of each file, taken while it goes into the archive, as `sha256sum --check` reads it.
import { createHash } from "node:crypto";
import type { Packed } from "../../platform/files/zip.ts";

export type Sums = {
  /** The same file; once it was read to its end, its line is there. */
  of(file: Packed): Packed;
  /** A line for each file that was read: `<sha256>  <name>`. */
  text(): string;
};

export function createSums(): Sums {
  const lines: string[] = [];
  return {
    of: (file) => ({ ...file, parts: summed(file, lines) }),
    text: () => lines.join(""),
  };
}

async function* summed({ name, parts }: Packed, lines: string[]): AsyncGenerator<string | Uint8Array> {
  const hash = createHash("sha256");
  for await (const part of parts) {
    hash.update(part);
    yield part;
  }
  lines.push(`${hash.digest("hex")}  ${name}\n`);
}
