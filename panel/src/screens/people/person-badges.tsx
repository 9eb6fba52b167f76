import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ToneBadge, type Tone } from "../../components/values/state-badge.tsx";
import type { Person } from "./people-data.ts";

const tones: Record<Person["status"], Tone> = {
  invited: "info",
  active: "good",
  suspended: "warning",
  deactivated: "quiet",
  anonymized: "quiet",
};

/**
 * The state of the account. The API says `invited` of an account that was never used, whether an invitation was mailed or not.
 */
export function PersonState({ person: { status } }: { person: Pick<Person, "status"> }) {
  const { t } = useTranslation("people");
  return <ToneBadge tone={tones[status]}>{t(`state.${status}`)}</ToneBadge>;
}

/** What manages the record: an identity provider, or administrators and API clients. */
export function SourceBadge({ person }: { person: Pick<Person, "managed_by"> }) {
  const { t } = useTranslation("people");
  const scim = person.managed_by === "scim";
  return <Badge color={scim ? "indigo" : "gray"}>{t(scim ? "source.scim" : "source.platform")}</Badge>;
}
