import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Attempt } from "./types.ts";

/** Why an attempt failed, and how that is usually corrected. */
export function Cause({ attempt }: { attempt: Attempt }) {
  const { t } = useTranslation("webhooks");
  const { error, response_status, duration_ms, host } = attempt;
  if (error === null) return null;
  return (
    <>
      <Text size="sm" fw={600}>
        {t(`error.${error}`, { status: response_status ?? "–", ms: duration_ms, host })}
      </Text>
      <Text size="sm">{error === "HTTP_STATUS" ? t(statusRemedy(response_status)) : t(`remedy.${error}`)}</Text>
    </>
  );
}

function statusRemedy(status: number | null) {
  if (status === 401 || status === 403) return "remedy.status_signature" as const;
  if (status === 404 || status === 410) return "remedy.status_address" as const;
  if (status === 429) return "remedy.status_busy" as const;
  return status !== null && status >= 500 ? ("remedy.status_server" as const) : ("remedy.status_rest" as const);
}
