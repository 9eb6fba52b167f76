import { Alert, List, Stack, Text } from "@mantine/core";
import { IconEraser } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { useSession } from "../../api/session.ts";
import { ConfirmByName } from "../../components/forms/confirm-by-name.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { When } from "../../components/values/when.tsx";
import { nameOf, type Person } from "./people-data.ts";

type Erasure = components["schemas"]["Erasure"];

/** How often progress is read: erasing from logs takes some seconds, in large organisations minutes. */
const look_again_ms = 3_000;

/** Its key begins with the person's, so that each change of the person reads it again. */
function useErasure(id: string, enabled: boolean) {
  return useQuery({
    queryKey: ["person", id, "erasure"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/people/{id}/erasure", { params: { path: { id } }, signal })),
    enabled,
    refetchInterval: ({ state }) => (state.data?.state === "running" ? look_again_ms : false),
  });
}

/**
 * Erases the data of a person who has left, for good. The dialog says what is erased and what stays, and asks for the employee
 * number.
 */
export function ErasePerson({ person }: { person: Person }) {
  const { t } = useTranslation("people");
  const [opened, setOpened] = useState(false);
  const is_it = useSession().account.role === "it_admin";
  const erasure = useErasure(person.id, opened);
  const name = nameOf(person);
  const erase = useSave({
    changes: "people",
    save: (confirmation: string) =>
      api.POST("/panel/api/people/{id}/erasure", { params: { path: { id: person.id } }, body: { confirmation } }),
    done: t("erase.done"),
    onSaved: () => setOpened(false),
  });
  if (!is_it || person.status === "anonymized") return null;
  const confirmation = erasure.data?.confirmation ?? person.employee_no ?? person.login;
  return (
    <>
      <ReasonedButton
        variant="default"
        color="red"
        reason={person.status === "deactivated" ? null : t("erase.not_deactivated")}
        onClick={() => {
          erase.reset();
          setOpened(true);
        }}
      >
        {t("erase.button")}
      </ReasonedButton>
      <ConfirmByName
        opened={opened}
        title={t("erase.title", { name })}
        text={<WhatGoes held={erasure.data?.held} />}
        name={confirmation}
        confirm={t("erase.confirm")}
        doing={{ ...erase, error: erase.error ?? erasure.error }}
        onConfirm={() => erase.mutate(confirmation)}
        onClose={() => setOpened(false)}
      />
    </>
  );
}

const going = ["documents", "mails", "audit_entries", "sync_log_entries"] as const;
const staying = ["enrollments", "certificates", "flags"] as const;

/** The numbers are loaded after the sentences. */
function WhatGoes({ held }: { held: Erasure["held"] | undefined }) {
  const { t } = useTranslation("people");
  return (
    <Stack gap="xs">
      <Text size="sm">{t("erase.text")}</Text>
      <Text size="sm" fw={550}>
        {t("erase.goes")}
      </Text>
      <List size="sm">
        <List.Item>{t("erase.goes_record")}</List.Item>
        {held ? going.map((kind) => <List.Item key={kind}>{t(`erase.${kind}`, { count: held[kind] })}</List.Item>) : null}
        <List.Item>{t("erase.goes_logs")}</List.Item>
      </List>
      <Text size="sm" fw={550}>
        {t("erase.stays")}
      </Text>
      <List size="sm">
        {held ? staying.map((kind) => <List.Item key={kind}>{t(`erase.${kind}`, { count: held[kind] })}</List.Item>) : null}
        <List.Item>{t("erase.stays_proofs")}</List.Item>
      </List>
      <Text size="sm">{t("erase.beyond")}</Text>
    </Stack>
  );
}

/** The progress of a person's erasure, for roles that may order one. */
export function ErasureNotice({ person }: { person: Person }) {
  const { t } = useTranslation("people");
  const is_it = useSession().account.role === "it_admin";
  const erasure = useErasure(person.id, is_it && person.status === "anonymized");
  if (person.status !== "anonymized") return null;
  const { state, completed_at = null } = erasure.data ?? {};
  return (
    <Alert color="gray" variant="light" icon={<IconEraser size={18} />} title={t("erase.notice")}>
      {t("anonymized_text")}
      {state === "running" ? <div>{t("erase.running")}</div> : null}
      {completed_at === null ? null : (
        <div>
          {t("erase.completed")} <When at={completed_at} />
        </div>
      )}
    </Alert>
  );
}
