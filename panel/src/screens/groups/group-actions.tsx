import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { ConfirmByName } from "../../components/forms/confirm-by-name.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { ReasonedLink } from "../../components/forms/reasoned-link.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { useTrainingReason } from "../people/people-data.ts";
import type { PersonGroup } from "./group-data.tsx";

export function GroupActions({ group }: { group: PersonGroup }) {
  const { t } = useTranslation("groups");
  const [open, setOpen] = useState(false);
  const not_allowed = useTrainingReason();
  const reason = not_allowed ?? (group.retired_at === null ? null : t("retired_text"));
  const retire = useSave({
    changes: "rules",
    save: () => api.POST("/panel/api/groups/{id}/retire", { params: { path: { id: group.id } } }),
    done: t("done.retire", { name: group.name }),
    onSaved: () => setOpen(false),
  });
  return (
    <>
      <ReasonedLink variant="default" reason={reason} to="/groups/$group_id/edit" params={{ group_id: group.id }}>
        {t(reason === null && group.kind === "scim" ? "edit.courses" : "edit.button")}
      </ReasonedLink>
      <ReasonedButton
        variant="default"
        color="red"
        reason={reason ?? (group.kind === "scim" ? t("scim.text") : null)}
        onClick={() => setOpen(true)}
      >
        {t("retire.button")}
      </ReasonedButton>
      <ConfirmByName
        opened={open}
        title={t("retire.title")}
        text={t(group.on_leave === "keep" ? "retire.text_keep" : "retire.text")}
        name={group.name}
        confirm={t("retire.button")}
        doing={retire}
        onConfirm={() => retire.mutate(undefined)}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
