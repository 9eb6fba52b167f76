import { Alert, Anchor, Button, Group, Modal, Stack, Text } from "@mantine/core";
import { IconMail } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { DataList, type Column } from "../../components/lists/data-list.tsx";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { StateBadge, ToneBadge } from "../../components/values/state-badge.tsx";
import { useListState } from "../../components/lists/use-list-state.ts";
import { When } from "../../components/values/when.tsx";

type Mail = components["schemas"]["Mailbox"]["mails"][number];

const refresh_ms = 10_000;

/** The state of mails. In a trial without a mail server it also shows their texts. */
export function Mailbox() {
  const { t } = useTranslation("mailbox");
  const state = useListState({});
  const [opened, setOpened] = useState<Mail | null>(null);
  const mailbox = useQuery({
    queryKey: ["mailbox"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/mailbox", { signal })),
    refetchInterval: refresh_ms,
  });
  const columns: Column<Mail>[] = [
    {
      key: "subject",
      title: t("column.subject"),
      render: (mail) =>
        mail.text === null ? (
          mail.subject
        ) : (
          <Anchor component="button" type="button" inherit ta="start" onClick={() => setOpened(mail)}>
            {mail.subject}
          </Anchor>
        ),
    },
    { key: "recipient", title: t("column.recipient"), render: ({ recipient }) => recipient },
    {
      key: "state",
      title: t("column.state"),
      render: ({ state: is, reason }) => (
        <>
          <MailState is={is} />
          {reason === null ? null : (
            <Text size="xs" c="dimmed">
              {t(`why.${reason}`)}
            </Text>
          )}
        </>
      ),
    },
    { key: "attempts", title: t("column.attempts"), align: "right", secondary: true, render: ({ attempts }) => attempts },
    { key: "created_at", title: t("column.created"), render: ({ created_at }) => <When at={created_at} /> },
  ];
  return (
    <Page title={t("title")} description={t("description")}>
      {mailbox.data ? (
        <Alert variant="light" color={mailbox.data.readable ? "yellow" : "gray"} mb="md" icon={<IconMail size={18} />}>
          {t(mailbox.data.readable ? "readable" : "not_readable")}
        </Alert>
      ) : null}
      <DataList
        label={t("title")}
        columns={columns}
        query={mailbox}
        rows={mailbox.data?.mails}
        id={({ id }) => id}
        state={state}
        empty={<EmptyState icon={IconMail} title={t("empty")} text={t("empty_text")} />}
      />
      <Modal
        opened={opened !== null}
        onClose={() => setOpened(null)}
        title={opened?.subject}
        size="lg"
        closeButtonProps={{ "aria-label": t("common:close") }}
      >
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {t("to", { recipient: opened?.recipient ?? "" })}
          </Text>
          <Letter text={opened?.text ?? ""} />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setOpened(null)}>
              {t("common:close")}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Page>
  );
}

function MailState({ is }: { is: Mail["state"] }) {
  const { t } = useTranslation("mailbox");
  if (is === "sent") return <ToneBadge tone="good">{t("sent")}</ToneBadge>;
  return is === "kept" || is === "needless" ? <ToneBadge tone="quiet">{t(is)}</ToneBadge> : <StateBadge state={is} />;
}

/** A mail's text, with links to this service; the rest stays plain text. */
function Letter({ text }: { text: string }) {
  const parts = partsOf(text);
  return (
    <Text size="sm" component="div" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
      {parts.map(({ part, at }) =>
        URL.parse(part)?.origin === location.origin ? (
          <Anchor key={at} inherit underline="always" href={part}>
            {part}
          </Anchor>
        ) : (
          part
        ),
      )}
    </Text>
  );
}

/** The addresses in a text and the texts between them, each with its position. */
function partsOf(text: string): { part: string; at: number }[] {
  let at = 0;
  return text.split(/(https?:\/\/\S+)/).map((part) => {
    const found = { part, at };
    at += part.length;
    return found;
  });
}
