import { Alert, Button, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Draft } from "./use-draft.ts";

/** Says that a form was filled from a draft, and offers to start from an empty form. */
export function DraftNotice({ draft: { restored, beginAnew } }: { draft: Draft }) {
  const { t } = useTranslation();
  if (!restored) return null;
  return (
    <Alert color="indigo" py="xs" mb="sm" role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t("draft.restored")}</Text>
        <Button size="compact-sm" variant="default" onClick={beginAnew}>
          {t("draft.begin_anew")}
        </Button>
      </Group>
    </Alert>
  );
}
