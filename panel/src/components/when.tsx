import { Tooltip } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Session, session_key } from "../api/session.ts";

const minute_ms = 60_000;
const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];

/** An instant, as far away as it is; the exact one, in UTC and in the organisation's zone, on demand. */
export function When({ at, none = "–" }: { at: string | null | undefined; none?: string }) {
  const { i18n } = useTranslation();
  const { now, zone } = useClock();
  if (!at) return <span>{none}</span>;
  const instant = new Date(at);
  const local = new Intl.DateTimeFormat(i18n.language, { dateStyle: "medium", timeStyle: "medium", timeZone: zone }).format(
    instant,
  );
  return (
    <Tooltip multiline label={`${instant.toISOString().replace(/\.\d+/, "")} · ${local} (${zone})`}>
      <time dateTime={at}>{relative(instant.getTime() - now, i18n.language)}</time>
    </Tooltip>
  );
}

/** A date without a time, as the language writes it. */
export function Day({ date, none = "–" }: { date: string | null | undefined; none?: string }) {
  const { i18n } = useTranslation();
  if (!date) return <span>{none}</span>;
  const text = new Intl.DateTimeFormat(i18n.language, { dateStyle: "medium", timeZone: "UTC" }).format(
    new Date(`${date}T00:00:00Z`),
  );
  return <time dateTime={date}>{text}</time>;
}

export function relative(distance_ms: number, language: string): string {
  const seconds = Math.round(distance_ms / 1_000);
  const [unit, size] = steps.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(Math.round(seconds / size), unit);
}

/** The organisation's clock, which a sandbox moves and which a wrong device does not: it advances with ours from what the session said. */
export function useClock(): { now: number; zone: string } {
  const client = useQueryClient();
  const session = client.getQueryData<Session | null>(session_key);
  const read_at = client.getQueryState(session_key)?.dataUpdatedAt ?? 0;
  const ahead_ms = session ? Date.parse(session.organisation.now) - read_at : 0;
  const [tick, setTick] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setTick(Date.now()), minute_ms);
    return () => clearInterval(timer);
  }, []);
  return { now: Math.max(tick, read_at) + ahead_ms, zone: session?.organisation.time_zone ?? "UTC" };
}

/** The date in a zone, `YYYY-MM-DD`. */
export function todayIn(zone: string, now: number): string {
  return new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone: zone }).format(now);
}
