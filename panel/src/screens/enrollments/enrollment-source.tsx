import { useTranslation } from "react-i18next";
import { ToneBadge } from "../../components/values/state-badge.tsx";
import type { Enrollment } from "./enrollment-state.tsx";

/** What came from outside looks different from what was done here. */
const from_outside: ReadonlySet<Enrollment["source"]> = new Set(["api", "import"]);

/** By what somebody came to a course. */
export function EnrollmentSource({ source }: Pick<Enrollment, "source">) {
  const { t } = useTranslation("training");
  return <ToneBadge tone={from_outside.has(source) ? "info" : "quiet"}>{t(`source.${source}`)}</ToneBadge>;
}
