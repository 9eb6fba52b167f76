import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { browserName } from "../../components/values/browser-name.ts";
import { toast } from "../../components/toast.ts";
import { When } from "../../components/values/when.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { type Administrator, administrators_key } from "./administrator-data.ts";

type SessionsDialogProps = { administrator: Administrator; opened: boolean; onClose: () => void };

/** The sessions of an administrator, each with a button to end it. */
export function SessionsDialog({ administrator, opened, onClose }: SessionsDialogProps) {
  const { t } = useTranslation("administrators");
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("sessions.title", { name: administrator.name })}
      closeButtonProps={{ "aria-label": t("common:close") }}
    >
      <Sessions id={administrator.id} />
    </Modal>
  );
}

function Sessions({ id }: { id: string }) {
  const { t } = useTranslation("administrators");
  const client = useQueryClient();
  const key = [...administrators_key, id, "sessions"];
  const list = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/administrators/{id}/sessions", { params: { path: { id } }, signal })).sessions,
  });
  const end = useMutation({
    mutationFn: (session_id: string) =>
      api.DELETE("/panel/api/administrators/{id}/sessions/{session_id}", { params: { path: { id, session_id } } }),
    onSuccess: () => toast.done(t("sessions.ended")),
    onError: toast.failed,
    onSettled: () => client.invalidateQueries({ queryKey: administrators_key }),
  });
  if (list.error || !list.data) return <Unanswered query={list} height={48} />;
  if (list.data.length === 0) return <Text size="sm">{t("sessions.none")}</Text>;
  return (
    <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: "none" }}>
      {list.data.map((session) => (
        <Group key={session.id} component="li" justify="space-between" wrap="nowrap">
          <div>
            <Text size="sm" title={session.user_agent}>
              {browserName(session.user_agent) ?? t("sessions.unknown_browser")}
              {session.current ? ` · ${t("sessions.current")}` : ""}
            </Text>
            <Text size="xs" c="dimmed">
              <span className="panel-mono">{session.address}</span> · <When at={session.seen_at} />
            </Text>
          </div>
          <Button
            size="compact-sm"
            variant="default"
            disabled={session.current}
            loading={end.isPending && end.variables === session.id}
            onClick={() => end.mutate(session.id)}
          >
            {t("sessions.end")}
          </Button>
        </Group>
      ))}
    </Stack>
  );
}
