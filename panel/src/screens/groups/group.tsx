import { Alert, Grid, Stack } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { useWords } from "../../components/forms/conditions.ts";
import { Id } from "../../components/values/id.tsx";
import { Page } from "../../components/page.tsx";
import { Section } from "../../components/section.tsx";
import { When } from "../../components/values/when.tsx";
import { BatchSection } from "../rules/batch.tsx";
import { Facts, Lines } from "../../components/values/facts.tsx";
import { unansweredPage } from "../../components/unanswered.tsx";
import { History } from "../rules/history.tsx";
import { GroupActions } from "./group-actions.tsx";
import { KindBadge, type PersonGroup, useGroup } from "./group-data.tsx";
import { GroupMembers } from "./group-members.tsx";

/** One group: the courses that it asks for, its members, and its history. */
export function GroupPage() {
  const { t } = useTranslation("groups");
  const { group_id } = useParams({ strict: false }) as { group_id: string };
  const query = useGroup(group_id);
  const parents = [{ title: t("shell:nav.groups"), to: "/groups" }];
  if (!query.data) return unansweredPage(query, { title: t("detail.title"), parents });
  const group = query.data;
  return (
    <Page
      title={group.name}
      parents={parents}
      aside={<KindBadge group={group} />}
      description={t("detail.members_of", { count: group.members, code: group.code })}
      actions={<GroupActions group={group} />}
    >
      <Stack gap="md">
        {group.retired_at ? (
          <Alert color="gray" variant="light" title={t("retired")}>
            {t("retired_text")}
          </Alert>
        ) : null}
        {group.kind === "scim" ? (
          <Alert color="indigo" variant="light" icon={<IconInfoCircle size={18} />} title={t("scim.title")}>
            {t("scim.text")}
          </Alert>
        ) : null}
        <Grid gap="md">
          <Grid.Col span={{ base: 12, lg: 5 }}>
            <Stack gap="md">
              <Definition group={group} />
              <BatchSection batch={group.last_batch} />
              <HistoryOf group={group} />
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 7 }}>
            <GroupMembers group={group} />
          </Grid.Col>
        </Grid>
      </Stack>
    </Page>
  );
}

function Definition({ group }: { group: PersonGroup }) {
  const { t } = useTranslation("groups");
  const words = useWords();
  const { conditions, names, courses, due_days, on_leave, version, updated_at, id } = group;
  const rows: [string, ReactNode][] = [
    ...(conditions === null
      ? []
      : [[t("rules:field.conditions"), <Lines key="who" lines={words(conditions, names)} />] satisfies [string, ReactNode]]),
    [
      t("rules:field.courses"),
      courses.length === 0 ? (
        t("detail.no_courses")
      ) : (
        <Lines key="what" lines={courses.map(({ title, code }) => `${title} (${code})`)} />
      ),
    ],
    [t("rules:asking.due"), due_days === null ? t("rules:asking.due_of_course") : t("rules:asking.due_in", { count: due_days })],
    [t("rules:asking.on_leave_short"), t(on_leave === "keep" ? "rules:asking.keep" : "rules:asking.cancel")],
    [t("rules:detail.version"), version],
    [t("rules:detail.updated"), <When key="when" at={updated_at} />],
    [t("rules:detail.id"), <Id key="id" value={id} short />],
  ];
  return (
    <Section title={t("rules:detail.definition")}>
      <Facts rows={rows} />
    </Section>
  );
}

function HistoryOf({ group }: { group: PersonGroup }) {
  const query = useQuery({
    queryKey: ["group", group.id, "history", group.version, group.members],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/groups/{id}/history", { params: { path: { id: group.id } }, signal })),
  });
  return <History query={query} />;
}
