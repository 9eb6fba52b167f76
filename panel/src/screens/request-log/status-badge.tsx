import { ToneBadge } from "../../components/values/state-badge.tsx";

/** An HTTP status, coloured by whether the server, the rate limits or the request caused it. */
export function StatusBadge({ status }: { status: number }) {
  const tone = status >= 500 ? "bad" : status === 429 || status === 401 ? "warning" : status >= 400 ? "info" : "good";
  return <ToneBadge tone={tone}>{String(status)}</ToneBadge>;
}
