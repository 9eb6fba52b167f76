import { Group, NativeSelect, Stack, Text } from "@mantine/core";
import { CodeBlock } from "./code-block.tsx";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SecretDialog } from "../../components/forms/secret-dialog.tsx";
import { languages, sampleIn, type Language } from "./samples.ts";
import { PingButton } from "./ping.tsx";

/** Shows a signing secret, once, and what to do with it next. */
export function SigningSecretDialog({ id, secret, forget }: { id: string; secret: string | null; forget: () => void }) {
  const { t } = useTranslation("webhooks");
  const [language, setLanguage] = useState<Language>("JavaScript");
  return (
    <SecretDialog
      secret={secret}
      forget={forget}
      kept="sealed"
      title={t("secret.title")}
      env={{ WEBHOOK_SECRET: secret ?? "" }}
      file_name="webhook.env"
    >
      <Stack gap="xs">
        <Group justify="space-between" align="flex-end">
          <NativeSelect
            size="xs"
            label={t("secret.verify")}
            value={language}
            onChange={(event) => setLanguage(event.currentTarget.value as Language)}
            data={languages}
          />
        </Group>
        <CodeBlock label={t("secret.verify")} text={sampleIn(language)} />
        <Text size="sm" c="dimmed">
          {t("secret.ping")}
        </Text>
        <PingButton id={id} />
      </Stack>
    </SecretDialog>
  );
}
