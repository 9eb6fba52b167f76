import { createInterface } from "node:readline/promises";
import type { Task } from "./arguments.ts";

/** Asks on a terminal. Without a terminal the answer is no. */
export async function isAgreed({ output, signal }: Task, question: string): Promise<boolean> {
  if (!process.stdin.isTTY || output.json) return false;
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await asking.question(`${question} Only "yes" does: `, { signal })).trim());
  } finally {
    asking.close();
  }
}
