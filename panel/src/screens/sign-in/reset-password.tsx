import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { Bare } from "../../app/shell/bare.tsx";
import { LinkButton, TextLink } from "../../components/values/link.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { namingOrganisation, rememberedTenantCode } from "./tenant-code.ts";

/** Sends a link by mail, and shows the same message whether the account exists or not. */
export function ResetPassword() {
  const { t } = useTranslation("sign-in");
  const [values, setValues] = useState({ tenant_code: rememberedTenantCode(), login: "" });
  const ask = useMutation({
    mutationFn: () => api.POST("/panel/api/password-reset", { body: values, headers: namingOrganisation(values.tenant_code) }),
  });
  if (ask.isSuccess) {
    return (
      <Bare title={t("reset.sent_title")}>
        <Stack>
          <Text size="sm" role="status">
            {t("reset.sent_text")}
          </Text>
          <LinkButton to="/sign-in" variant="default">
            {t("link.to_sign_in")}
          </LinkButton>
        </Stack>
      </Bare>
    );
  }
  const set = (name: keyof typeof values) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setValues((before) => ({ ...before, [name]: value }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate();
  };
  return (
    <Bare title={t("reset.title")} text={t("reset.text")}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <ProblemAlert error={ask.error} />
          <TextInput
            label={t("tenant_code")}
            value={values.tenant_code}
            onChange={set("tenant_code")}
            autoComplete="organization"
            spellCheck={false}
            required
            maxLength={64}
          />
          <TextInput
            label={t("login")}
            value={values.login}
            onChange={set("login")}
            autoComplete="username"
            spellCheck={false}
            required
            maxLength={320}
          />
          <Button type="submit" loading={ask.isPending} mt="xs">
            {t("reset.submit")}
          </Button>
          <Text size="sm" ta="center">
            <TextLink to="/sign-in">{t("link.to_sign_in")}</TextLink>
          </Text>
        </Stack>
      </form>
    </Bare>
  );
}
