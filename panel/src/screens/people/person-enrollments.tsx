import { Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { TextLink } from "../../components/values/link.tsx";
import { Section } from "../../components/section.tsx";
import { StateBadge, ToneBadge } from "../../components/values/state-badge.tsx";
import { Day } from "../../components/values/when.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { EnrollmentSource } from "../enrollments/enrollment-source.tsx";
import type { Person } from "./people-data.ts";

const shown_max = 100;

/** The person's enrollments, the oldest first. */
export function PersonEnrollments({ person: { id } }: { person: Person }) {
  const { t } = useTranslation("people");
  const query = useQuery({
    queryKey: ["person", id, "enrollments"],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/enrollments", { params: { query: { user_id: id, limit: shown_max } }, signal })),
  });
  return (
    <Section title={t("enrollments.title")}>
      <Unanswered query={query} height={120} />
      {query.data?.enrollments.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("enrollments.empty")}
        </Text>
      ) : null}
      {query.data && query.data.enrollments.length > 0 ? (
        <Table.ScrollContainer minWidth={460} type="native">
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t("training:course")}</Table.Th>
                <Table.Th>{t("training:state")}</Table.Th>
                <Table.Th>{t("training:due")}</Table.Th>
                <Table.Th>{t("training:source_title")}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {query.data.enrollments.map((enrollment) => (
                <Table.Tr key={enrollment.id}>
                  <Table.Td>
                    <div>
                      <TextLink to="/enrollments/$enrollment_id" params={{ enrollment_id: enrollment.id }}>
                        {enrollment.course_title}
                      </TextLink>
                    </div>
                    <Text size="xs" c="dimmed">
                      {enrollment.course_code} · {enrollment.cycle_year}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    {enrollment.status === "withdrawn" ? (
                      <ToneBadge tone="quiet">{t("training:withdrawn")}</ToneBadge>
                    ) : (
                      <StateBadge state={enrollment.overdue ? "overdue" : enrollment.status} />
                    )}
                  </Table.Td>
                  <Table.Td>
                    <Day date={enrollment.due_date} />
                  </Table.Td>
                  <Table.Td>
                    <EnrollmentSource source={enrollment.source} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      ) : null}
    </Section>
  );
}
