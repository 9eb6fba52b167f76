import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { ConfirmDialog, DialogForm } from "../../components/forms/dialog-form.tsx";
import { useDialogForm } from "../../components/forms/use-dialog-form.ts";
import { useSave } from "../../components/forms/use-save.ts";
import { Page } from "../../components/page.tsx";
import { Section } from "../../components/section.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { ChooseCourse } from "../enrollments/choose.tsx";
import { ReminderReach } from "./reminder-reach.tsx";
import { type ReminderSchedule, ScheduleFields, scheduleOf, scheduleValuesOf } from "./reminder-schedule.tsx";

type CourseSchedule = components["schemas"]["CourseSchedules"]["courses"][number];
type Opened = { course: CourseSchedule["course"] | null; schedule: ReminderSchedule };

const courses_key = ["reminder-courses"];

/** The courses that have a reminder schedule of their own. */
export function ReminderCoursesScreen() {
  const { t } = useTranslation("settings");
  const [opened, setOpened] = useState<Opened | null>(null);
  const query = useQuery({
    queryKey: courses_key,
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/reminders/courses", { signal })),
  });
  const general = useQuery({
    queryKey: ["reminders"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/reminders", { signal })),
  });
  const add = general.data ? () => setOpened({ course: null, schedule: general.data }) : undefined;
  return (
    <Page
      title={t("reminder_courses.title")}
      description={t("reminder_courses.description")}
      parents={[
        { title: t("title"), to: "/settings" },
        { title: t("reminders.title"), to: "/settings/reminders" },
      ]}
      width="narrow"
    >
      <Unanswered query={query} height={240} />
      {query.data ? (
        <Section
          title={t("reminder_courses.list")}
          action={
            <Button size="xs" disabled={!add} onClick={add}>
              {t("reminder_courses.add")}
            </Button>
          }
        >
          <Stack gap="sm">
            {query.data.courses.length === 0 ? <Text size="sm">{t("reminder_courses.none")}</Text> : null}
            {query.data.courses.map((one) => (
              <CourseRow key={one.course.id} row={one} open={() => setOpened(one)} />
            ))}
          </Stack>
        </Section>
      ) : null}
      {opened ? <CourseDialog key={opened.course?.id ?? "new"} of={opened} onClose={() => setOpened(null)} /> : null}
    </Page>
  );
}

function CourseRow({ row, open }: { row: CourseSchedule; open: () => void }) {
  const { t } = useTranslation("settings");
  const [asking, setAsking] = useState(false);
  const { course, schedule } = row;
  const reset = useSave({
    changes: "settings",
    save: async () =>
      dataOf(await api.DELETE("/panel/api/reminders/courses/{course_id}", { params: { path: { course_id: course.id } } })),
    done: t("reminder_courses.was_reset"),
    onSaved: (saved, client) => {
      setAsking(false);
      client.setQueryData(courses_key, saved);
    },
  });
  const days = (first: number | null, also: readonly number[]) => (first === null ? "–" : [first, ...also].join(", "));
  return (
    <Group justify="space-between" align="flex-start">
      <div>
        <Text fw={550}>
          {course.title} ({course.code})
        </Text>
        <Text size="sm" c="dimmed">
          {t("reminders.due_soon")}: {days(schedule.due_soon_days, schedule.due_soon_also)} · {t("reminders.overdue")}:{" "}
          {days(schedule.overdue_every_days, [])} · {t("reminders.expiring")}:{" "}
          {days(schedule.expiring_days, schedule.expiring_also)}
        </Text>
      </div>
      <Group gap="xs">
        <Button size="xs" variant="default" aria-label={t("reminder_courses.change_of", { course: course.title })} onClick={open}>
          {t("reminder_courses.change")}
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={t("reminder_courses.reset_of", { course: course.title })}
          onClick={() => setAsking(true)}
        >
          {t("reminder_courses.reset")}
        </Button>
      </Group>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        action={reset}
        title={t("reminder_courses.reset_of", { course: course.title })}
        text={t("reminder_courses.reset_text")}
        submit={t("reminder_courses.reset")}
      />
    </Group>
  );
}

function CourseDialog({ of: { course, schedule }, onClose }: { of: Opened; onClose: () => void }) {
  const { t } = useTranslation("settings");
  const { form, dialog } = useDialogForm({
    opened: true,
    onClose,
    values: { course_id: course?.id ?? "", ...scheduleValuesOf(schedule) },
    draft: `course-reminders ${course?.id ?? "new"}`,
    validate: { course_id: (value: string) => (value ? null : t("enrollments:required")) },
    changes: "settings",
    save: async ({ course_id, ...values }) =>
      dataOf(
        await api.PUT("/panel/api/reminders/courses/{course_id}", {
          params: { path: { course_id } },
          body: scheduleOf(values),
        }),
      ),
    done: t("reminders.saved"),
    onSaved: (saved, client) => void client.setQueryData(courses_key, saved),
  });
  const { course_id, ...values } = form.values;
  return (
    <DialogForm
      dialog={dialog}
      title={course ? course.title : t("reminder_courses.add")}
      text={t("reminder_courses.dialog_text")}
      submit={t("common:save")}
      size="lg"
    >
      {course ? null : <ChooseCourse key={form.key("course_id")} {...form.getInputProps("course_id")} required />}
      <ScheduleFields form={form} />
      {course_id ? <ReminderReach schedule={() => scheduleOf(values)} course_id={course_id} /> : null}
    </DialogForm>
  );
}
