import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";

const tones = {
  good: "green",
  info: "blue",
  warning: "yellow",
  bad: "red",
  quiet: "gray",
} as const;

export type Tone = keyof typeof tones;

/** How each state that several screens show is coloured; its name stands in common.json under `state`. */
const states = {
  active: "good",
  enabled: "good",
  succeeded: "good",
  completed: "good",
  acknowledged: "good",
  valid: "good",
  in_progress: "info",
  running: "info",
  queued: "info",
  pending: "info",
  assigned: "info",
  rotating: "info",
  invited: "info",
  degraded: "warning",
  expiring: "warning",
  suspended: "warning",
  retrying: "warning",
  blocked: "bad",
  failed: "bad",
  expired: "bad",
  revoked: "bad",
  overdue: "bad",
  disabled: "quiet",
  deactivated: "quiet",
  cancelled: "quiet",
  superseded: "quiet",
  draft: "quiet",
  archived: "quiet",
} as const satisfies Record<string, Tone>;

export type KnownState = keyof typeof states;

/** A state in a word and a colour; the word says it all. For other states: `<ToneBadge>`. */
export function StateBadge({ state }: { state: KnownState }) {
  const { t } = useTranslation();
  return <ToneBadge tone={states[state]}>{t(`state.${state}`)}</ToneBadge>;
}

export function ToneBadge({ tone, children }: { tone: Tone; children: string }) {
  return <Badge color={tones[tone]}>{children}</Badge>;
}
