import { Radio, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { useDraft } from "../../components/forms/use-draft.ts";
import { administrator_roles, type AdministratorRole, useAdministratorSave } from "./administrator-data.ts";

/** Somebody new: they get a mail with a link, and set their own password. */
export function InviteDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation("administrators");
  const form = useForm<{ email: string; name: string; role: AdministratorRole }>({
    initialValues: { email: "", name: "", role: "training_admin" },
  });
  const save = useAdministratorSave(
    (body: typeof form.values) => api.POST("/panel/api/administrators", { body }),
    () => t("invite.done"),
    () => {
      form.reset();
      onClose();
    },
  );
  const rest = useFormProblems(form, save.error);
  const draft = useDraft(form, "invitation", { opened });
  return (
    <DialogForm
      opened={opened}
      onClose={onClose}
      title={t("invite.title")}
      text={t("invite.text")}
      submit={t("invite.submit")}
      busy={save.isPending}
      error={rest}
      draft={draft}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput
        data-autofocus
        type="email"
        label={t("field.email")}
        autoComplete="off"
        key={form.key("email")}
        {...form.getInputProps("email")}
      />
      <TextInput label={t("field.name")} autoComplete="off" key={form.key("name")} {...form.getInputProps("name")} />
      <RoleField {...form.getInputProps("role")} />
    </DialogForm>
  );
}

/** The roles, each with what it may do. */
export function RoleField(props: { value?: string; onChange?: (value: string) => void; error?: unknown }) {
  const { t } = useTranslation("administrators");
  return (
    <Radio.Group label={t("field.role")} {...props} error={props.error as string | undefined}>
      <Stack gap="xs" mt={4}>
        {administrator_roles.map((role) => (
          <Radio key={role} value={role} label={t(`shell:role.${role}`)} description={t(`role_text.${role}`)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
