import { useTranslation } from "react-i18next";
import { ToneBadge, type Tone } from "../../components/values/state-badge.tsx";
import { dateFormat } from "../../components/values/dates.ts";
import type { CourseSession } from "./session-data.ts";

type MeetingProps = Pick<CourseSession, "starts_at" | "ends_at" | "time_zone">;

/** When a session begins and ends, in the time zone of its place. */
export function Meeting({ starts_at, ends_at, time_zone }: MeetingProps) {
  const { i18n } = useTranslation();
  const format = dateFormat("meeting", i18n.language, time_zone);
  return (
    <time dateTime={starts_at}>
      {format.formatRange(new Date(starts_at), new Date(ends_at))} ({time_zone})
    </time>
  );
}

const tones: Readonly<Record<CourseSession["state"], Tone>> = {
  planned: "info",
  begun: "good",
  ended: "quiet",
  cancelled: "quiet",
};

export function SessionState({ state }: Pick<CourseSession, "state">) {
  const { t } = useTranslation("course-sessions");
  return <ToneBadge tone={tones[state]}>{t(`state.${state}`)}</ToneBadge>;
}
