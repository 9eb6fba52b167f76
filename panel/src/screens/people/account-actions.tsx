import { Button, CopyButton, Group, Modal, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { ConfirmByName } from "../../components/forms/confirm-by-name.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { toast } from "../../components/toast.ts";
import { nameOf, type Person, useTrainingReason } from "./people-data.ts";

const actions = ["suspend", "resume", "deactivate", "rehire"] as const;
type Action = (typeof actions)[number];

async function carryOut(action: Action, id: string): Promise<void> {
  const params = { path: { id } };
  if (action === "suspend") await api.POST("/panel/api/people/{id}/suspend", { params });
  else if (action === "resume") await api.POST("/panel/api/people/{id}/resume", { params });
  else await api.PATCH("/panel/api/people/{id}", { params, body: { active: action === "rehire" } });
}

/** The actions that the account's state allows. */
function actionsOf({ status }: Person): Action[] {
  if (status === "anonymized") return [];
  if (status === "deactivated") return ["rehire"];
  return status === "suspended" ? ["resume", "deactivate"] : ["suspend", "deactivate"];
}

/** Invite, suspend, resume, deactivate and rehire; each asks for a confirmation with the person's name. */
export function AccountActions({ person }: { person: Person }) {
  const { t } = useTranslation("people");
  const not_allowed = useTrainingReason("of_person");
  const [asked, setAsked] = useState<Action | null>(null);
  const act = useSave({
    changes: "people",
    save: (action: Action) => carryOut(action, person.id),
    done: (_, action) => t(`done.${action}`, { name: nameOf(person) }),
    onSaved: () => setAsked(null),
  });
  const scim = person.managed_by === "scim" ? t("scim.text") : null;
  const reasonOf = (action: Action) => not_allowed ?? (action === "suspend" || action === "resume" ? null : scim);
  return (
    <>
      <Invite person={person} reason={not_allowed} />
      <ResetFactors person={person} />
      {actionsOf(person).map((action) => (
        <ReasonedButton
          key={action}
          variant="default"
          reason={reasonOf(action)}
          onClick={() => {
            act.reset();
            setAsked(action);
          }}
        >
          {t(`action.${action}`)}
        </ReasonedButton>
      ))}
      <ConfirmByName
        opened={asked !== null}
        title={asked ? t(`confirm.${asked}`, { name: nameOf(person) }) : ""}
        text={asked ? t(`confirm_text.${asked}`) : ""}
        name={nameOf(person)}
        confirm={asked ? t(`action.${asked}`) : ""}
        doing={act}
        onConfirm={() => asked && act.mutate(asked)}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

/** Resets the second factors of a learner who has lost passkey and codes, on an IT administrator's responsibility. */
function ResetFactors({ person }: { person: Person }) {
  const { t } = useTranslation("people");
  const { account } = useSession();
  const [opened, setOpened] = useState(false);
  const reset = useSave({
    changes: "people",
    save: async () => api.DELETE("/panel/api/people/{id}/second-factor", { params: { path: { id: person.id } } }),
    done: t("factors.done", { name: nameOf(person) }),
    onSaved: () => setOpened(false),
  });
  if (account.role !== "it_admin" || account.departments !== null) return null;
  if (person.status !== "invited" && person.status !== "active") return null;
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          reset.reset();
          setOpened(true);
        }}
      >
        {t("factors.button")}
      </Button>
      <ConfirmByName
        opened={opened}
        title={t("factors.title", { name: nameOf(person) })}
        text={t("factors.text")}
        name={nameOf(person)}
        confirm={t("factors.button")}
        doing={reset}
        onConfirm={() => reset.mutate()}
        onClose={() => setOpened(false)}
      />
    </>
  );
}

function Invite({ person, reason }: { person: Person; reason: string | null }) {
  const { t } = useTranslation("people");
  const invite = useMutation({
    gcTime: 0,
    mutationFn: async () => dataOf(await api.POST("/panel/api/people/{id}/invitation", { params: { path: { id: person.id } } })),
    onSuccess: ({ mailed_to }) => {
      if (mailed_to !== null) toast.done(t("invite.mailed", { address: mailed_to }));
    },
    onError: toast.failed,
  });
  if (person.status !== "invited" && person.status !== "active") return null;
  const link = invite.data?.link ?? null;
  return (
    <>
      <ReasonedButton variant="default" reason={reason} loading={invite.isPending} onClick={() => invite.mutate()}>
        {t("invite.button")}
      </ReasonedButton>
      <Modal
        opened={link !== null}
        onClose={() => invite.reset()}
        title={t("invite.link_title", { name: nameOf(person) })}
        closeButtonProps={{ "aria-label": t("common:close") }}
      >
        <Stack gap="sm">
          <Text size="sm">{t("invite.link_text")}</Text>
          <Text size="sm" className="panel-mono" style={{ overflowWrap: "anywhere" }}>
            {link}
          </Text>
          <Group justify="flex-end">
            <CopyButton value={link ?? ""}>
              {({ copied, copy }) => <Button onClick={copy}>{copied ? t("common:copied") : t("invite.copy")}</Button>}
            </CopyButton>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
