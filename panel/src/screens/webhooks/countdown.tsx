import { useInterval } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { relative, useClock, When } from "../../components/values/when.tsx";

const second_ms = 1_000;
/** Seconds are shown when the instant is nearer than this. */
const near_ms = 3_600_000;

/** The time until an instant, counted in seconds when it is near. */
export function Countdown({ at }: { at: string | null }) {
  const { t, i18n } = useTranslation("webhooks");
  const { now } = useClock();
  // The clock ticks once a minute; seconds are counted from its last tick.
  const [counted, setCounted] = useState({ from: now, seconds: 0 });
  if (counted.from !== now) setCounted({ from: now, seconds: 0 });
  useInterval(() => setCounted(({ from, seconds }) => ({ from, seconds: seconds + 1 })), second_ms, { autoInvoke: true });
  if (at === null) return t("deliveries.not_due");
  const left_ms = Date.parse(at) - now - counted.seconds * second_ms;
  if (left_ms <= 0) return t("deliveries.due");
  if (left_ms > near_ms) return <When at={at} />;
  const seconds = Math.ceil(left_ms / second_ms);
  if (seconds < 60) return <span>{relative(left_ms, i18n.language)}</span>;
  const rest = String(seconds % 60).padStart(2, "0");
  return <time dateTime={at}>{`${Math.floor(seconds / 60)}:${rest}`}</time>;
}
