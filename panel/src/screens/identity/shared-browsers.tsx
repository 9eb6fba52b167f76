import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { session_key, useSession } from "../../api/session.ts";
import { keepSharedNoMore } from "../../api/shared-browser.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { Section } from "../../components/section.tsx";
import { CopyField } from "../../components/values/copy-field.tsx";
import { QrCode } from "../../components/qr-code.tsx";

/** The link that marks a browser as shared by several people, and the button that ends all such marks. */
export function SharedBrowsers() {
  const { t } = useTranslation("identity");
  const { base_url, organisation, shared_browser } = useSession();
  const link = `${base_url}/panel/shared-browser?organisation=${organisation.code}`;
  return (
    <Section title={t("shared.title")}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t("shared.text")}
        </Text>
        {shared_browser === null ? null : <Unmark />}
        <CopyField label={t("shared.link")} value={link} />
        <Group>
          <QrCode text={link} label={t("shared.qr")} />
        </Group>
      </Stack>
    </Section>
  );
}

function Unmark() {
  const { t } = useTranslation("identity");
  const client = useQueryClient();
  const unmark = useSave({
    changes: "settings",
    save: async () => api.DELETE("/panel/api/shared-browser"),
    done: t("shared.unmarked"),
    onSaved: () => {
      keepSharedNoMore();
      void client.invalidateQueries({ queryKey: session_key });
    },
  });
  return (
    <Alert color="yellow" title={t("shared.here")}>
      <Stack gap="sm" align="flex-start">
        <ProblemAlert error={unmark.error} />
        <Button variant="default" loading={unmark.isPending} onClick={() => unmark.mutate()}>
          {t("shared.unmark")}
        </Button>
      </Stack>
    </Alert>
  );
}
