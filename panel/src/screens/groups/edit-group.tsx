import { Alert } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { Page } from "../../components/page.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { useGoTo } from "../../components/use-go-to.ts";
import { Unanswered } from "../../components/unanswered.tsx";
import { type PersonGroup, useGroup } from "./group-data.tsx";
import { type GroupBody, GroupForm } from "./group-form.tsx";

export function EditGroup() {
  const { t } = useTranslation("groups");
  const { group_id } = useParams({ strict: false }) as { group_id: string };
  const query = useGroup(group_id);
  const parents = [
    { title: t("shell:nav.groups"), to: "/groups" },
    { title: query.data?.name ?? t("detail.title"), to: "/groups/$group_id", params: { group_id } },
  ];
  return (
    <Page title={t("edit.title")} parents={parents} width="narrow">
      {query.data ? null : <Unanswered query={query} height={320} />}
      {query.data?.retired_at ? <Alert title={t("retired")}>{t("retired_text")}</Alert> : null}
      {query.data && !query.data.retired_at ? <Edit group={query.data} /> : null}
    </Page>
  );
}

function Edit({ group: read }: { group: PersonGroup }) {
  const { t } = useTranslation("groups");
  // The form edits the group as first read, even if an evaluation changes it meanwhile; the version says which state that was.
  const [group] = useState(read);
  const save = useSave({
    changes: "rules",
    save: async ({ code, name, conditions, course_ids, due_days, on_leave }: GroupBody) =>
      dataOf(
        await api.PATCH("/panel/api/groups/{id}", {
          params: { path: { id: group.id } },
          body: { code, name, conditions, course_ids, due_days, on_leave, version: group.version },
        }),
      ),
    done: ({ name }) => t("done.change", { name }),
  });
  useGoTo("/groups/$group_id", "group_id", save.data?.id);
  return <GroupForm group={group} submit={t("common:save")} save={save} />;
}
