import { Button, Divider, Group, Modal, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { passkeys_query } from "../../api/own-passkeys.ts";
import { answerPasskey, chosenBy, knowsPasskeys, typedCode, waysOf, withPasskey } from "../../api/passkeys.ts";
import { ProblemAlert } from "./problem-alert.tsx";

type StepUpDialogProps = { second_factor: boolean; end: (confirmed: boolean) => void };

/** Asks for the password, or a passkey, and ends with whether one was accepted. */
export function StepUpDialog({ second_factor, end }: StepUpDialogProps) {
  const { t } = useTranslation("shell");
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState<"password" | "passkey" | null>(null);
  const [needs_code, setNeedsCode] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const passkeys = useQuery({ ...passkeys_query, enabled: knowsPasskeys() });
  const attempt = async (by: "password" | "passkey", send: () => Promise<unknown>) => {
    setBusy(by);
    setError(null);
    try {
      await send();
      end(true);
    } catch (failure) {
      setError(failure);
      if (waysOf(failure).recovery_code) setNeedsCode(true);
      setBusy(null);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void attempt("password", () => sendPassword(new FormData(form.current!)));
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
      <form ref={form} onSubmit={submit}>
        <Stack>
          <Text size="sm">{t("step_up.text")}</Text>
          <ProblemAlert error={error} />
          <Fields second_factor={second_factor || needs_code} />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => end(false)}>
              {t("common:cancel")}
            </Button>
            <Button type="submit" loading={busy === "password"}>
              {t("step_up.confirm")}
            </Button>
          </Group>
          {passkeys.data?.some(({ blocked }) => !blocked) ? (
            <>
              <Divider label={t("step_up.or")} />
              <Button variant="default" loading={busy === "passkey"} onClick={() => void attempt("passkey", sendPasskey)}>
                {t("step_up.passkey")}
              </Button>
            </>
          ) : null}
        </Stack>
      </form>
    </Modal>
  );
}

function Fields({ second_factor }: { second_factor: boolean }) {
  const { t } = useTranslation("shell");
  return (
    <>
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
          maxLength={40}
        />
      ) : null}
    </>
  );
}

async function sendPassword(values: FormData): Promise<void> {
  const typed = typedCode(textOf(values, "totp"));
  const body = { password: textOf(values, "password"), ...typed };
  await withPasskey((more) => api.POST("/panel/api/step-up", { body: { ...body, ...more } }), chosenBy(false, typed));
}

async function sendPasskey(): Promise<void> {
  const passkey = await answerPasskey(dataOf(await api.POST("/panel/api/step-up/passkey")));
  await api.POST("/panel/api/step-up", { body: { passkey } });
}

function textOf(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === "string" ? value : "";
}
