/** The result of one check. */
export type Finding = {
  /** `wrong`: fails or is not safe. `warning`: works, but should be looked at. `unknown`: could not be determined from here. */
  status: "ok" | "warning" | "wrong" | "unknown";
  /** What was found, in one sentence. */
  found: string;
  /** What to change. */
  change?: string;
};

/** A finding with the name of its check; a check may have several findings. */
export type Named = Finding & { check: string };

export function ok(found: string): Finding {
  return { status: "ok", found };
}

export function warning(found: string, change: string): Finding {
  return { status: "warning", found, change };
}

export function wrong(found: string, change: string): Finding {
  return { status: "wrong", found, change };
}

export function unknown(found: string, change?: string): Finding {
  return change === undefined ? { status: "unknown", found } : { status: "unknown", found, change };
}

/** How long any other system may take to answer a check. */
export const answer_max_ms = 5_000;

/** The first line of an error's message, or its code if it has no message. */
export function saying(error: unknown): string {
  const { message, code, errors } = error as { message?: string; code?: string; errors?: unknown[] };
  // Node tries every address of a name, and collects the error of each.
  if (!message && errors?.[0] !== undefined) return saying(errors[0]);
  return (message || code || String(error)).split("\n")[0]!;
}
