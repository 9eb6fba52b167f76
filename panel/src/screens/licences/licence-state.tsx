import { useTranslation } from "react-i18next";
import { ToneBadge } from "../../components/values/state-badge.tsx";
import type { Licence } from "./licence-data.ts";

const tones = { in_force: "good", to_come: "info", ended: "quiet" } as const;

export function LicenceState({ licence }: { licence: Pick<Licence, "state"> }) {
  const { t } = useTranslation("catalogue");
  return <ToneBadge tone={tones[licence.state]}>{t(`licence.state.${licence.state}`)}</ToneBadge>;
}
