import { useTranslation } from "react-i18next";
import { StateBadge, ToneBadge } from "../../components/values/state-badge.tsx";
import type { Import } from "./upload.ts";

export function ImportState({ status }: { status: Import["status"] }) {
  const { t } = useTranslation("imports");
  if (status === "receiving" || status === "finished")
    return <ToneBadge tone={status === "finished" ? "good" : "info"}>{t(`state.${status}`)}</ToneBadge>;
  return <StateBadge state={status} />;
}
