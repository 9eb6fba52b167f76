import { Button, Stack, Table, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { Section } from "../../components/section.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { Id } from "../../components/values/id.tsx";
import { ToneBadge } from "../../components/values/state-badge.tsx";
import { When } from "../../components/values/when.tsx";
import { useSignIns, type SignInEntry } from "./identity-data.ts";

/** The last sign-ins by the provider: the user, or the provider's error and how to correct it. */
export function SignIns() {
  const { t } = useTranslation("identity");
  const query = useSignIns();
  return (
    <Section title={t("list.title")}>
      <Unanswered query={query} height={160} />
      {query.data ? (
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {query.data.sign_ins.length === 0 ? t("list.none") : t("list.text")}
          </Text>
          {query.data.sign_ins.length === 0 ? null : <Entries entries={query.data.sign_ins} />}
        </Stack>
      ) : null}
    </Section>
  );
}

function Entries({ entries }: { entries: readonly SignInEntry[] }) {
  const { t } = useTranslation("identity");
  return (
    <Table.ScrollContainer minWidth={560} type="native">
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t("list.at")}</Table.Th>
            <Table.Th scope="col">{t("list.who")}</Table.Th>
            <Table.Th scope="col">{t("list.outcome")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <Table.Tr key={entry.id} style={{ verticalAlign: "top" }}>
              <Table.Td>
                <When at={entry.at} />
                {entry.purpose === "sign_in" ? null : <div>{t(`list.${entry.purpose}`)}</div>}
              </Table.Td>
              <Table.Td>
                <div>{entry.account?.name ?? t("list.nobody")}</div>
                {entry.subject === null ? null : <Id value={entry.subject} short />}
              </Table.Td>
              <Table.Td>
                <Outcome entry={entry} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Outcome({ entry }: { entry: SignInEntry }) {
  const { t } = useTranslation("identity");
  const { outcome, said, note, account, linked } = entry;
  if (outcome === "OK")
    return (
      <Stack gap={4} align="start">
        <ToneBadge tone="good">{t(entry.purpose === "step_up" ? "list.confirmed" : "list.ok")}</ToneBadge>
        {note === null ? null : <Text size="sm">{t(`note.${note}`)}</Text>}
      </Stack>
    );
  const may_unlink = account !== null && linked && (outcome === "SUBJECT_REASSIGNED" || outcome === "OTHER_SUBJECT");
  return (
    <Stack gap={4}>
      <Text size="sm">{t(`refusal.${outcome}`)}</Text>
      {said === null ? null : (
        <Text size="xs" c="dimmed" className="panel-mono" style={{ overflowWrap: "anywhere" }}>
          {said}
        </Text>
      )}
      {may_unlink ? <Unlink account_id={account.id} /> : null}
    </Stack>
  );
}

function Unlink({ account_id }: { account_id: string }) {
  const { t } = useTranslation("identity");
  const unlink = useSave({
    changes: "settings",
    save: async (id: string) =>
      api.DELETE("/panel/api/identity-provider/links/{account_id}", { params: { path: { account_id: id } } }),
    done: t("list.unlinked"),
  });
  return (
    <>
      <ProblemAlert error={unlink.error} />
      <div>
        <Button size="compact-sm" variant="default" loading={unlink.isPending} onClick={() => unlink.mutate(account_id)}>
          {t("list.unlink")}
        </Button>
      </div>
    </>
  );
}
