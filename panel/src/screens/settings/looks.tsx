import { Button, Code, Group, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { session_key } from "../../api/session.ts";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { UnsavedGuard } from "../../components/forms/unsaved-guard.tsx";
import { useDraft } from "../../components/forms/use-draft.ts";
import { Section } from "../../components/section.tsx";
import { LogoField } from "./logo.tsx";
import { type OrganisationSettings, useSettingsSave } from "./settings-data.ts";

const names = ["color", "certificate_title", "certificate_text", "certificate_signatory"] as const;
type Values = Record<(typeof names)[number], string>;

/** What the text of a certificate may name; the server knows no other. */
const fields = ["{name}", "{course}", "{number}", "{organisation}"];

function valuesOf(settings: OrganisationSettings): Values {
  return Object.fromEntries(names.map((name) => [name, settings[name] ?? ""])) as Values;
}

/** What differs from what stands; an empty field is ours again. */
function changesOf(values: Values, stands: Values) {
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
  const rest = useFormProblems(form, save.error);
  const draft = useDraft(form, "looks");
  const submit = form.onSubmit((values) =>
    save.mutate(values, {
      onSuccess: (saved) => {
        form.setInitialValues(valuesOf(saved));
        form.reset();
        // The session brings the shades of the new colour.
        void client.invalidateQueries({ queryKey: session_key });
      },
    }),
  );
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
          <TextInput
            label={t("looks.certificate_title")}
            description={t("looks.certificate_title_text")}
            {...form.getInputProps("certificate_title")}
          />
          <Textarea
            label={t("looks.certificate_text")}
            description={t("looks.certificate_text_text")}
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
