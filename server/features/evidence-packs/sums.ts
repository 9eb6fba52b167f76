// The SHA-256 of each file, computed while it is written into the archive, in the format of `sha256sum --check`.
import { createHash } from "node:crypto";
import type { Packed } from "../../platform/files/zip.ts";

export type Sums = {
  /** Returns the same file; its line is added when it was read to its end. */
  of(file: Packed): Packed;
  /** One line for each file that was read: `<sha256>  <name>`. */
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
