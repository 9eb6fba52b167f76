import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { StateBadge, ToneBadge } from "../../components/state-badge.tsx";
import type { Person } from "./people-data.ts";

export function PersonState({ person }: { person: Pick<Person, "status"> }) {
  const { t } = useTranslation("people");
  if (person.status === "anonymized") return <ToneBadge tone="quiet">{t("state.anonymized")}</ToneBadge>;
  return <StateBadge state={person.status} />;
}

/** Who keeps the record: an identity provider, or whoever works here and by the API. */
export function SourceBadge({ person }: { person: Pick<Person, "managed_by"> }) {
  const { t } = useTranslation("people");
  const scim = person.managed_by === "scim";
  return <Badge color={scim ? "indigo" : "gray"}>{t(scim ? "source.scim" : "source.platform")}</Badge>;
}
