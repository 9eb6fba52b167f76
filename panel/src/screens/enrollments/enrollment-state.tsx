import { useTranslation } from "react-i18next";
import type { components } from "../../api/schema.d.ts";
import { StateBadge, ToneBadge } from "../../components/values/state-badge.tsx";

export type Enrollment = components["schemas"]["Enrollment"];

/** The enrollment's state; an overdue one is shown as overdue. */
export function EnrollmentState({ enrollment }: { enrollment: Pick<Enrollment, "status" | "overdue"> }) {
  const { t } = useTranslation("training");
  if (enrollment.status === "withdrawn") return <ToneBadge tone="quiet">{t("withdrawn")}</ToneBadge>;
  return <StateBadge state={enrollment.overdue ? "overdue" : enrollment.status} />;
}
