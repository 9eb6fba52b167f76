import { Autocomplete, Button, Group, NativeSelect, Stack, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { language_names, languages } from "../../app/languages.ts";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { Section } from "../../components/section.tsx";
import { UnsavedGuard } from "../../components/forms/unsaved-guard.tsx";
import { useDraft } from "../../components/forms/use-draft.ts";
import { dateFormat } from "../../components/values/dates.ts";
import { type OrganisationSettings, useSettingsSave } from "./settings-data.ts";

const time_zones = Intl.supportedValuesOf("timeZone");
/** The most time zones that are offered at once; typing finds the others. */
const offered_max = 50;
const months = Array.from({ length: 12 }, (_, index) => index + 1);

type Values = Pick<
  OrganisationSettings,
  "name" | "time_zone" | "language" | "email_required" | "create_departments_from_scim"
> & {
  fiscal_month: string;
};

function valuesOf(settings: OrganisationSettings): Values {
  const { name, time_zone, language, fiscal_month, email_required, create_departments_from_scim } = settings;
  return { name, time_zone, language, email_required, create_departments_from_scim, fiscal_month: String(fiscal_month) };
}

/** The changed settings. Only these are sent, so that the audit log names only these. */
function changesOf(values: Values, stands: Values) {
  const { fiscal_month, ...rest } = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== stands[name as keyof Values]),
  ) as Partial<Values>;
  return { ...rest, ...(fiscal_month === undefined ? {} : { fiscal_month: Number(fiscal_month) }) };
}

export function Organisation({ settings }: { settings: OrganisationSettings }) {
  const { t, i18n } = useTranslation("settings");
  const stands = valuesOf(settings);
  const form = useForm<Values>({ mode: "controlled", initialValues: stands });
  const save = useSettingsSave(
    (values: Values) => api.PATCH("/panel/api/settings", { body: changesOf(values, stands) }),
    t("saved"),
  );
  const rest = useFormProblems(form, save.error);
  const draft = useDraft(form, "organisation");
  const submit = form.onSubmit((values) => save.mutate(values, { onSuccess: (saved) => form.resetDirty(valuesOf(saved)) }));
  const changed = form.isDirty();
  const month = dateFormat("month", i18n.language);
  const check = (name: "email_required" | "create_departments_from_scim") => form.getInputProps(name, { type: "checkbox" });
  return (
    <Section title={t("organisation.title")}>
      <UnsavedGuard dirty={changed && !save.isPending} draft={draft} />
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <ProblemAlert error={rest} />
          <TextInput label={t("field.name")} {...form.getInputProps("name")} />
          <TextInput
            label={t("field.code")}
            description={t("field.code_text")}
            value={settings.code}
            readOnly
            variant="filled"
            classNames={{ input: "panel-mono" }}
          />
          <TextInput
            label={t("field.kind")}
            description={t("field.kind_text")}
            value={t(`kind.${settings.kind}`)}
            readOnly
            variant="filled"
          />
          <Autocomplete
            label={t("field.time_zone")}
            description={t("field.time_zone_text")}
            data={time_zones}
            limit={offered_max}
            {...form.getInputProps("time_zone")}
          />
          <NativeSelect
            label={t("field.language")}
            description={t("field.language_text")}
            data={languages.map((value) => ({ value, label: language_names[value] }))}
            {...form.getInputProps("language")}
          />
          <NativeSelect
            label={t("field.fiscal_month")}
            description={t("field.fiscal_month_text")}
            data={months.map((number) => ({
              value: String(number),
              label: month.format(new Date(Date.UTC(2026, number - 1, 1))),
            }))}
            {...form.getInputProps("fiscal_month")}
          />
          <Switch label={t("field.email_required")} description={t("field.email_required_text")} {...check("email_required")} />
          <Switch
            label={t("field.create_departments_from_scim")}
            description={t("field.create_departments_from_scim_text")}
            {...check("create_departments_from_scim")}
          />
          <Group>
            <Button type="submit" loading={save.isPending} disabled={!changed}>
              {t("common:save")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
