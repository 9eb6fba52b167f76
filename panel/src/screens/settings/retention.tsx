import { Button, Group, NumberInput, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { UnsavedGuard } from "../../components/forms/unsaved-guard.tsx";
import { useDraft } from "../../components/forms/use-draft.ts";
import { useSave } from "../../components/forms/use-save.ts";
import { Page } from "../../components/page.tsx";
import { Section } from "../../components/section.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { type Retention, retention_key, type RetentionKind, useRetention } from "../../components/values/use-retention.ts";
import { KeptTable, useKeptFor } from "./kept.tsx";
import { RetentionPreview } from "./retention-preview.tsx";

type Setting = Retention["kinds"][number];
/** Days as typed; empty: the default. */
type Values = Record<RetentionKind, number | string>;

/** How long the organisation keeps each kind of record: its own settings, and the periods that are the same for everyone. */
export function RetentionScreen() {
  const { t } = useTranslation("settings");
  const query = useRetention();
  return (
    <Page
      title={t("retention.title")}
      description={t("retention.description")}
      parents={[{ title: t("title"), to: "/settings" }]}
      width="narrow"
    >
      <Unanswered query={query} height={480} />
      {query.data ? (
        <Stack gap="md">
          <RetentionForm kinds={query.data.kinds} />
          <Section title={t("retention.fixed")}>
            <Text size="sm" c="dimmed" mb="sm">
              {t("retention.fixed_text")}
            </Text>
            <KeptTable label={t("retention.fixed")} kinds={query.data.fixed} />
          </Section>
        </Stack>
      ) : null}
    </Page>
  );
}

function RetentionForm({ kinds }: { kinds: readonly Setting[] }) {
  const { t } = useTranslation("settings");
  const stands = valuesOf(kinds);
  const form = useForm<Values>({ mode: "controlled", initialValues: stands });
  const preview = useMutation({
    mutationFn: async (values: Values) =>
      dataOf(await api.POST("/panel/api/retention/preview", { body: changesOf(values, stands) })),
  });
  const save = useSave({
    changes: "settings",
    save: async (values: Values) => dataOf(await api.PATCH("/panel/api/retention", { body: changesOf(values, stands) })),
    done: t("retention.saved"),
    onSaved: (saved, client) => {
      client.setQueryData(retention_key, saved);
      form.setInitialValues(valuesOf(saved.kinds));
      form.setValues(valuesOf(saved.kinds));
      preview.reset();
    },
  });
  const rest = useFormProblems(form, preview.error);
  const draft = useDraft(form, "retention");
  const changed = form.isDirty();
  return (
    <Section title={t("retention.own")}>
      <UnsavedGuard dirty={changed && !save.isPending} draft={draft} />
      <form onSubmit={form.onSubmit((values) => preview.mutate(values))} noValidate>
        <Stack gap="md">
          <ProblemAlert error={rest} />
          {kinds.map((setting) => (
            <DaysField key={setting.kind} setting={setting} {...form.getInputProps(setting.kind)} />
          ))}
          <Group>
            <Button type="submit" loading={preview.isPending} disabled={!changed}>
              {t("retention.preview")}
            </Button>
          </Group>
        </Stack>
      </form>
      <RetentionPreview
        preview={preview.data ?? null}
        kinds={kinds}
        busy={save.isPending}
        error={save.error}
        onConfirm={() => save.mutate(form.getValues())}
        onClose={() => {
          preview.reset();
          save.reset();
        }}
      />
    </Section>
  );
}

/** The days of one kind, with the allowed range and the default. */
function DaysField({ setting, ...input }: { setting: Setting } & Record<string, any>) {
  const { t, i18n } = useTranslation("settings");
  const keptFor = useKeptFor();
  const number = new Intl.NumberFormat(i18n.language);
  const { kind, days_min, days_max, default_days, legal_days_min } = setting;
  const usual = default_days === null ? null : Math.max(default_days, legal_days_min ?? 0);
  const sentences = [
    t(`retention.text.${kind}`),
    t("retention.bounds", { from: number.format(days_min), to: number.format(days_max), usual: keptFor(usual) }),
    ...(legal_days_min === null ? [] : [t("retention.law", { days: keptFor(legal_days_min) })]),
  ];
  return (
    <NumberInput
      label={t(`kept.kind.${kind}`)}
      description={sentences.join(" ")}
      placeholder={keptFor(usual)}
      suffix={` ${t("retention.unit")}`}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      maw={420}
      {...input}
    />
  );
}

function valuesOf(kinds: readonly Setting[]): Values {
  return Object.fromEntries(kinds.map(({ kind, own_days }) => [kind, own_days ?? ""])) as Values;
}

/** The changed settings. Only these are sent, so that the audit log names only these. */
function changesOf(values: Values, stands: Values): Partial<Record<RetentionKind, number | null>> {
  const changed = (Object.keys(values) as RetentionKind[]).filter((kind) => values[kind] !== stands[kind]);
  return Object.fromEntries(changed.map((kind) => [kind, values[kind] === "" ? null : Number(values[kind])]));
}
