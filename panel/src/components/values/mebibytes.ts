export const mib_bytes = 1_048_576;

/** The size of a file in MiB, with one decimal; at least 0.1. */
export function mibOf(bytes: number): number {
  return Math.max(0.1, Math.round((bytes / mib_bytes) * 10) / 10);
}
