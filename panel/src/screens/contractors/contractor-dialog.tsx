import { Group, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { DateField } from "../../components/forms/date-field.tsx";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { useDraft } from "../../components/forms/use-draft.ts";
import { useSavePlace } from "../places/use-save-place.ts";
import type { Contractor } from "./contractor-data.ts";

type ContractorDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** null: a new one. */
  contractor: Contractor | null;
};

/** Creates a company, or changes one. */
export function ContractorDialog({ opened, onClose, contractor }: ContractorDialogProps) {
  const { t } = useTranslation("places");
  const initial = {
    name: contractor?.name ?? "",
    code: contractor?.code ?? "",
    tax_id: contractor?.tax_id ?? "",
    country: contractor?.country ?? "",
    contract_valid_until: contractor?.contract_valid_until ?? "",
  };
  const form = useForm({ initialValues: initial });
  useEffect(() => {
    if (!opened) return;
    form.setInitialValues(initial);
    form.reset();
    // What is shown is what stands when the dialog opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [opened]);
  const save = useSavePlace(
    ({ name, code, tax_id, country, contract_valid_until }: typeof initial) => {
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
    t(contractor === null ? "contractor.added" : "saved"),
    onClose,
  );
  const rest = useFormProblems(form, save.error);
  const draft = useDraft(form, "contractor", { opened });
  const field = (name: keyof typeof initial) => ({
    label: t(`field.${name}`),
    key: form.key(name),
    ...form.getInputProps(name),
  });
  const { key: name_key, ...name } = field("name");
  const { key: code_key, ...code } = field("code");
  const { key: tax_key, ...tax } = field("tax_id");
  const { key: country_key, ...country } = field("country");
  const { key: until_key, ...until } = field("contract_valid_until");
  return (
    <DialogForm
      opened={opened}
      onClose={onClose}
      title={t(contractor === null ? "contractor.add" : "contractor.edit")}
      text={t("contractor.form_text")}
      submit={t(contractor === null ? "contractor.add" : "common:save")}
      busy={save.isPending}
      error={rest}
      draft={draft}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput key={name_key} {...name} data-autofocus required maxLength={200} />
      <TextInput key={code_key} {...code} required maxLength={64} />
      <Group grow align="flex-start">
        <TextInput key={tax_key} {...tax} maxLength={32} />
        <TextInput key={country_key} {...country} maxLength={2} placeholder="PL" />
      </Group>
      <DateField key={until_key} {...until} description={t("contractor.until_text")} />
    </DialogForm>
  );
}
