import { Button, Group, Stack, Text } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { notices_key, useNotices } from "../../api/notices.ts";
import type { components } from "../../api/schema.d.ts";
import { useSession } from "../../api/session.ts";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { Page } from "../../components/page.tsx";
import { Section } from "../../components/section.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { ToneBadge } from "../../components/values/state-badge.tsx";
import { Day, When } from "../../components/values/when.tsx";

type Notice = components["schemas"]["Notices"]["notices"][number];

/** The account's notices: the contents of its mails, each with a link. */
export function NoticesScreen() {
  const { t } = useTranslation("notices");
  const query = useNotices();
  const client = useQueryClient();
  const read = useMutation({
    mutationFn: async (through: string) => dataOf(await api.POST("/panel/api/my/notices/read", { body: { through } })),
    onSuccess: (notices) => client.setQueryData(notices_key, notices),
  });
  const [newest] = query.data?.notices ?? [];
  return (
    <Page
      title={t("title")}
      description={t("description")}
      width="narrow"
      actions={
        query.data && newest && query.data.unread > 0 ? (
          <Button variant="default" loading={read.isPending} onClick={() => read.mutate(newest.told_at)}>
            {t("mark_read")}
          </Button>
        ) : null
      }
    >
      <Unanswered query={query} height={320} />
      <ProblemAlert error={read.error} />
      {query.data === undefined ? null : newest === undefined ? (
        <EmptyState icon={IconBell} title={t("empty")} text={t("empty_text")} />
      ) : (
        <Section title={t("list")}>
          <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: "none" }}>
            {query.data.notices.map((notice) => (
              <Entry key={notice.id} notice={notice} />
            ))}
          </Stack>
        </Section>
      )}
    </Page>
  );
}

function Entry({ notice }: { notice: Notice }) {
  const { t } = useTranslation("notices");
  const { kind, title, day, numbers, told_at, is_unread } = notice;
  const { role } = useSession().account;
  const is_escalated = kind === "digest_manager" && (numbers?.["escalated"] ?? 0) > 0;
  const worded = is_escalated ? "digest_manager_escalated" : kind;
  const to = kind === "digest_manager" ? "/my-team" : role === "learner" ? "/my-training" : "/compliance";
  return (
    <li>
      <Group gap="xs">
        <Text fw={is_unread ? 600 : 400} component="span">
          <TextLink to={to} search={is_escalated ? { reports: "all" } : undefined}>
            {t(`kind.${worded}`, { title, ...numbers })}
          </TextLink>
        </Text>
        {is_unread ? <ToneBadge tone="info">{t("unread")}</ToneBadge> : null}
      </Group>
      <Text size="sm" c="dimmed">
        <Day date={day} /> · {t("told")} <When at={told_at} />
      </Text>
    </li>
  );
}
