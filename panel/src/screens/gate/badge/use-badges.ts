import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api, dataOf } from "../../../api/client.ts";
import type { BadgeAnswerData } from "./answer.tsx";
import { type Check, dayOf, tellWork, verifyBadge } from "./verify.ts";

/** So often a phone with a network asks which badges have ended. */
const check_again_ms = 300_000;

/** What verifies badges, and how far the phone's clock is behind the organisation's. */
type Checked = Check & { ahead_ms: number };

/** Badges as they are shown at this gate. */
export function useBadges() {
  const check = useQuery({
    queryKey: ["gate-check"],
    // It is wanted when there is no network.
    gcTime: Number.POSITIVE_INFINITY,
    refetchInterval: check_again_ms,
    queryFn: async ({ signal }): Promise<Checked> => {
      const read = dataOf(await api.GET("/panel/api/gate/check", { signal }));
      return { ...read, ahead_ms: Date.parse(read.now) - Date.now() };
    },
  });
  const [answer, setAnswer] = useState<BadgeAnswerData | null>(null);
  const let_in = useRef(new Map<string, string>());

  const tell = (badge: BadgeAnswerData, is_compared: boolean) => {
    const id = badge.verified.claims?.jti;
    const before = badge.verified.refusal === null && !is_compared && id !== undefined ? let_in.current.get(id) : undefined;
    if (id !== undefined && before === undefined && badge.verified.refusal === null && badge.told?.allowed === true)
      let_in.current.set(id, new Date().toISOString());
    setAnswer({ ...badge, shown_at: before ?? null });
  };
  /** A badge that was read, for a work with its name. */
  const read = async (text: string, { course_code, name }: { course_code: string; name: string }) => {
    const known = check.data ?? (await check.refetch()).data;
    if (known === undefined) return;
    const now = Date.now() + known.ahead_ms;
    const verified = await verifyBadge(text, known, now);
    const told = verified.refusal === null ? tellWork(verified.claims, known, course_code, dayOf(now, known.time_zone)) : null;
    tell({ verified, told, work: name, shown_at: null }, false);
  };
  return {
    answer,
    read,
    error: check.data === undefined ? check.error : null,
    retry: () => void check.refetch(),
    clear: () => setAnswer(null),
    /** The guard has compared the name of a badge that was shown before with a document. */
    compared: () => answer && tell(answer, true),
  };
}
