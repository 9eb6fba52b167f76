import { Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { Section } from "../../components/section.tsx";
import { toast } from "../../components/toast.ts";
import { dateFormat } from "../../components/values/dates.ts";
import { Exact } from "../../components/values/when.tsx";

const steps = ["P1D", "P7D", "P1M", "P6M", "P1Y"] as const;
type Step = (typeof steps)[number];

/** The clock of the sandbox, and the form that moves it. After that, all data is read again. */
export function Clock() {
  const { t, i18n } = useTranslation("sandbox");
  const { organisation, account } = useSession();
  const client = useQueryClient();
  const [step, setStep] = useState<Step>("P7D");
  const move = useMutation({
    mutationFn: async (advance: Step) => dataOf(await api.POST("/panel/api/sandbox/clock", { body: { advance } })),
    onSuccess: async ({ now }) => {
      await client.invalidateQueries();
      const format = dateFormat("exact", i18n.language, organisation.time_zone);
      toast.done(t("clock.done", { now: format.format(new Date(now)) }));
    },
  });
  return (
    <Section title={t("clock.title")}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t("clock.text")}
        </Text>
        <Text>
          {t("clock.now")} <Exact at={organisation.now} />
        </Text>
        <ProblemAlert error={move.error} />
        {account.role === "compliance_officer" ? null : (
          <Group align="flex-end">
            <NativeSelect
              label={t("clock.by")}
              value={step}
              onChange={(event) => setStep(event.currentTarget.value as Step)}
              data={steps.map((value) => ({ value, label: t(`clock.step.${value}`) }))}
            />
            <Button loading={move.isPending} onClick={() => move.mutate(step)}>
              {t("clock.move")}
            </Button>
          </Group>
        )}
      </Stack>
    </Section>
  );
}
