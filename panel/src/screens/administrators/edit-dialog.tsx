import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { useDraft } from "../../components/forms/use-draft.ts";
import { type Administrator, type AdministratorRole, useAdministratorSave } from "./administrator-data.ts";
import { RoleField } from "./invite-dialog.tsx";

/** What the draft of an administrator's name and role is called. */
export const editDraft = (id: string) => `administrator ${id}`;

type EditDialogProps = { administrator: Administrator; opened: boolean; onClose: () => void };

/** Name and role; a new role signs them out everywhere. */
export function EditDialog({ administrator, opened, onClose }: EditDialogProps) {
  const { t } = useTranslation("administrators");
  const { id, name, role } = administrator;
  const form = useForm<{ name: string; role: AdministratorRole }>({ initialValues: { name, role } });
  const close = () => {
    form.reset();
    onClose();
  };
  const save = useAdministratorSave(
    (body: typeof form.values) => api.PATCH("/panel/api/administrators/{id}", { params: { path: { id } }, body }),
    () => t("edit.done"),
    close,
  );
  const rest = useFormProblems(form, save.error);
  const draft = useDraft(form, editDraft(id), { opened });
  return (
    <DialogForm
      opened={opened}
      onClose={close}
      title={t("edit.title", { name })}
      text={t("edit.text")}
      submit={t("common:save")}
      busy={save.isPending}
      error={rest}
      draft={draft}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput data-autofocus label={t("field.name")} key={form.key("name")} {...form.getInputProps("name")} />
      <RoleField {...form.getInputProps("role")} />
    </DialogForm>
  );
}
