import { Paper, SimpleGrid, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSession } from "../../api/session.ts";
import { CopyField } from "../../components/copy-field.tsx";
import { Page } from "../../components/page.tsx";

/** What an integrator needs first: the tenant code and the address. */
export function Overview() {
  const { t } = useTranslation("overview");
  const { organisation, base_url, account } = useSession();
  return (
    <Page title={t("title", { name: organisation.name })} description={t("description", { name: account.name })}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Paper p="md">
          <Stack gap="xs">
            <CopyField label={t("tenant_code")} value={organisation.code} />
            <Text size="sm" c="dimmed">
              {t("tenant_code_text")}
            </Text>
          </Stack>
        </Paper>
        <Paper p="md">
          <Stack gap="xs">
            <CopyField label={t("base_url")} value={base_url} />
            <Text size="sm" c="dimmed">
              {t("base_url_text")}
            </Text>
          </Stack>
        </Paper>
      </SimpleGrid>
    </Page>
  );
}
