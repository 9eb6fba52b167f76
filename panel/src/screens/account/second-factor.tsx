import { Badge, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { session_key } from "../../api/session.ts";
import { CopyField } from "../../components/values/copy-field.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { toast } from "../../components/toast.ts";
import { QrCode } from "../../components/qr-code.tsx";

/** Adds an authenticator app in two steps, the second of which proves that it works; or removes it. */
export function SecondFactor({ active }: { active: boolean }) {
  const { t } = useTranslation("account");
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: session_key });
  const begin = useMutation({ gcTime: 0, mutationFn: async () => dataOf(await api.POST("/panel/api/second-factor")) });
  const remove = useMutation({
    mutationFn: () => api.DELETE("/panel/api/second-factor"),
    onSuccess: async () => {
      toast.done(t("second_factor.removed"));
      await refresh();
    },
  });
  if (active) {
    return (
      <Stack gap="sm" align="flex-start">
        <Badge color="green">{t("second_factor.on")}</Badge>
        <ProblemAlert error={remove.error} />
        <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t("second_factor.remove")}
        </Button>
      </Stack>
    );
  }
  if (begin.data) {
    const done = async () => {
      begin.reset();
      toast.done(t("second_factor.added"));
      await refresh();
    };
    return <Confirm secret={begin.data.secret} url={begin.data.otpauth_url} done={done} cancel={begin.reset} />;
  }
  return (
    <Stack gap="sm" align="flex-start">
      <Badge color="gray">{t("second_factor.off")}</Badge>
      <ProblemAlert error={begin.error} />
      <Button loading={begin.isPending} onClick={() => begin.mutate()}>
        {t("second_factor.add")}
      </Button>
    </Stack>
  );
}

function Confirm({ secret, url, done, cancel }: { secret: string; url: string; done: () => Promise<void>; cancel: () => void }) {
  const { t } = useTranslation("account");
  const [code, setCode] = useState("");
  const confirm = useMutation({
    mutationFn: () => api.POST("/panel/api/second-factor/confirm", { body: { code: code.replaceAll(/\s/g, "") } }),
    onSuccess: done,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">{t("second_factor.scan")}</Text>
        <Group align="flex-start">
          <QrCode text={url} label={t("second_factor.qr")} />
          <Stack gap="sm" flex="1 1 14rem">
            <CopyField label={t("second_factor.secret")} value={secret} />
            <TextInput
              label={t("second_factor.code")}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              inputMode="numeric"
              autoComplete="one-time-code"
              autoFocus
              required
              maxLength={9}
            />
            <ProblemAlert error={confirm.error} />
            <Group gap="xs">
              <Button type="submit" loading={confirm.isPending}>
                {t("second_factor.confirm")}
              </Button>
              <Button variant="default" onClick={cancel}>
                {t("common:cancel")}
              </Button>
            </Group>
          </Stack>
        </Group>
      </Stack>
    </form>
  );
}
