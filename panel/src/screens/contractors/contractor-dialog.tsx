import { Group, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { DateField } from "../../components/forms/date-field.tsx";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { useDialogForm } from "../../components/forms/use-dialog-form.ts";
import type { Contractor } from "./contractor-data.ts";

type ContractorDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** null: a new company is created. */
  contractor: Contractor | null;
};

/** Creates or changes a contractor's company. */
export function ContractorDialog({ opened, onClose, contractor }: ContractorDialogProps) {
  const { t } = useTranslation("places");
  const { form, dialog } = useDialogForm({
    opened,
    onClose,
    values: {
      name: contractor?.name ?? "",
      code: contractor?.code ?? "",
      tax_id: contractor?.tax_id ?? "",
      country: contractor?.country ?? "",
      contract_valid_until: contractor?.contract_valid_until ?? "",
    },
    draft: "contractor",
    changes: "places",
    save: ({ name, code, tax_id, country, contract_valid_until }) => {
      const body = {
        name,
        code,
        tax_id: tax_id || null,
        country: country.toUpperCase() || null,
        contract_valid_until: contract_valid_until || null,
      };
      return contractor === null
        ? api.POST("/panel/api/contractors", { body })
        : api.PATCH("/panel/api/contractors/{id}", { params: { path: { id: contractor.id } }, body });
    },
    done: t(contractor === null ? "contractor.added" : "saved"),
  });
  return (
    <DialogForm
      dialog={dialog}
      title={t(contractor === null ? "contractor.add" : "contractor.edit")}
      text={t("contractor.form_text")}
      submit={t(contractor === null ? "contractor.add" : "common:save")}
    >
      <TextInput
        data-autofocus
        label={t("field.name")}
        required
        maxLength={200}
        key={form.key("name")}
        {...form.getInputProps("name")}
      />
      <TextInput label={t("field.code")} required maxLength={64} key={form.key("code")} {...form.getInputProps("code")} />
      <Group grow align="flex-start">
        <TextInput label={t("field.tax_id")} maxLength={32} key={form.key("tax_id")} {...form.getInputProps("tax_id")} />
        <TextInput
          label={t("field.country")}
          maxLength={2}
          placeholder="PL"
          key={form.key("country")}
          {...form.getInputProps("country")}
        />
      </Group>
      <DateField
        label={t("field.contract_valid_until")}
        description={t("contractor.until_text")}
        key={form.key("contract_valid_until")}
        {...form.getInputProps("contract_valid_until")}
      />
    </DialogForm>
  );
}
