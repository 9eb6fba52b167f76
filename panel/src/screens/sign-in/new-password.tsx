import { Button, PasswordInput, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { session_key, type Session } from "../../api/session.ts";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { Bare } from "../../app/shell/bare.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";

/** The minimum length, checked before sending; the server decides about everything else. */
const password_length_min = 12;

/** Shown in place of every screen until a user who came by a link has set a password. */
export function NewPassword({ session }: { session: Session }) {
  const { t } = useTranslation("sign-in");
  return (
    <Bare title={t("new_password.title")} text={t("new_password.text", { name: session.account.name })}>
      <Text size="sm" mb="md">
        {t("new_password.account", { tenant_code: session.organisation.code, login: session.account.login })}
      </Text>
      <Form session={session} />
    </Bare>
  );
}

function Form({ session }: { session: Session }) {
  const { t } = useTranslation("sign-in");
  const client = useQueryClient();
  const form = useForm({
    initialValues: { password: "", repeated: "" },
    validate: {
      password: (value) => (value.length < password_length_min ? t("new_password.short", { count: password_length_min }) : null),
      repeated: (value, { password }) => (value === password ? null : t("new_password.differs")),
    },
  });
  const save = useMutation({
    mutationFn: ({ password }: { password: string }) => api.POST("/panel/api/password", { body: { password } }),
    onSuccess: () => {
      // The server has just confirmed this; the screen opens even if the next read of the session fails.
      client.setQueryData(session_key, { ...session, must_set_password: false });
      void client.invalidateQueries({ queryKey: session_key });
    },
  });
  const rest = useFormProblems(form, save.error);
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="sm">
        <ProblemAlert error={rest} />
        {/* Tells password managers to which account the password belongs. */}
        <input type="text" autoComplete="username" value={session.account.login} readOnly hidden />
        <PasswordInput
          label={t("new_password.label")}
          description={t("new_password.description", { count: password_length_min })}
          autoComplete="new-password"
          required
          autoFocus
          visibilityToggleButtonProps={{ "aria-label": t("common:show_password") }}
          key={form.key("password")}
          {...form.getInputProps("password")}
        />
        <PasswordInput
          label={t("new_password.repeated")}
          autoComplete="new-password"
          required
          visibilityToggleButtonProps={{ "aria-label": t("common:show_password") }}
          key={form.key("repeated")}
          {...form.getInputProps("repeated")}
        />
        <Button type="submit" loading={save.isPending} mt="xs">
          {t("new_password.submit")}
        </Button>
      </Stack>
    </form>
  );
}
