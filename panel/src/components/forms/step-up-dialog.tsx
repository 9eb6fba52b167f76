import { Button, Divider, Group, Modal, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { passkeys_query } from "../../api/own-passkeys.ts";
import { answerPasskey, chosenBy, knowsPasskeys, typedCode, waysOf, withPasskey } from "../../api/passkeys.ts";
import { awaitConfirmed, openConfirmation } from "./confirmed-elsewhere.ts";
import { ProblemAlert } from "./problem-alert.tsx";

type StepUpDialogProps = { second_factor: boolean; end: (confirmed: boolean) => void };

/** Asks for the password or a passkey. Calls `end` with whether one was accepted. */
export function StepUpDialog({ second_factor, end }: StepUpDialogProps) {
  const { t } = useTranslation("shell");
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState<"password" | "passkey" | null>(null);
  const [needs_code, setNeedsCode] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const ways = useWays();
  useEffect(() => awaitConfirmed(() => end(true)), [end]);
  const passkeys = useQuery({ ...passkeys_query, enabled: knowsPasskeys() });
  const has_passkey = passkeys.data?.some(({ blocked }) => !blocked) ?? false;
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
          <Text size="sm">{t(ways.password ? "step_up.text" : "step_up.text_company")}</Text>
          <ProblemAlert error={error} />
          {ways.password ? <Fields second_factor={second_factor || needs_code} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => end(false)}>
              {t("common:cancel")}
            </Button>
            {ways.password ? (
              <Button type="submit" loading={busy === "password"}>
                {t("step_up.confirm")}
              </Button>
            ) : (
              <Button onClick={openConfirmation} data-autofocus>
                {t("step_up.company")}
              </Button>
            )}
          </Group>
          <OtherWays
            company={ways.password && ways.company}
            passkey={has_passkey ? () => void attempt("passkey", sendPasskey) : null}
            busy={busy === "passkey"}
          />
        </Stack>
      </form>
    </Modal>
  );
}

type OtherWaysProps = { company: boolean; passkey: (() => void) | null; busy: boolean };

function OtherWays({ company, passkey, busy }: OtherWaysProps) {
  const { t } = useTranslation("shell");
  if (!company && passkey === null) return null;
  return (
    <>
      <Divider label={t("step_up.or")} />
      {passkey === null ? null : (
        <Button variant="default" loading={busy} onClick={passkey}>
          {t("step_up.passkey")}
        </Button>
      )}
      {company ? (
        <Button variant="default" onClick={openConfirmation}>
          {t("step_up.company")}
        </Button>
      ) : null}
    </>
  );
}

/** The password is offered until the server has said that the account has none. */
function useWays(): { password: boolean; company: boolean } {
  const { data } = useQuery({
    queryKey: ["step-up"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/step-up", { signal })),
  });
  const company = data?.identity_provider ?? false;
  return { password: !company || (data?.password ?? true), company };
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
