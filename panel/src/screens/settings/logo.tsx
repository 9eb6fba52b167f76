import { Button, FileButton, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { panelFetch } from "../../api/fetch.ts";
import { useSession } from "../../api/session.ts";
import { OrganisationLogo } from "../../app/shell/logo.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { useSave } from "../../components/forms/use-save.ts";

const logo_type = "image/png";
const logo_max_kib = 256;

/** The organisation's logo: to add, replace or remove. */
export function LogoField() {
  const { t } = useTranslation("settings");
  const { organisation } = useSession();
  const [fault, setFault] = useState<string | null>(null);
  const keep = useSave({ changes: "settings", save: sendLogo, done: t("looks.logo_done") });
  const remove = useSave({
    changes: "settings",
    save: () => api.DELETE("/panel/api/settings/logo"),
    done: t("looks.logo_removed"),
  });
  const choose = (file: File | null) => {
    if (file === null) return;
    const found =
      file.type !== logo_type || file.size > logo_max_kib * 1_024 ? t("looks.logo_fault", { size: logo_max_kib }) : null;
    setFault(found);
    keep.reset();
    if (found === null) keep.mutate(file);
  };
  return (
    <Stack gap={4} role="group" aria-label={t("looks.logo")}>
      <Text size="sm" fw={500}>
        {t("looks.logo")}
      </Text>
      <Text size="xs" c="dimmed">
        {t("looks.logo_text", { size: logo_max_kib })}
      </Text>
      <Group>
        {organisation.logo === null ? null : <OrganisationLogo organisation={organisation} />}
        <FileButton accept={logo_type} onChange={choose}>
          {(props) => (
            <Button {...props} variant="default" size="xs" loading={keep.isPending}>
              {t(organisation.logo === null ? "looks.logo_choose" : "looks.logo_replace")}
            </Button>
          )}
        </FileButton>
        {organisation.logo === null ? null : (
          <Button variant="default" size="xs" loading={remove.isPending} onClick={() => remove.mutate(undefined)}>
            {t("looks.logo_remove")}
          </Button>
        )}
      </Group>
      {fault === null ? null : (
        <Text size="xs" c="red" role="alert">
          {fault}
        </Text>
      )}
      <ProblemAlert error={keep.error ?? remove.error} />
    </Stack>
  );
}

/** The typed client sends JSON only. */
async function sendLogo(file: File): Promise<void> {
  const url = new URL("/panel/api/settings/logo", location.origin);
  const headers = { accept: "application/json", "content-type": logo_type };
  await panelFetch(new Request(url, { method: "PUT", headers, body: file }));
}
