import { useTranslation } from "react-i18next";
import "./state-badge.css";

export type Tone = "good" | "info" | "warning" | "bad" | "quiet";

/** The colour of each state that several screens show; its name stands in common.json under `state`. */
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

/** A state as a word and a colour; the word alone is enough. For other states: `<ToneBadge>`. */
export function StateBadge({ state }: { state: KnownState }) {
  const { t } = useTranslation();
  return <ToneBadge tone={states[state]}>{t(`state.${state}`)}</ToneBadge>;
}

/** Looks like Mantine's Badge, which is too slow for lists with hundreds of them. */
export function ToneBadge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className="panel-badge" data-tone={tone}>
      {children}
    </span>
  );
}
