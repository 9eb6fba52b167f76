import { Radio, Stack, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { useDialogForm } from "../../components/forms/use-dialog-form.ts";
import { bodyOf, DepartmentsField } from "./departments-field.tsx";
import { administrator_roles, type AdministratorRole } from "./administrator-data.ts";

type Values = { email: string; name: string; role: AdministratorRole; department_ids: string[] };
const no_values: Values = { email: "", name: "", role: "training_admin", department_ids: [] };

/** Invites a new administrator, who gets a mail with a link and sets a password. */
export function InviteDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation("administrators");
  const { form, dialog } = useDialogForm({
    opened,
    onClose,
    values: no_values,
    draft: "invitation",
    changes: "administrators",
    save: (typed) => api.POST("/panel/api/administrators", { body: bodyOf(typed) }),
    done: t("invite.done"),
  });
  return (
    <DialogForm dialog={dialog} title={t("invite.title")} text={t("invite.text")} submit={t("invite.submit")}>
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
      <DepartmentsField role={form.values.role} known={[]} {...form.getInputProps("department_ids")} />
    </DialogForm>
  );
}

/** A choice of the roles, each with what it may do. */
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
