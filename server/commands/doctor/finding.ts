/** What a look at one thing came to. */
export type Finding = {
  /** `wrong`: fails or is not safe. `warning`: works, and deserves a look. `unknown`: could not be found out from here. */
  status: "ok" | "warning" | "wrong" | "unknown";
  /** What there is, in one sentence. */
  found: string;
  /** What to do about it. */
  change?: string;
};

/** A finding with the name of its check; one check may have several. */
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

/** How long any other part of the system may take to answer the doctor. */
export const answer_max_ms = 5_000;

/** What an error says, or its code where it says nothing. */
export function saying(error: unknown): string {
  const { message, code, errors } = error as { message?: string; code?: string; errors?: unknown[] };
  // Node tries every address of a name, and collects what each came to.
  if (!message && errors?.[0] !== undefined) return saying(errors[0]);
  return (message || code || String(error)).split("\n")[0]!;
}
