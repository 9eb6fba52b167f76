import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { Passkey } from "../../api/own-passkeys.ts";
import { makePasskey } from "../../api/passkeys.ts";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { useDialogForm } from "../../components/forms/use-dialog-form.ts";
import { browserName } from "../../components/values/browser-name.ts";

type Opened = { opened: boolean; onClose: () => void };

/** The longest name, in characters. */
const name_max = 100;

/** Asks for a name for the passkey; then the device asks for a fingerprint, face or PIN. */
export function AddPasskey({ opened, onClose }: Opened) {
  const { t } = useTranslation("account");
  const { form, dialog } = useDialogForm({
    opened,
    onClose,
    values: { name: browserName(navigator.userAgent) ?? "" },
    draft: "passkey",
    changes: "passkeys",
    validate: { name: (value) => (value.trim() === "" ? t("passkeys.name_missing") : null) },
    save: async ({ name }) => {
      const made = await makePasskey(dataOf(await api.POST("/panel/api/passkeys/request")));
      return dataOf(await api.POST("/panel/api/passkeys", { body: { name: name.trim(), ...made } }));
    },
    done: t("passkeys.added"),
  });
  return (
    <DialogForm dialog={dialog} title={t("passkeys.add_title")} text={t("passkeys.add_text")} submit={t("passkeys.continue")}>
      <TextInput
        data-autofocus
        label={t("passkeys.name")}
        description={t("passkeys.name_description")}
        required
        maxLength={name_max}
        key={form.key("name")}
        {...form.getInputProps("name")}
      />
    </DialogForm>
  );
}

export function RenamePasskey({ passkey: { id, name }, opened, onClose }: Opened & { passkey: Passkey }) {
  const { t } = useTranslation("account");
  const { form, dialog } = useDialogForm({
    opened,
    onClose,
    values: { name },
    draft: `passkey ${id}`,
    changes: "passkeys",
    validate: { name: (value) => (value.trim() === "" ? t("passkeys.name_missing") : null) },
    save: (body) => api.PATCH("/panel/api/passkeys/{id}", { params: { path: { id } }, body: { name: body.name.trim() } }),
    done: t("passkeys.renamed"),
  });
  return (
    <DialogForm dialog={dialog} title={t("passkeys.rename_title")} text={t("passkeys.rename_text")} submit={t("common:save")}>
      <TextInput
        data-autofocus
        label={t("passkeys.name")}
        required
        maxLength={name_max}
        key={form.key("name")}
        {...form.getInputProps("name")}
      />
    </DialogForm>
  );
}
