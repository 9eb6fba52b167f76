import { Alert, List, Paper, SimpleGrid, Stack, Table, Text, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { TextLink } from "../../components/values/link.tsx";
import type { Preview } from "./rule-data.ts";

/** The effects of saving: people who are added and removed, enrollments and seats; and how many people the preview covers. */
export function PreviewResult({ preview }: { preview: Preview }) {
  const { t, i18n } = useTranslation("rules");
  const number = new Intl.NumberFormat(i18n.language);
  const { people, enrollments } = preview;
  const figures = [
    [t("preview.in"), people.in],
    [t("preview.out"), people.out],
    [t("preview.stay"), people.stay],
    [t("preview.assigned"), enrollments.assigned],
    [t("preview.served"), enrollments.served],
    [t("preview.cancelled"), enrollments.cancelled],
    [t("preview.kept"), enrollments.kept],
  ] as const;
  const short = preview.seats.filter((seat) => seat.short > 0);
  return (
    <Paper p="md" component="section" aria-label={t("preview.title")}>
      <Stack gap="md">
        <div role="status">
          <Title order={2}>{t("preview.title")}</Title>
          <Text size="sm" c="dimmed">
            {t("preview.looked_at", { count: people.looked_at, number: number.format(people.looked_at) })}
          </Text>
        </div>
        <SimpleGrid cols={{ base: 2, xs: 3, md: 4 }} spacing="sm">
          {figures.map(([name, value]) => (
            <div key={name}>
              <Text size="xl" fw={620} lh={1.2}>
                {number.format(value)}
              </Text>
              <Text size="xs" c="dimmed">
                {name}
              </Text>
            </div>
          ))}
        </SimpleGrid>
        {preview.truncated ? (
          <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />} title={t("preview.truncated")}>
            {t("preview.truncated_text", {
              considered: number.format(enrollments.people_considered),
              concerned: number.format(enrollments.people_concerned),
            })}
          </Alert>
        ) : null}
        {short.length > 0 ? (
          <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />} title={t("preview.short")}>
            <List size="sm">
              {short.map(({ license_id, name, short: lacking, free }) => (
                <List.Item key={license_id}>
                  {t("preview.short_of", { name, count: lacking, free: number.format(free ?? 0) })}
                </List.Item>
              ))}
            </List>
          </Alert>
        ) : null}
        <Blocked preview={preview} />
        <Seats preview={preview} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Named title={t("preview.joining")} people={preview.joining} count={people.in} />
          <Named title={t("preview.leaving")} people={preview.leaving} count={people.out} />
        </SimpleGrid>
      </Stack>
    </Paper>
  );
}

function Blocked({ preview }: { preview: Preview }) {
  const { t } = useTranslation("rules");
  const { blocked } = preview.enrollments;
  if (blocked.length === 0) return null;
  return (
    <div>
      <Title order={3}>{t("preview.blocked")}</Title>
      <List size="sm">
        {blocked.map(({ course_id, title, reason, count }) => (
          <List.Item key={course_id + reason}>
            {title}: {t(`reason.${reason}`)} ({count})
          </List.Item>
        ))}
      </List>
    </div>
  );
}

function Seats({ preview }: { preview: Preview }) {
  const { t, i18n } = useTranslation("rules");
  const number = new Intl.NumberFormat(i18n.language);
  const limited = preview.seats.filter(({ free }) => free !== null);
  if (limited.length === 0) return null;
  return (
    <div>
      <Title order={3}>{t("preview.seats")}</Title>
      <Table.ScrollContainer minWidth={280} type="native">
        <Table verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("preview.licence")}</Table.Th>
              <Table.Th ta="right">{t("preview.free")}</Table.Th>
              <Table.Th ta="right">{t("preview.taken")}</Table.Th>
              <Table.Th ta="right">{t("preview.lacking")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {limited.map(({ license_id, name, free, taken, short }) => (
              <Table.Tr key={license_id}>
                <Table.Td>{name}</Table.Td>
                <Table.Td ta="right">{number.format(free ?? 0)}</Table.Td>
                <Table.Td ta="right">{number.format(taken)}</Table.Td>
                <Table.Td ta="right">{number.format(short)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="xs" c="dimmed">
        {t("preview.seats_text")}
      </Text>
    </div>
  );
}

function Named({ title, people, count }: { title: string; people: Preview["joining"]; count: number }) {
  const { t } = useTranslation("rules");
  if (people.length === 0) return null;
  return (
    <div>
      <Title order={3}>{title}</Title>
      <List size="sm" listStyleType="none">
        {people.map(({ id, full_name, employee_no, department_name }) => (
          <List.Item key={id}>
            <TextLink to="/people/$person_id" params={{ person_id: id }}>
              {full_name ?? employee_no ?? id}
            </TextLink>
            <Text span size="xs" c="dimmed">
              {" "}
              {[full_name === null ? null : employee_no, department_name].filter(Boolean).join(" · ")}
            </Text>
          </List.Item>
        ))}
      </List>
      {count > people.length ? (
        <Text size="sm" c="dimmed">
          {t("preview.more", { count: count - people.length })}
        </Text>
      ) : null}
    </div>
  );
}
