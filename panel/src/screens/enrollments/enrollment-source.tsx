import { useTranslation } from "react-i18next";
import { ToneBadge } from "../../components/values/state-badge.tsx";
import type { Enrollment } from "./enrollment-state.tsx";

/** Sources outside the panel are shown in another colour. */
const from_outside: ReadonlySet<Enrollment["source"]> = new Set(["api", "import"]);

/** How an enrollment came about. */
export function EnrollmentSource({ source }: Pick<Enrollment, "source">) {
  const { t } = useTranslation("training");
  return <ToneBadge tone={from_outside.has(source) ? "info" : "quiet"}>{t(`source.${source}`)}</ToneBadge>;
}
