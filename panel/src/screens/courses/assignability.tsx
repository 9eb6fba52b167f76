import { useTranslation } from "react-i18next";
import { ToneBadge } from "../../components/values/state-badge.tsx";
import type { Course } from "./course-data.ts";

const tones = { inactive: "quiet", path_only: "info", license_expired: "bad" } as const;

/** Whether a course can be assigned today, or why not. */
export function Assignability({ course }: { course: Pick<Course, "unassignable_reason"> }) {
  const { t } = useTranslation("catalogue");
  const reason = course.unassignable_reason;
  if (reason === null) return <ToneBadge tone="good">{t("assignable")}</ToneBadge>;
  return <ToneBadge tone={tones[reason]}>{t(`reason.${reason}`)}</ToneBadge>;
}
