import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { ProblemAlert } from "./problem-alert.tsx";

export function StepUpDialog({ second_factor, end }: { second_factor: boolean; end: (confirmed: boolean) => void }) {
  const { t } = useTranslation("shell");
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const values = new FormData(form.current!);
    const code = textOf(values, "totp").replaceAll(/\s/g, "");
    setBusy(true);
    setError(null);
    try {
      await api.POST("/panel/api/step-up", {
        body: { password: textOf(values, "password"), ...(code === "" ? {} : { totp: code }) },
      });
      end(true);
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={() => end(false)}
      title={t("step_up.title")}
      size="sm"
      closeButtonProps={{ "aria-label": t("common:close") }}
      zIndex={300}
    >
      <form ref={form} onSubmit={(event) => void submit(event)}>
        <Stack>
          <Text size="sm">{t("step_up.text")}</Text>
          <ProblemAlert error={error} />
          <PasswordInput
            name="password"
            label={t("step_up.password")}
            autoComplete="current-password"
            required
            data-autofocus
            visibilityToggleButtonProps={{ "aria-label": t("common:show_password") }}
          />
          {second_factor ? (
            <TextInput
              name="totp"
              label={t("step_up.code")}
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              maxLength={9}
            />
          ) : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => end(false)}>
              {t("common:cancel")}
            </Button>
            <Button type="submit" loading={busy}>
              {t("step_up.confirm")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function textOf(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === "string" ? value : "";
}
