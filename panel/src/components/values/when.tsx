import { useQueryClient } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { type Session, session_key } from "../../api/session.ts";
import { dateFormat, localeOf } from "./dates.ts";

const minute_ms = 60_000;
const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];

/** An instant relative to now. The exact time, in UTC and in the organisation's zone, is shown on demand. */
export function When({ at, none = "–" }: { at: string | null | undefined; none?: string }) {
  const { i18n } = useTranslation();
  const { now, zone } = useClock();
  if (!at) return <span>{none}</span>;
  const instant = new Date(at);
  const local = dateFormat("exact", i18n.language, zone).format(instant);
  return (
    <time dateTime={at} data-hint={`${utcOf(at)} · ${local} (${zone})`}>
      {relative(instant.getTime() - now, i18n.language)}
    </time>
  );
}

/** A date without a time, in the format of the language. */
export function Day({ date, none = "–" }: { date: string | null | undefined; none?: string }) {
  const { i18n } = useTranslation();
  if (!date) return <span>{none}</span>;
  return <time dateTime={date}>{dateFormat("day", i18n.language).format(new Date(`${date}T00:00:00Z`))}</time>;
}

/** An instant in the organisation's time zone. */
export function Exact({ at }: { at: string }) {
  const { i18n } = useTranslation();
  const { zone } = useClock();
  return (
    <time dateTime={at} data-hint={utcOf(at)}>
      {dateFormat("exact", i18n.language, zone).format(new Date(at))} ({zone})
    </time>
  );
}

function utcOf(at: string): string {
  return new Date(at).toISOString().replace(/\.\d+/, "");
}

const relatives = new Map<string, Intl.RelativeTimeFormat>();

export function relative(distance_ms: number, language: string): string {
  const seconds = Math.round(distance_ms / 1_000);
  const [unit, size] = steps.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
  const format = relatives.get(language) ?? new Intl.RelativeTimeFormat(localeOf(language), { numeric: "auto" });
  relatives.set(language, format);
  return format.format(Math.round(seconds / size), unit);
}

/**
 * The organisation's clock: the time in the session's answer, advanced by this device's clock. A sandbox moves it, and a wrong
 * clock of the device does not.
 */
export function useClock(): { now: number; zone: string } {
  const client = useQueryClient();
  const session = client.getQueryData<Session | null>(session_key);
  const read_at = client.getQueryState(session_key)?.dataUpdatedAt ?? 0;
  const ahead_ms = session ? Date.parse(session.organisation.now) - read_at : 0;
  const [begun_at] = useState(() => Date.now());
  const ticked_at = useSyncExternalStore(onTick, readTick, readTick);
  return { now: Math.max(begun_at, ticked_at, read_at) + ahead_ms, zone: session?.organisation.time_zone ?? "UTC" };
}

/** One timer for all components that show how long ago something was. */
const watchers = new Set<() => void>();
let last_tick_at = 0;
let timer: ReturnType<typeof setInterval> | undefined;

const readTick = () => last_tick_at;

function onTick(listener: () => void): () => void {
  watchers.add(listener);
  timer ??= setInterval(() => {
    last_tick_at = Date.now();
    watchers.forEach((one) => one());
  }, minute_ms);
  return () => {
    watchers.delete(listener);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The date in a zone, `YYYY-MM-DD`. */
export function todayIn(zone: string, now: number): string {
  return new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone: zone }).format(now);
}
