import { Button, List, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { Day } from "../../components/values/when.tsx";
import type { ReminderSchedule } from "./reminder-schedule.tsx";

/** How many people a schedule would remind on the next morning, before it is saved. */
export function ReminderReach({ schedule, course_id }: { schedule: () => ReminderSchedule; course_id?: string }) {
  const { t, i18n } = useTranslation("settings");
  const number = new Intl.NumberFormat(i18n.language);
  const look = useMutation({
    mutationFn: async () =>
      dataOf(
        await api.POST("/panel/api/reminders/reach", { body: { schedule: schedule(), ...(course_id ? { course_id } : {}) } }),
      ),
  });
  const reach = look.data;
  return (
    <Stack gap="xs" align="flex-start">
      <ProblemAlert error={look.error} />
      <Button variant="default" loading={look.isPending} onClick={() => look.mutate()}>
        {t("reach.button")}
      </Button>
      {reach ? (
        <div role="status">
          <Text size="sm" fw={550}>
            {t(reach.is_more ? "reach.at_least" : "reach.people", { count: reach.people, people: number.format(reach.people) })} (
            <Day date={reach.day} />)
          </Text>
          <List size="sm">
            {reach.kinds.map(({ kind, people }) => (
              <List.Item key={kind}>
                {t(`reminder_texts.kinds.${kind}`)}: {number.format(people)}
              </List.Item>
            ))}
          </List>
          {reach.examples.length > 0 ? (
            <>
              <Text size="sm" mt="xs" fw={550}>
                {t("reach.first")}
              </Text>
              <List size="sm">
                {reach.examples.map(({ person, course, kind, about_on }) => (
                  <List.Item key={`${person.id} ${course.id} ${kind}`}>
                    <TextLink to="/people/$person_id" params={{ person_id: person.id }}>
                      {person.name}
                    </TextLink>
                    {" · "}
                    {course.title} · {t(`reminder_texts.kinds.${kind}`)} · <Day date={about_on} />
                  </List.Item>
                ))}
              </List>
            </>
          ) : null}
        </div>
      ) : null}
    </Stack>
  );
}
