import { NativeSelect, NumberInput, SimpleGrid, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { DateField } from "../../components/date-field.tsx";
import { DialogForm } from "../../components/dialog-form.tsx";
import { useFormProblems } from "../../components/form-problems.ts";
import { useSaveCatalogue } from "../courses/course-data.ts";
import type { Licence } from "./licence-data.ts";

const releases = ["unstarted", "always", "never"] as const;

function valuesOf({ name, seats_total, valid_from, valid_until, release }: Licence) {
  return {
    name,
    seats_total: (seats_total ?? "") as number | string,
    valid_from: valid_from ?? "",
    valid_until: valid_until ?? "",
    release,
  };
}

/** Changes a licence and the number of its seats. */
export function LicenceDialog({ opened, onClose, licence }: { opened: boolean; onClose: () => void; licence: Licence }) {
  const { t } = useTranslation("catalogue");
  const form = useForm({ initialValues: valuesOf(licence) });
  useEffect(() => {
    if (!opened) return;
    form.setInitialValues(valuesOf(licence));
    form.reset();
    // What is shown is what stands when the dialog opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [opened]);
  const params = { path: { id: licence.id } };
  const save = useSaveCatalogue(
    ({ name, seats_total, valid_from, valid_until, release }: ReturnType<typeof valuesOf>) =>
      api.PATCH("/panel/api/licenses/{id}", {
        params,
        body: {
          name,
          release,
          seats_total: seats_total === "" ? null : Number(seats_total),
          valid_from: valid_from || null,
          valid_until: valid_until || null,
        },
      }),
    t("saved"),
    onClose,
  );
  const rest = useFormProblems(form, save.error);
  return (
    <DialogForm
      opened={opened}
      onClose={onClose}
      title={t("licence.edit")}
      text={t("licence.edit_text", { count: licence.seats_used })}
      submit={t("common:save")}
      busy={save.isPending}
      error={rest}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput label={t("field.name")} required maxLength={200} key={form.key("name")} {...form.getInputProps("name")} />
      <NumberInput
        data-autofocus
        label={t("field.seats_total")}
        description={t("licence.seats_text")}
        min={0}
        allowDecimal={false}
        hideControls
        key={form.key("seats_total")}
        {...form.getInputProps("seats_total")}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <DateField label={t("field.valid_from")} key={form.key("valid_from")} {...form.getInputProps("valid_from")} />
        <DateField label={t("field.valid_until")} key={form.key("valid_until")} {...form.getInputProps("valid_until")} />
      </SimpleGrid>
      <NativeSelect
        label={t("field.release")}
        data={releases.map((value) => ({ value, label: t(`release.${value}`) }))}
        key={form.key("release")}
        {...form.getInputProps("release")}
      />
    </DialogForm>
  );
}
