import { Progress, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { When } from "../../components/values/when.tsx";
import type { Client } from "./client-data.ts";

/** When the client last called, and from where. */
export function LastUsed({ client: { last_used_at, last_used_address } }: { client: Client }) {
  const { t } = useTranslation("clients");
  return (
    <>
      <When at={last_used_at} none={t("never")} />
      {last_used_address === null ? null : (
        <Text size="xs" c="dimmed" className="panel-mono">
          {last_used_address}
        </Text>
      )}
    </>
  );
}

/** The used part of the daily quota, as numbers and as a bar. */
export function UseToday({ client: { name, bucket, limits } }: { client: Client }) {
  const { t, i18n } = useTranslation("clients");
  const number = new Intl.NumberFormat(i18n.language);
  const share = Math.min(100, (bucket.used_today / limits.per_day) * 100);
  return (
    <Stack gap={2}>
      <Text size="xs">{t("of_day", { used: number.format(bucket.used_today), limit: number.format(limits.per_day) })}</Text>
      <Progress
        value={share}
        size="sm"
        color={share >= 95 ? "red" : share >= 80 ? "yellow" : "indigo"}
        aria-label={t("use_today", { name })}
      />
    </Stack>
  );
}
