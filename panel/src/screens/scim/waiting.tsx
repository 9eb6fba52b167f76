import { Stack, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { When } from "../../components/values/when.tsx";

/** Groups whose members the provider has named before it sent their users. Nothing is shown if there are none. */
export function Waiting() {
  const { t } = useTranslation("scim");
  const list = useQuery({
    queryKey: ["scim", "waiting"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/scim/waiting", { signal })).groups,
  });
  if (list.error) return <ProblemAlert error={list.error} retry={() => void list.refetch()} />;
  if (!list.data || list.data.length === 0) return null;
  return (
    <Stack gap="xs" mt="lg">
      <Title order={2} size="h4">
        {t("waiting.title")}
      </Title>
      <Text size="sm" c="dimmed" maw="44rem">
        {t("waiting.text")}
      </Text>
      <Table.ScrollContainer
        minWidth={0}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, role: "region", "aria-label": t("waiting.title") } }}
      >
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t("waiting.group")}</Table.Th>
              <Table.Th scope="col" ta="right">
                {t("waiting.members")}
              </Table.Th>
              <Table.Th scope="col">{t("waiting.ids")}</Table.Th>
              <Table.Th scope="col">{t("waiting.since")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {list.data.map(({ group, members_count, members, since }) => (
              <Table.Tr key={group.id}>
                <Table.Td fw={600}>{group.name}</Table.Td>
                <Table.Td ta="right">{members_count}</Table.Td>
                <Table.Td>{members.join(", ") + (members_count > members.length ? " …" : "")}</Table.Td>
                <Table.Td>
                  <When at={since} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}
