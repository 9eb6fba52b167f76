import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { Section } from "../../components/section.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { nameOf, type Person, usePerson } from "./people-data.ts";
import { PersonState } from "./person-badges.tsx";

/** The most people that are shown here; the list has all of them. */
const shown_max = 10;

/** The people who report to a person; nothing if there are none. */
export function PersonReports({ id }: { id: string }) {
  const { t } = useTranslation("people");
  const query = useQuery({
    queryKey: ["people", "reports", id],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/people", { params: { query: { manager_id: id, limit: shown_max } }, signal })),
  });
  const { data } = query;
  if (data?.users.length === 0) return null;
  return (
    <Section title={t("reports.title")}>
      <Unanswered query={query} height={80} />
      <Stack gap="xs">
        {data?.users.map((person) => (
          <div key={person.id}>
            <TextLink to="/people/$person_id" params={{ person_id: person.id }}>
              {nameOf(person)}
            </TextLink>{" "}
            <PersonState person={person} />
            <Text size="xs" c="dimmed">
              {[person.employee_no, person.job_title].filter(Boolean).join(" · ")}
            </Text>
          </div>
        ))}
        {data ? (
          <Text size="sm">
            <TextLink to="/people" search={{ manager_id: id }}>
              {t("reports.direct", { count: data.pagination.total })}
            </TextLink>{" "}
            ·{" "}
            <TextLink to="/people" search={{ manager_id: id, reports: "all" }}>
              {t("reports.all")}
            </TextLink>
          </Text>
        ) : null}
      </Stack>
    </Section>
  );
}

/** A link to a person's manager, by name. */
export function ManagerLink({ person: { manager_id, manager_employee_no } }: { person: Person }) {
  const manager = usePerson(manager_id);
  if (manager_id === null) return null;
  return (
    <TextLink to="/people/$person_id" params={{ person_id: manager_id }}>
      {manager.data ? nameOf(manager.data) : (manager_employee_no ?? manager_id)}
    </TextLink>
  );
}
