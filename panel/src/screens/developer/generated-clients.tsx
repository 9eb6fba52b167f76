import { Button, Stack, Tabs, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useSession } from "../../api/session.ts";
import { Section } from "../../components/section.tsx";
import { CodeBlock } from "./code.tsx";
import { generatedClient, generators } from "./generators.ts";

/** How to generate a client from the OpenAPI document of this version, for languages without an SDK. */
export function GeneratedClients() {
  const { t } = useTranslation("developer");
  const { organisation, base_url } = useSession();
  const place = { base_url, tenant_code: organisation.code };
  const download = (
    <Button
      component="a"
      href="/openapi.json"
      download="muster-openapi.json"
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {t("generated.download")}
    </Button>
  );
  return (
    <Section title={t("generated.title")} action={download}>
      <Text size="sm" c="dimmed" mb="sm">
        {t("generated.text")}
      </Text>
      <Tabs defaultValue={generators[0]} keepMounted={false}>
        <Tabs.List mb="sm" aria-label={t("generated.title")}>
          {generators.map((generator) => (
            <Tabs.Tab key={generator} value={generator}>
              {generatedClient(generator, place).tool}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {generators.map((generator) => {
          const { title, install, file, first_call } = generatedClient(generator, place);
          return (
            <Tabs.Panel key={generator} value={generator}>
              <Stack gap="sm">
                <div>
                  <CodeBlock label={t("generated.install", { language: title })} file={t("terminal")} text={install} />
                </div>
                <div>
                  <CodeBlock label={t("generated.first_call", { language: title })} file={file} text={first_call} />
                </div>
              </Stack>
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </Section>
  );
}
