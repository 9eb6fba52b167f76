import { Badge, Button, Group, Text } from "@mantine/core";
import { IconUserPlus, IconUserShield } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useSession } from "../../api/session.ts";
import { DataList, type Column } from "../../components/lists/data-list.tsx";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { StateBadge, ToneBadge } from "../../components/values/state-badge.tsx";
import { useListState } from "../../components/lists/use-list-state.ts";
import { When } from "../../components/values/when.tsx";
import { useDialog } from "../../components/forms/use-draft.ts";
import { AdministratorMenu } from "./administrator-menu.tsx";
import { type Administrator, useAdministrators } from "./administrator-data.ts";
import { InviteDialog } from "./invite-dialog.tsx";

/** The administrators of the organisation, with their roles and ways to sign in. */
export function Administrators() {
  const { t } = useTranslation("administrators");
  const { account } = useSession();
  const state = useListState({});
  const list = useAdministrators();
  const [inviting, setInviting] = useDialog("invitation");
  const columns: Column<Administrator>[] = [
    {
      key: "name",
      title: t("column.name"),
      render: ({ id, name, email }) => (
        <>
          <Group gap="xs">
            <Text size="sm" fw={550}>
              {name}
            </Text>
            {id === account.id ? <Badge color="indigo">{t("you")}</Badge> : null}
          </Group>
          <Text size="xs" c="dimmed">
            {email}
          </Text>
        </>
      ),
    },
    { key: "role", title: t("column.role"), render: ({ role }) => t(`shell:role.${role}`) },
    {
      key: "departments",
      title: t("column.departments"),
      render: ({ departments }) =>
        departments === null ? t("departments.all") : departments.map(({ name }) => name).join(", ") || t("departments.none"),
    },
    { key: "state", title: t("column.state"), render: (row) => <StateBadge state={row.state} /> },
    {
      key: "second_factor",
      title: t("column.second_factor"),
      render: ({ second_factor }) =>
        second_factor ? (
          <ToneBadge tone="good">{t("second_factor.on")}</ToneBadge>
        ) : (
          <ToneBadge tone="warning">{t("second_factor.off")}</ToneBadge>
        ),
    },
    {
      key: "last_seen",
      title: t("column.last_seen"),
      render: ({ last_seen_at }) => <When at={last_seen_at} none={t("never")} />,
    },
    { key: "sessions", title: t("column.sessions"), align: "right", secondary: true, render: ({ sessions }) => sessions },
    {
      key: "menu",
      title: t("column.actions"),
      align: "right",
      render: (row) => <AdministratorMenu administrator={row} all={list.data ?? []} own={row.id === account.id} />,
    },
  ];
  const invite = (
    <Button leftSection={<IconUserPlus size={16} />} onClick={() => setInviting(true)}>
      {t("invite.button")}
    </Button>
  );
  return (
    <Page title={t("title")} description={t("description")} actions={invite}>
      <DataList
        label={t("title")}
        columns={columns}
        query={list}
        rows={list.data}
        id={({ id }) => id}
        state={state}
        empty={<EmptyState icon={IconUserShield} title={t("empty")} text={t("description")} />}
      />
      <InviteDialog opened={inviting} onClose={() => setInviting(false)} />
    </Page>
  );
}
