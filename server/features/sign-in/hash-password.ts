import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { unavailable } from "../../platform/db/failures.ts";

/** The first recommendation of OWASP for argon2id, which is the library's default: 19 MiB, two iterations, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Hashes that are computed at the same time; one processor is left for other work if there are several. */
const at_once_max = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Sign-ins that may wait for their hash; further ones are refused with Retry-After, so that a flood does not pile up. */
const waiting_max = 50;

let running = 0;
const waiting: (() => void)[] = [];

export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost));
}

/** Whether the password matches the hash. Without a hash it takes the same time and returns false. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await inTurn(() => verify(stored ?? decoy_hash, password));
  return matches && stored !== null;
}

// The hash of random bytes that were not kept.
const decoy_hash = "$argon2id$v=19$m=19456,t=2,p=1$c2FsdCBvZiBub2JvZHkhIQ$3fY3a0Zb9vVt8o2n3u0mYbN6r7v8m5o3c1u4k2s9d0E";

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= at_once_max) {
    if (waiting.length >= waiting_max) throw unavailable("too many passwords wait to be checked");
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
