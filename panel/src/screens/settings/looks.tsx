import { Button, Code, Group, NativeSelect, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { session_key } from "../../api/session.ts";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { UnsavedGuard } from "../../components/forms/unsaved-guard.tsx";
import { useDraft } from "../../components/forms/use-draft.ts";
import { saveAs } from "../../components/save-as.ts";
import { Section } from "../../components/section.tsx";
import { LogoField } from "./logo.tsx";
import { type OrganisationSettings, useSettingsSave } from "./settings-data.ts";

const names = [
  "color",
  "certificate_title",
  "certificate_text",
  "certificate_signatory",
  "certificate_signatory_title",
  "certificate_orientation",
] as const;
type Values = Record<(typeof names)[number], string>;
type Changes = components["schemas"]["ChangeSettingsRequest"];

/** The placeholders that a certificate's text may contain; the server accepts no others. */
const fields = ["{name}", "{course}", "{date}", "{number}", "{valid_until}", "{organisation}"];
const orientations = ["landscape", "portrait"] as const;

function valuesOf(settings: OrganisationSettings): Values {
  return Object.fromEntries(names.map((name) => [name, settings[name] ?? ""])) as Values;
}

/** The changed settings; an empty field restores the product's default. */
function changesOf(values: Values, stands: Values): Changes {
  const changed = names.filter((name) => values[name] !== stands[name]);
  return Object.fromEntries(
    changed.map((name) => {
      const value = name === "color" ? values.color.trim().toLowerCase() : values[name].trim();
      return [name, value === "" ? null : value];
    }),
  );
}

/** The organisation's colour, and what its certificates say. */
export function Looks({ settings }: { settings: OrganisationSettings }) {
  const { t } = useTranslation("settings");
  const client = useQueryClient();
  const stands = valuesOf(settings);
  const form = useForm<Values>({ mode: "controlled", initialValues: stands });
  const save = useSettingsSave(
    (values: Values) => api.PATCH("/panel/api/settings", { body: changesOf(values, stands) }),
    t("saved"),
  );
  const preview = useMutation({
    gcTime: 0,
    mutationFn: async (values: Values) =>
      dataOf(await api.POST("/panel/api/settings/certificate-preview", { body: changesOf(values, stands), parseAs: "blob" })),
    onSuccess: (file: Blob) => saveAs(file, "certificate-preview.pdf"),
  });
  const rest = useFormProblems(form, preview.error ?? save.error);
  const draft = useDraft(form, "looks");
  const submit = form.onSubmit((values) => {
    preview.reset();
    save.mutate(values, {
      onSuccess: (saved) => {
        form.setInitialValues(valuesOf(saved));
        form.reset();
        // The session's answer contains the shades of the new colour.
        void client.invalidateQueries({ queryKey: session_key });
      },
    });
  });
  const changed = form.isDirty();
  return (
    <Section title={t("looks.title")}>
      <UnsavedGuard dirty={changed && !save.isPending} draft={draft} />
      <LogoField />
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <ProblemAlert error={rest} />
          <TextInput
            label={t("looks.color")}
            description={t("looks.color_text")}
            placeholder="#0f766e"
            classNames={{ input: "panel-mono" }}
            {...form.getInputProps("color")}
          />
          <CertificateFields form={form} />
          <Text size="sm" c="dimmed">
            {t("looks.issued")}
          </Text>
          <Group>
            <Button type="submit" loading={save.isPending} disabled={!changed}>
              {t("common:save")}
            </Button>
            <Button
              variant="default"
              loading={preview.isPending}
              onClick={() => {
                save.reset();
                preview.mutate(form.getValues());
              }}
            >
              {t("looks.preview")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

type Form = ReturnType<typeof useForm<Values>>;

/** The text of certificates, and their orientation. */
function CertificateFields({ form }: { form: Form }) {
  const { t } = useTranslation("settings");
  return (
    <>
      <TextInput
        label={t("looks.certificate_title")}
        description={t("looks.certificate_title_text")}
        {...form.getInputProps("certificate_title")}
      />
      <Textarea
        label={t("looks.certificate_text")}
        description={t("looks.certificate_text_text")}
        autosize
        maxRows={8}
        {...form.getInputProps("certificate_text")}
      />
      <Text size="sm" c="dimmed">
        {t("looks.fields")} {fields.map((field) => [<Code key={field}>{field}</Code>, " "])}
      </Text>
      <TextInput
        label={t("looks.certificate_signatory")}
        description={t("looks.certificate_signatory_text")}
        {...form.getInputProps("certificate_signatory")}
      />
      <TextInput
        label={t("looks.certificate_signatory_title")}
        description={t("looks.certificate_signatory_title_text")}
        {...form.getInputProps("certificate_signatory_title")}
      />
      <NativeSelect
        label={t("looks.certificate_orientation")}
        data={orientations.map((value) => ({ value, label: t(`looks.${value}`) }))}
        w={{ base: "100%", xs: 220 }}
        {...form.getInputProps("certificate_orientation")}
      />
    </>
  );
}
