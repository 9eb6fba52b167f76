import { NumberInput, Switch, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslation } from "react-i18next";
import type { components } from "../../api/schema.d.ts";

export type ReminderSchedule = components["schemas"]["ReminderSchedule"];
type Also = "due_soon_also" | "expiring_also";
type Numbers = Exclude<keyof ReminderSchedule, "assigned" | Also>;
/** Numbers of days as typed; empty: no such reminder. */
export type ScheduleValues = { assigned: boolean } & Record<Numbers, number | string> & Record<Also, string>;

export const number_field = { allowDecimal: false, allowNegative: false, hideControls: true, maw: 420 } as const;

/** When learners are reminded: the organisation's schedule, or that of one course. */
export function ScheduleFields({ form }: { form: Pick<UseFormReturnType<ScheduleValues>, "getInputProps" | "key"> }) {
  const { t } = useTranslation("settings");
  const days = (name: "due_soon" | "overdue" | "expiring") => ({
    label: t(`reminders.${name}`),
    description: t(`reminders.${name}_text`),
    suffix: ` ${t("reminders.days")}`,
    ...number_field,
  });
  const field = (name: keyof ScheduleValues) => ({ key: form.key(name), ...form.getInputProps(name) });
  const also = (name: Also) => (
    <TextInput label={t(`reminders.${name}`)} description={t("reminders.also_text")} maw={420} {...field(name)} />
  );
  return (
    <>
      <Switch
        label={t("reminders.assigned")}
        description={t("reminders.assigned_text")}
        key={form.key("assigned")}
        {...form.getInputProps("assigned", { type: "checkbox" })}
      />
      <NumberInput {...days("due_soon")} {...field("due_soon_days")} />
      {also("due_soon_also")}
      <NumberInput {...days("overdue")} {...field("overdue_every_days")} />
      <NumberInput
        label={t("reminders.overdue_times")}
        description={t("reminders.overdue_times_text")}
        suffix={` ${t("reminders.times")}`}
        {...number_field}
        {...field("overdue_times")}
      />
      <NumberInput {...days("expiring")} {...field("expiring_days")} />
      {also("expiring_also")}
    </>
  );
}

export function scheduleValuesOf(schedule: ReminderSchedule): ScheduleValues {
  const { assigned, due_soon_days, due_soon_also, overdue_every_days, overdue_times, expiring_days, expiring_also } = schedule;
  return {
    assigned,
    due_soon_days: due_soon_days ?? "",
    due_soon_also: due_soon_also.join(", "),
    overdue_every_days: overdue_every_days ?? "",
    overdue_times,
    expiring_days: expiring_days ?? "",
    expiring_also: expiring_also.join(", "),
  };
}

/** The schedule as the API takes it, from what was typed. The server reports what is not valid. */
export function scheduleOf(values: ScheduleValues): ReminderSchedule {
  const { assigned, due_soon_days, due_soon_also, overdue_every_days, overdue_times, expiring_days, expiring_also } = values;
  return {
    assigned,
    due_soon_days: daysOf(due_soon_days),
    due_soon_also: listOf(due_soon_also),
    overdue_every_days: daysOf(overdue_every_days),
    overdue_times: Number(overdue_times),
    expiring_days: daysOf(expiring_days),
    expiring_also: listOf(expiring_also),
  };
}

const daysOf = (typed: number | string) => (typed === "" ? null : Number(typed));

/** A text that is no number is sent, so that the server's refusal appears at its field. */
const listOf = (typed: string) =>
  typed
    .split(/[\s,;]+/)
    .filter((one) => one !== "")
    .map((one) => (/^\d{1,4}$/.test(one) ? Number(one) : -1));
