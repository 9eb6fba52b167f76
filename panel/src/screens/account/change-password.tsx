import { Button, PasswordInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { toast } from "../../components/toast.ts";

export function ChangePassword() {
  const { t } = useTranslation("account");
  const form = useForm({
    initialValues: { current_password: "", password: "", repeated: "" },
    validate: { repeated: (value, { password }) => (value === password ? null : t("password.differs")) },
  });
  const save = useMutation({
    mutationFn: ({ current_password, password }: { current_password: string; password: string }) =>
      api.POST("/panel/api/password", { body: { current_password, password } }),
    onSuccess: () => {
      form.reset();
      toast.done(t("password.saved"));
    },
  });
  const rest = useFormProblems(form, save.error);
  const reveal = { "aria-label": t("common:show_password") };
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="sm">
        <ProblemAlert error={rest} />
        <PasswordInput
          label={t("password.current")}
          autoComplete="current-password"
          required
          visibilityToggleButtonProps={reveal}
          key={form.key("current_password")}
          {...form.getInputProps("current_password")}
        />
        <PasswordInput
          label={t("password.new")}
          autoComplete="new-password"
          required
          visibilityToggleButtonProps={reveal}
          key={form.key("password")}
          {...form.getInputProps("password")}
        />
        <PasswordInput
          label={t("password.repeated")}
          autoComplete="new-password"
          required
          visibilityToggleButtonProps={reveal}
          key={form.key("repeated")}
          {...form.getInputProps("repeated")}
        />
        <Button type="submit" variant="default" loading={save.isPending} style={{ alignSelf: "flex-start" }}>
          {t("password.submit")}
        </Button>
      </Stack>
    </form>
  );
}
