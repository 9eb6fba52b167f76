import { Badge, Button, Group, Stack, Table, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { toast } from "../../components/toast.ts";
import { When } from "../../components/values/when.tsx";
import { browserName } from "../../components/values/browser-name.ts";
import { Unanswered } from "../../components/unanswered.tsx";

const sessions_key = ["sessions"];

/** Where one is signed in, each of which can be ended from here. */
export function Sessions() {
  const { t } = useTranslation("account");
  const client = useQueryClient();
  const list = useQuery({
    queryKey: sessions_key,
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/sessions", { signal })).sessions,
  });
  const end = useMutation({
    mutationFn: (id: string) => api.DELETE("/panel/api/sessions/{id}", { params: { path: { id } } }),
    onSuccess: () => toast.done(t("sessions.ended")),
    onError: toast.failed,
    onSettled: () => client.invalidateQueries({ queryKey: sessions_key }),
  });
  if (list.error || !list.data) return <Unanswered query={list} height={72} />;
  return (
    <Table.ScrollContainer
      minWidth={0}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: "region", "aria-label": t("sessions.title") } }}
    >
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t("sessions.browser")}</Table.Th>
            <Table.Th scope="col">{t("sessions.address")}</Table.Th>
            <Table.Th scope="col">{t("sessions.seen")}</Table.Th>
            <Table.Th scope="col" aria-label={t("sessions.action")} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {list.data.map((session) => (
            <Table.Tr key={session.id}>
              <Table.Td>
                <Group gap="xs">
                  <Text size="sm" title={session.user_agent}>
                    {browserName(session.user_agent) ?? t("sessions.unknown_browser")}
                  </Text>
                  {session.current ? <Badge color="green">{t("sessions.current")}</Badge> : null}
                </Group>
              </Table.Td>
              <Table.Td className="panel-mono">{session.address}</Table.Td>
              <Table.Td>
                <Stack gap={0}>
                  <When at={session.seen_at} />
                </Stack>
              </Table.Td>
              <Table.Td ta="right">
                {session.current ? null : (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="red"
                    loading={end.isPending && end.variables === session.id}
                    onClick={() => end.mutate(session.id)}
                  >
                    {t("sessions.end")}
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
