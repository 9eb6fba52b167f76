import { Button, PasswordInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { toast } from "../../components/toast.ts";

const fields = [
  { name: "current_password", label: "current", complete: "current-password" },
  { name: "password", label: "new", complete: "new-password" },
  { name: "repeated", label: "repeated", complete: "new-password" },
] as const;

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
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="sm">
        <ProblemAlert error={rest} />
        {fields.map(({ name, label, complete }) => (
          <PasswordInput
            key={form.key(name)}
            label={t(`password.${label}`)}
            autoComplete={complete}
            required
            visibilityToggleButtonProps={{ "aria-label": t("common:show_password") }}
            {...form.getInputProps(name)}
          />
        ))}
        <Button type="submit" variant="default" loading={save.isPending} style={{ alignSelf: "flex-start" }}>
          {t("password.submit")}
        </Button>
      </Stack>
    </form>
  );
}
