import { Badge, Button, Group, Stack, Table, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { toast } from "../../components/toast.ts";
import { When } from "../../components/values/when.tsx";
import { browserName } from "../../components/values/browser-name.ts";
import { Unanswered } from "../../components/unanswered.tsx";

const sessions_key = ["sessions"];

/** The user's sessions, each with a button to end it. */
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
  const end_others = useMutation({
    mutationFn: async () => dataOf(await api.DELETE("/panel/api/sessions")).ended,
    onSuccess: (count) => toast.done(t("sessions.ended_others", { count })),
    onError: toast.failed,
    onSettled: () => client.invalidateQueries({ queryKey: sessions_key }),
  });
  if (list.error || !list.data) return <Unanswered query={list} height={72} />;
  return (
    <Stack gap="sm">
      <SessionTable sessions={list.data} ending={end.isPending ? end.variables : null} end={end.mutate} />
      {list.data.length > 1 ? (
        <Group>
          <Button variant="default" loading={end_others.isPending} onClick={() => end_others.mutate()}>
            {t("sessions.end_others")}
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
}

type SessionTableProps = {
  sessions: components["schemas"]["SessionEntry"][];
  /** The id of the session that is being ended. */
  ending: string | null;
  end: (id: string) => void;
};

function SessionTable({ sessions, ending, end }: SessionTableProps) {
  const { t } = useTranslation("account");
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
            <Table.Th scope="col">{t("sessions.since")}</Table.Th>
            <Table.Th scope="col">{t("sessions.seen")}</Table.Th>
            <Table.Th scope="col" aria-label={t("sessions.action")} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sessions.map((session) => (
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
                <When at={session.created_at} />
              </Table.Td>
              <Table.Td>
                <When at={session.seen_at} />
              </Table.Td>
              <Table.Td ta="right">
                {session.current ? null : (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="red"
                    loading={ending === session.id}
                    onClick={() => end(session.id)}
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
