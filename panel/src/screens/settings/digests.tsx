import { Button, Group, NativeSelect, NumberInput, Stack, Switch, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { UnsavedGuard } from "../../components/forms/unsaved-guard.tsx";
import { useDraft } from "../../components/forms/use-draft.ts";
import { useSave } from "../../components/forms/use-save.ts";
import { Page } from "../../components/page.tsx";
import { Section } from "../../components/section.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { DigestExample } from "./digest-example.tsx";

type DigestSettings = components["schemas"]["DigestSettings"];
/** As they are chosen and typed. */
type Values = {
  managers: boolean;
  administrators: boolean;
  weekday: string;
  hour: number | string;
  escalate_after_days: number | string;
};

const digests_key = ["digests"];
const weekdays = ["1", "2", "3", "4", "5", "6", "7"] as const;

/** Who is told by mail each week, and when; with an example. */
export function DigestsScreen() {
  const { t } = useTranslation("settings");
  const query = useQuery({
    queryKey: digests_key,
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/digests", { signal })),
  });
  return (
    <Page
      title={t("digests.title")}
      description={t("digests.description")}
      parents={[{ title: t("title"), to: "/settings" }]}
      width="narrow"
    >
      <Unanswered query={query} height={480} />
      {query.data ? (
        <Stack gap="md">
          <DigestsForm settings={query.data} />
          <DigestExample />
        </Stack>
      ) : null}
    </Page>
  );
}

function DigestsForm({ settings }: { settings: DigestSettings }) {
  const { t } = useTranslation("settings");
  const form = useForm<Values>({ mode: "controlled", initialValues: valuesOf(settings) });
  const save = useSave({
    changes: "settings",
    save: async (values: Values) => dataOf(await api.PATCH("/panel/api/digests", { body: changesOf(values, settings) })),
    done: t("digests.saved"),
    onSaved: (saved, client) => {
      client.setQueryData(digests_key, saved);
      form.setInitialValues(valuesOf(saved));
      form.setValues(valuesOf(saved));
    },
  });
  const rest = useFormProblems(form, save.error);
  const draft = useDraft(form, "digests");
  const changed = form.isDirty();
  return (
    <>
      <UnsavedGuard dirty={changed && !save.isPending} draft={draft} />
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack gap="md">
          <Section title={t("digests.who")}>
            <Stack gap="md">
              <ProblemAlert error={rest} />
              <Switch
                label={t("digests.managers")}
                description={t("digests.managers_text")}
                {...form.getInputProps("managers", { type: "checkbox" })}
              />
              <Switch
                label={t("digests.administrators")}
                description={t("digests.administrators_text")}
                {...form.getInputProps("administrators", { type: "checkbox" })}
              />
            </Stack>
          </Section>
          <Section title={t("digests.escalation")}>
            <NumberInput
              label={t("digests.escalate_after_days")}
              description={t("digests.escalation_text")}
              allowDecimal={false}
              allowNegative={false}
              hideControls
              {...form.getInputProps("escalate_after_days")}
            />
          </Section>
          <Section title={t("digests.when")}>
            <Text size="sm" c="dimmed" mb="sm">
              {t("digests.zone")}
            </Text>
            <Group align="flex-start" mb="md">
              <NativeSelect
                label={t("digests.weekday")}
                data={weekdays.map((value) => ({ value, label: t(`digests.day.${value}`) }))}
                {...form.getInputProps("weekday")}
              />
              <NumberInput
                label={t("digests.hour")}
                suffix=":00"
                allowDecimal={false}
                allowNegative={false}
                hideControls
                {...form.getInputProps("hour")}
              />
            </Group>
            <Button type="submit" loading={save.isPending} disabled={!changed}>
              {t("common:save")}
            </Button>
          </Section>
        </Stack>
      </form>
    </>
  );
}

function valuesOf({ managers, administrators, weekday, hour, escalate_after_days }: DigestSettings): Values {
  return { managers, administrators, weekday: String(weekday), hour, escalate_after_days: escalate_after_days ?? "" };
}

/** What differs from what stands: only that is sent, and the audit log tells only of that. */
function changesOf(values: Values, stands: DigestSettings): Partial<DigestSettings> {
  const { managers, administrators } = values;
  // An hour that was emptied is refused in its place.
  const wanted = {
    managers,
    administrators,
    weekday: Number(values.weekday),
    hour: values.hour === "" ? -1 : Number(values.hour),
    escalate_after_days: values.escalate_after_days === "" ? null : Number(values.escalate_after_days),
  };
  const changed = (Object.keys(wanted) as (keyof DigestSettings)[]).filter((name) => wanted[name] !== stands[name]);
  return Object.fromEntries(changed.map((name) => [name, wanted[name]]));
}
