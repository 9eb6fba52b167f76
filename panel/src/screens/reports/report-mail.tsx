import { Alert, Button, Group, MultiSelect, NativeSelect, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { useSession } from "../../api/session.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { Section } from "../../components/section.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { dateFormat } from "../../components/values/dates.ts";
import { time_zone } from "./report-data.ts";

type Schedule = components["schemas"]["ReportSchedule"];
type Values = Omit<Schedule, "due_at" | "stopped_by">;

const receivers_max = 20;
const weekdays = ["1", "2", "3", "4", "5", "6", "7"] as const;
const days = Array.from({ length: 28 }, (_, index) => String(index + 1));
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${hour}:00` }));

/** When one of the user's own reports is mailed, and to whom. */
export function ReportMail({ id }: { id: string }) {
  const { t } = useTranslation("reports");
  const path = { id };
  const schedule = useQuery({
    queryKey: ["report-schedule", id],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/reports/{id}/schedule", { params: { path }, signal })).schedule,
  });
  const receivers = useQuery({
    queryKey: ["report-receivers"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/report-receivers", { signal })).receivers,
  });
  return (
    <Section title={t("mail.title")}>
      <Unanswered query={schedule} height={160} />
      {schedule.data === undefined ? null : (
        <MailForm key={JSON.stringify(schedule.data)} id={id} stands={schedule.data} receivers={receivers.data ?? []} />
      )}
    </Section>
  );
}

type MailFormProps = { id: string; stands: Schedule | null; receivers: readonly { id: string; name: string }[] };

function MailForm({ id, stands, receivers }: MailFormProps) {
  const { t } = useTranslation("reports");
  const { account } = useSession();
  const [values, setValues] = useState<Values>(() => valuesOf(stands, account.id));
  const path = { id };
  const save = useSave({
    changes: "reports",
    save: async () => dataOf(await api.PUT("/panel/api/reports/{id}/schedule", { params: { path }, body: values })),
    done: t("mail.saved"),
  });
  const end = useSave({
    changes: "reports",
    save: () => api.DELETE("/panel/api/reports/{id}/schedule", { params: { path } }),
    done: t("mail.ended"),
  });
  const change = (patch: Partial<Values>) => setValues({ ...values, ...patch });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(undefined);
      }}
    >
      <Stack gap="sm">
        <Text size="sm">{t("mail.text")}</Text>
        <State stands={stands} />
        <ProblemAlert error={save.error ?? end.error} />
        <When values={values} change={change} />
        <MultiSelect
          label={t("mail.receivers")}
          description={t("mail.receivers_text")}
          searchable
          maxValues={receivers_max}
          data={receivers.map((one) => ({ value: one.id, label: one.name }))}
          value={values.receiver_ids}
          onChange={(receiver_ids) => change({ receiver_ids })}
        />
        <Group>
          <Button type="submit" loading={save.isPending} disabled={values.receiver_ids.length === 0}>
            {t(stands === null ? "mail.save" : "mail.change")}
          </Button>
          {stands === null ? null : (
            <Button variant="default" loading={end.isPending} onClick={() => end.mutate(undefined)}>
              {t("mail.end")}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function State({ stands }: { stands: Schedule | null }) {
  const { t, i18n } = useTranslation("reports");
  if (stands === null) return null;
  if (stands.due_at === null || stands.stopped_by !== null)
    return <Alert color="red">{t(`mail.stopped.${stands.stopped_by ?? "owner_gone"}`)}</Alert>;
  const at = dateFormat("minute", i18n.language, stands.time_zone);
  return <Text size="sm">{t("mail.next", { at: at.format(new Date(stands.due_at)) })}</Text>;
}

function When({ values, change }: { values: Values; change: (patch: Partial<Values>) => void }) {
  const { t } = useTranslation("reports");
  return (
    <>
      <Group align="flex-start">
        <NativeSelect
          label={t("mail.every")}
          data={(["day", "week", "month"] as const).map((value) => ({ value, label: t(`mail.every_${value}`) }))}
          value={values.every}
          onChange={(event) => change({ every: event.currentTarget.value as Values["every"], day: 1 })}
        />
        {values.every === "week" ? (
          <NativeSelect
            label={t("mail.weekday")}
            data={weekdays.map((value) => ({ value, label: t(`mail.weekdays.${value}`) }))}
            value={String(values.day)}
            onChange={(event) => change({ day: Number(event.currentTarget.value) })}
          />
        ) : null}
        {values.every === "month" ? (
          <NativeSelect
            label={t("mail.day")}
            data={days}
            value={String(values.day)}
            onChange={(event) => change({ day: Number(event.currentTarget.value) })}
          />
        ) : null}
        <NativeSelect
          label={t("mail.hour")}
          data={hours}
          value={String(values.hour)}
          onChange={(event) => change({ hour: Number(event.currentTarget.value) })}
        />
        <NativeSelect
          label={t("mail.format")}
          data={(["xlsx", "csv", "pdf"] as const).map((value) => ({ value, label: t(`file.${value}`) }))}
          value={values.format}
          onChange={(event) => change({ format: event.currentTarget.value as Values["format"] })}
        />
      </Group>
      <Text size="xs" c="dimmed">
        {t("mail.zone", { zone: values.time_zone })}
      </Text>
    </>
  );
}

function valuesOf(stands: Schedule | null, own_id: string): Values {
  if (stands === null) return { format: "xlsx", every: "week", day: 1, hour: 8, time_zone, receiver_ids: [own_id] };
  const { format, every, day, hour, receiver_ids } = stands;
  return { format, every, day, hour, time_zone: stands.time_zone, receiver_ids };
}
