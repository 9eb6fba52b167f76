import { useTranslation } from "react-i18next";
import type { components } from "../../api/schema.d.ts";
import { ToneBadge } from "../../components/values/state-badge.tsx";
import { When } from "../../components/values/when.tsx";

type Origin = components["schemas"]["DepartmentDetail"]["origin"];

/** Where a department or company came from. */
export function OriginBadge({ origin }: { origin: Origin }) {
  const { t } = useTranslation("places");
  if (origin === null) return null;
  return <ToneBadge tone={origin.source === "scim" ? "info" : "quiet"}>{t(`origin.${origin.source}`)}</ToneBadge>;
}

/** Who created it, and when. */
export function OriginText({ origin }: { origin: Origin }) {
  if (origin === null) return "–";
  return (
    <>
      {origin.by === null ? null : `${origin.by} · `}
      <When at={origin.at} />
    </>
  );
}
