import { Button, Group, NumberInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { Section } from "../../components/section.tsx";
import { Unanswered } from "../../components/unanswered.tsx";

const gate_key = ["gate-settings"];

/** How long badges are valid. */
export function GateSettings() {
  const { t } = useTranslation("badge");
  const query = useQuery({
    queryKey: gate_key,
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/gate/settings", { signal })),
  });
  return (
    <Section title={t("settings")}>
      <Unanswered query={query} height={90} />
      {query.data ? <HoursForm hours={query.data.badge_hours} /> : null}
    </Section>
  );
}

function HoursForm({ hours }: { hours: number }) {
  const { t } = useTranslation("badge");
  const form = useForm<{ badge_hours: number | string }>({ mode: "controlled", initialValues: { badge_hours: hours } });
  const save = useSave({
    changes: "settings",
    save: async (badge_hours: number) => dataOf(await api.PUT("/panel/api/gate/settings", { body: { badge_hours } })),
    done: t("saved"),
    onSaved: (saved, client) => {
      client.setQueryData(gate_key, saved);
      form.setInitialValues(saved);
      form.setValues(saved);
    },
  });
  const rest = useFormProblems(form, save.error);
  return (
    <form onSubmit={form.onSubmit(({ badge_hours }) => save.mutate(Number(badge_hours)))} noValidate>
      <ProblemAlert error={rest} />
      <Group align="flex-end">
        <NumberInput
          label={t("hours")}
          description={t("hours_text")}
          suffix={` ${t("hours_suffix")}`}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          {...form.getInputProps("badge_hours")}
        />
        <Button type="submit" variant="default" loading={save.isPending} disabled={!form.isDirty()}>
          {t("common:save")}
        </Button>
      </Group>
    </form>
  );
}
