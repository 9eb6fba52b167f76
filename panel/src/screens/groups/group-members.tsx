import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { ConfirmDialog } from "../../components/forms/dialog-form.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { Section } from "../../components/section.tsx";
import { useListState } from "../../components/lists/use-list-state.ts";
import { useDialog } from "../../components/forms/use-draft.ts";
import { useTrainingReason } from "../people/people-data.ts";
import { PeopleList } from "../rules/people-list.tsx";
import { AddMembers } from "./add-members.tsx";
import type { PersonGroup } from "./group-data.tsx";

/** The members of the group. Those of a manual group are added and removed here. */
export function GroupMembers({ group }: { group: PersonGroup }) {
  const { t } = useTranslation("groups");
  const list = useListState({ q: "" });
  const reason = useReason(group);
  const [adding, setAdding] = useDialog("members");
  const [ids, setIds] = useState<string[]>([]);
  const add = (
    <ReasonedButton
      size="xs"
      variant="default"
      reason={reason}
      onClick={() => setAdding(true)}
      leftSection={<IconPlus size={14} />}
    >
      {t("members.add")}
    </ReasonedButton>
  );
  return (
    <Section title={t("members.title")} action={add}>
      <PeopleList
        list={list}
        label={t("members.title")}
        since={t("members.since")}
        empty={t("members.empty")}
        query_key={["group", group.id, "members", group.members]}
        read={(query, signal) => api.GET("/panel/api/groups/{id}/members", { params: { path: { id: group.id }, query }, signal })}
        {...(reason === null
          ? { selection: { ids, set: setIds }, bulk: <Remove group={group} ids={ids} onDone={() => setIds([])} /> }
          : {})}
      />
      <AddMembers group={group} opened={adding} onClose={() => setAdding(false)} />
    </Section>
  );
}

/** Why members cannot be added or removed by hand; null: they can. */
function useReason({ kind, retired_at }: PersonGroup): string | null {
  const { t } = useTranslation("groups");
  const not_allowed = useTrainingReason();
  if (not_allowed !== null) return not_allowed;
  if (retired_at !== null) return t("retired_text");
  if (kind === "scim") return t("scim.text");
  return kind === "dynamic" ? t("members.by_conditions") : null;
}

function Remove({ group, ids, onDone }: { group: PersonGroup; ids: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation("groups");
  const [open, setOpen] = useState(false);
  const remove = useSave({
    changes: "rules",
    save: async () =>
      dataOf(
        await api.POST("/panel/api/groups/{id}/leave", { params: { path: { id: group.id } }, body: { person_ids: [...ids] } }),
      ),
    done: ({ moved }) => t("done.leave", { count: moved }),
    onSaved: () => {
      setOpen(false);
      onDone();
    },
  });
  return (
    <>
      <Button size="xs" color="red" variant="light" onClick={() => setOpen(true)}>
        {t("members.remove")}
      </Button>
      <ConfirmDialog
        opened={open}
        onClose={() => setOpen(false)}
        title={t("members.remove_title")}
        text={t(group.on_leave === "keep" ? "members.remove_keep" : "members.remove_text", { count: ids.length })}
        submit={t("members.remove")}
        action={remove}
      />
    </>
  );
}
