// The states of a subscription as the specification describes them, written independently of the program: it keeps everything
// since the last acknowledgement and counts it again at each step.

/** Something that happens to a subscription at a second of the tenant's clock. */
export type Happening = { kind: "acknowledged" | "failed" | "enabled"; at_s: number };

export type Standing = { state: "active" | "degraded" | "disabled"; failures: number; mails: ("degraded" | "disabled")[] };

const three_days_s = 3 * 24 * 60 * 60;

/** The state, failures and mails that follow from a history. */
export function standingAfter(history: readonly Happening[]): Standing {
  const mails: Standing["mails"] = [];
  let state: Standing["state"] = "active";
  let failed_at_s: number[] = [];
  for (const { kind, at_s } of history) {
    if (kind === "enabled") {
      // "enabled again"
      if (state !== "active") [state, failed_at_s] = ["active", []];
      continue;
    }
    if (kind === "acknowledged") {
      // "consecutive" ends with a 2xx. "deliveries stop" when disabled, so the success of an attempt that was under way does not
      // enable it again.
      failed_at_s = [];
      if (state === "degraded") state = "active";
      continue;
    }
    failed_at_s.push(at_s);
    const lasting_s = at_s - failed_at_s[0]!;
    if (state === "active" && failed_at_s.length >= 5) {
      // "After 5 consecutive failures the subscription is `degraded`"
      state = "degraded";
      mails.push("degraded");
    } else if (state === "degraded" && (failed_at_s.length >= 20 || lasting_s >= three_days_s)) {
      // "After 20 consecutive failures or 3 days of failures it is `disabled`", "IT administrators get an e-mail"
      state = "disabled";
      mails.push("disabled");
    }
  }
  return { state, failures: failed_at_s.length, mails };
}
