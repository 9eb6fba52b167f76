import { Button, List, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { beginAnew } from "../../api/shared-browser.ts";
import type { Search } from "../../app/search.ts";
import { Bare } from "../../app/shell/bare.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";

/** The page that the link for shared browsers opens: it explains the mark, and sets it by a click. */
export function Kiosk() {
  const { t } = useTranslation("kiosk");
  const search: Search = useSearch({ strict: false });
  const given = search["organisation"];
  const tenant_code = typeof given === "string" && /^[A-Za-z0-9-]{1,64}$/.test(given) ? given.toUpperCase() : "";
  const mark = useMutation({
    mutationFn: () => api.POST("/panel/api/shared-browser"),
    onSuccess: () => beginAnew(tenant_code),
  });
  return (
    <Bare title={t("title")} text={t("text")}>
      <Stack gap="md">
        <List size="sm" spacing={4}>
          {(["nothing", "idle", "anew", "passkeys"] as const).map((name) => (
            <List.Item key={name}>{t(`does.${name}`)}</List.Item>
          ))}
        </List>
        <ProblemAlert error={mark.error} />
        <Button loading={mark.isPending || mark.isSuccess} onClick={() => mark.mutate()}>
          {t("mark")}
        </Button>
        <Text size="xs" c="dimmed">
          {t("undo")}
        </Text>
      </Stack>
    </Bare>
  );
}
