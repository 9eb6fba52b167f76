import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { useDialogForm } from "../../components/forms/use-dialog-form.ts";
import type { Administrator } from "./administrator-data.ts";
import { bodyOf, DepartmentsField } from "./departments-field.tsx";
import { RoleField } from "./invite-dialog.tsx";

/** The name of the draft of an administrator's name and role. */
export const editDraft = (id: string) => `administrator ${id}`;

type EditDialogProps = { administrator: Administrator; opened: boolean; onClose: () => void };

/** Changes name and role; a new role ends all of the administrator's sessions. */
export function EditDialog({ administrator, opened, onClose }: EditDialogProps) {
  const { t } = useTranslation("administrators");
  const { id, name, role, departments } = administrator;
  const { form, dialog } = useDialogForm({
    opened,
    onClose,
    values: { name, role, department_ids: departments?.map((one) => one.id) ?? [] },
    draft: editDraft(id),
    changes: "administrators",
    save: (typed) => api.PATCH("/panel/api/administrators/{id}", { params: { path: { id } }, body: bodyOf(typed) }),
    done: t("edit.done"),
  });
  return (
    <DialogForm dialog={dialog} title={t("edit.title", { name })} text={t("edit.text")} submit={t("common:save")}>
      <TextInput data-autofocus label={t("field.name")} key={form.key("name")} {...form.getInputProps("name")} />
      <RoleField {...form.getInputProps("role")} />
      <DepartmentsField role={form.values.role} known={departments ?? []} {...form.getInputProps("department_ids")} />
    </DialogForm>
  );
}
