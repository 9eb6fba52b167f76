import { NativeSelect, NumberInput, SimpleGrid, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { ChooseMany } from "../../components/lists/choose-many.tsx";
import { DateField } from "../../components/forms/date-field.tsx";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { useDialogForm } from "../../components/forms/use-dialog-form.ts";
import { NothingFound } from "../../components/lists/nothing-found.tsx";
import { searchCourses } from "../../components/lists/search-choices.ts";
import type { Licence } from "./licence-data.ts";

type LicenceDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** null: a new licence is created. */
  licence: Licence | null;
  /** Called with the saved licence. */
  onSaved?: (licence: Licence) => void;
};

const releases = ["unstarted", "always", "never"] as const;
const units = ["person", "enrollment"] as const;

function valuesOf(licence: Licence | null) {
  return {
    name: licence?.name ?? "",
    items: licence?.items.map(({ id }) => id) ?? [],
    seats_total: (licence?.seats_total ?? "") as number | string,
    seat_unit: licence?.seat_unit ?? "person",
    valid_from: licence?.valid_from ?? "",
    valid_until: licence?.valid_until ?? "",
    release: licence?.release ?? "unstarted",
  };
}

type LicenceValues = ReturnType<typeof valuesOf>;

function bodyOf({ seats_total, valid_from, valid_until, ...rest }: LicenceValues) {
  return {
    ...rest,
    seats_total: seats_total === "" ? null : Number(seats_total),
    valid_from: valid_from || null,
    valid_until: valid_until || null,
  };
}

function change(licence: Licence, values: LicenceValues, lists_all: boolean) {
  const { items, ...body } = bodyOf(values);
  const params = { path: { id: licence.id } };
  return api.PATCH("/panel/api/licenses/{id}", { params, body: lists_all ? { ...body, items } : body });
}

/** Creates or changes a licence: its seats, and what it covers. */
export function LicenceDialog({ opened, onClose, licence, onSaved }: LicenceDialogProps) {
  const { t } = useTranslation("catalogue");
  // The answer has the first hundred items only; saving these alone would remove the others.
  const lists_all = licence === null || licence.items_total === licence.items.length;
  const { form, dialog } = useDialogForm({
    opened,
    onClose,
    values: valuesOf(licence),
    draft: "licence",
    changes: "catalogue",
    save: async (values) =>
      dataOf(
        licence === null
          ? await api.POST("/panel/api/licenses", { body: bodyOf(values) })
          : await change(licence, values, lists_all),
      ),
    done: t(licence === null ? "licence.added" : "saved"),
    ...(onSaved ? { onSaved } : {}),
  });
  return (
    <DialogForm
      dialog={dialog}
      title={t(licence === null ? "licence.add" : "licence.edit")}
      text={licence === null ? t("licence.add_text") : t("licence.edit_text", { count: licence.seats_used })}
      submit={t(licence === null ? "licence.add" : "common:save")}
    >
      <TextInput
        data-autofocus={licence === null || undefined}
        label={t("field.name")}
        required
        maxLength={200}
        key={form.key("name")}
        {...form.getInputProps("name")}
      />
      <Covered form={form} licence={licence} lists_all={lists_all} />
      <NumberInput
        data-autofocus={licence !== null || undefined}
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
        label={t("field.seat_unit")}
        data={units.map((value) => ({ value, label: t(`seat_unit.${value}`) }))}
        key={form.key("seat_unit")}
        {...form.getInputProps("seat_unit")}
      />
      <NativeSelect
        label={t("field.release")}
        data={releases.map((value) => ({ value, label: t(`release.${value}`) }))}
        key={form.key("release")}
        {...form.getInputProps("release")}
      />
    </DialogForm>
  );
}

type CoveredProps = { form: UseFormReturnType<LicenceValues>; licence: Licence | null; lists_all: boolean };

/** The courses and paths that the licence covers. */
function Covered({ form, licence, lists_all }: CoveredProps) {
  const { t } = useTranslation("catalogue");
  if (!lists_all)
    return (
      <Text size="sm" c="dimmed">
        {t("licence.too_many", { count: licence?.items_total ?? 0 })}
      </Text>
    );
  return (
    <ChooseMany
      label={t("licence.covers")}
      required
      list="courses"
      search={searchCourses}
      known={(licence?.items ?? []).map(({ id, title, code }) => ({ value: id, label: `${title} (${code})` }))}
      placeholder={form.values.items.length === 0 ? t("licence.choose") : ""}
      nothingFoundMessage={<NothingFound>{t("common:list.nothing_found")}</NothingFound>}
      key={form.key("items")}
      {...form.getInputProps("items")}
    />
  );
}
