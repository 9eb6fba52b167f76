import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api, dataOf } from "../../../api/client.ts";
import { entryOf, refusalOf, type Shift, answerOn } from "../shift/rules.ts";
import type { useShift } from "../shift/use-shift.ts";
import type { BadgeAnswerData } from "./answer.tsx";
import { type Check, type Claims, dayOf, personOf, answerForWork, type WorkAnswer, verifyBadge } from "./verify.ts";

/** How often a phone with a network asks which badges were revoked. */
const check_again_ms = 300_000;

/** The data that verifies badges, and how far the organisation's clock is ahead of the phone's. */
type Checked = { check: Check; ahead_ms: number };

/** Verifies the badges that are shown at this gate. */
export function useBadges(shift: ReturnType<typeof useShift>) {
  const query = useQuery({
    queryKey: ["gate-check"],
    // Kept without a limit, because it is needed when there is no network.
    gcTime: Number.POSITIVE_INFINITY,
    refetchInterval: check_again_ms,
    queryFn: async ({ signal }): Promise<Checked> => {
      const check = dataOf(await api.GET("/panel/api/gate/check", { signal }));
      return { check, ahead_ms: Date.parse(check.now) - Date.now() };
    },
  });
  const kept = shift.shift;
  const [answer, setAnswer] = useState<BadgeAnswerData | null>(null);
  const let_in = useRef(new Map<string, string>());

  const show = async (badge: BadgeAnswerData, compared: boolean) => {
    const { verified, told, course_code } = badge;
    if (verified.refusal !== null || told === null) return setAnswer(badge);
    const { jti, sub } = verified.claims;
    const before = compared ? undefined : let_in.current.get(jti);
    setAnswer({ ...badge, shown_at: before ?? null });
    if (before !== undefined) return;
    if (told.allowed) let_in.current.set(jti, new Date().toISOString());
    const decision = {
      user_id: personOf(sub),
      course_code: course_code || null,
      allowed: told.allowed,
      by_badge: true,
      compared,
    };
    // Only decisions without a network are recorded here. With a network, a badge only saves typing a number.
    if (!navigator.onLine) await shift.remember(decision);
  };
  /** Verifies a badge that was read, for a work. */
  const read = async (text: string, { course_code, name }: { course_code: string; name: string }) => {
    const known = query.data ?? kept ?? (await query.refetch()).data;
    if (!known) return;
    const { check, ahead_ms } = known;
    const clock_ms = Date.now();
    const now = clock_ms + ahead_ms;
    const verified = await verifyBadge(text, check, now);
    const today = dayOf(now, check.time_zone);
    const told =
      verified.refusal === null
        ? (byLaterList(kept, verified.claims, { course_code, today, clock_ms }) ??
          answerForWork(verified.claims, check, course_code, today))
        : null;
    await show({ verified, told, course_code, work: name, shown_at: null }, false);
  };
  return {
    answer,
    read,
    error: query.data === undefined && kept === null ? query.error : null,
    retry: () => void query.refetch(),
    clear: () => setAnswer(null),
    /** The guard has compared the name on a badge that was shown before with a document. */
    compared: () => answer && void show({ ...answer, shown_at: null }, true),
  };
}

/** The answer of the downloaded list for the badge's holder, if the list is newer than the badge; null: the list has none. */
function byLaterList(
  shift: Shift | null,
  claims: Claims,
  { course_code, today, clock_ms }: { course_code: string; today: string; clock_ms: number },
): WorkAnswer | null {
  if (shift === null || refusalOf(shift, clock_ms) !== null) return null;
  const { list } = shift;
  if (Date.parse(list.as_of) <= claims.iat * 1000 || (course_code !== "" && course_code !== list.course_code)) return null;
  const entry = entryOf(shift, personOf(claims.sub));
  return entry ? { ...answerOn(course_code === "" ? entry.any : entry.work, today), is_unknown: false } : null;
}
