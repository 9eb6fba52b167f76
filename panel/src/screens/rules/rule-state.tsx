import { useTranslation } from "react-i18next";
import { ToneBadge } from "../../components/values/state-badge.tsx";
import type { Rule } from "./rule-data.ts";

export function RuleState({ rule }: { rule: Pick<Rule, "active" | "retired_at"> }) {
  const { t } = useTranslation("rules");
  if (rule.retired_at !== null) return <ToneBadge tone="quiet">{t("state.retired")}</ToneBadge>;
  return <ToneBadge tone={rule.active ? "good" : "quiet"}>{t(rule.active ? "state.on" : "state.off")}</ToneBadge>;
}
