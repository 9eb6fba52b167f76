import { Badge, List, Stack, Table, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { TextLink } from "../../components/values/link.tsx";
import { Section } from "../../components/section.tsx";
import { Day } from "../../components/values/when.tsx";
import { Facts } from "../../components/values/facts.tsx";
import { type Detail, useSeats } from "./course-data.ts";

/** The rules and groups that ask for a course or path, how many people have it, and its licences. */
export function AskedBy({ detail }: { detail: Detail }) {
  const { t } = useTranslation("catalogue");
  const { course, rules, groups, paths, enrollments } = detail;
  const states = ["assigned", "in_progress", "completed", "failed", "cancelled", "withdrawn"] as const;
  return (
    <Stack gap="md">
      <Section
        title={t("enrolled.title")}
        action={
          <TextLink to="/enrollments" search={{ course_code: course.code }}>
            {t("enrolled.see")}
          </TextLink>
        }
      >
        <Facts rows={states.map((state) => [t(`enrolled.${state}`), enrollments[state]] as const)} />
      </Section>
      <Section title={t("asked.title")}>
        {rules.length + groups.length + paths.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t("asked.empty")}
          </Text>
        ) : null}
        <List size="sm" spacing={4}>
          {rules.map(({ id, name, active }) => (
            <List.Item key={id}>
              {t("asked.rule", { name })} {active ? null : <Badge color="gray">{t("reason.inactive")}</Badge>}
            </List.Item>
          ))}
          {groups.map(({ id, name }) => (
            <List.Item key={id}>{t("asked.group", { name })}</List.Item>
          ))}
          {paths.map(({ id, title }) => (
            <List.Item key={id}>
              <TextLink to="/paths/$path_id" params={{ path_id: id }}>
                {t("asked.path", { name: title })}
              </TextLink>
            </List.Item>
          ))}
        </List>
      </Section>
      <Section title={t("shell:nav.licences")}>
        <Licences licenses={detail.licenses} />
      </Section>
    </Stack>
  );
}

function Licences({ licenses }: { licenses: Detail["licenses"] }) {
  const { t } = useTranslation("catalogue");
  const seatsOf = useSeats();
  if (licenses.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t("licence.none")}
      </Text>
    );
  return (
    <Table.ScrollContainer
      minWidth={0}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: "region", "aria-label": t("shell:nav.licences") } }}
    >
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t("field.name")}</Table.Th>
            <Table.Th scope="col">{t("field.seats")}</Table.Th>
            <Table.Th scope="col">{t("field.valid_until")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {licenses.map((licence) => (
            <Table.Tr key={`${licence.id}${licence.via_path}`}>
              <Table.Td>
                <TextLink to="/licences/$licence_id" params={{ licence_id: licence.id }}>
                  {licence.name}
                </TextLink>
                {licence.via_path ? (
                  <Text size="xs" c="dimmed">
                    {t("licence.via_path", { code: licence.via_path })}
                  </Text>
                ) : null}
              </Table.Td>
              <Table.Td>{seatsOf(licence)}</Table.Td>
              <Table.Td>
                <Day date={licence.valid_until} none={t("endless")} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
