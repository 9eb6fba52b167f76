import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { Page } from "../../components/page.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { useGoTo } from "../../components/use-go-to.ts";
import { type GroupBody, GroupForm } from "./group-form.tsx";

export function NewGroup() {
  const { t } = useTranslation("groups");
  const save = useSave({
    changes: "rules",
    save: async ({ kind, ...body }: GroupBody) =>
      dataOf(await api.POST("/panel/api/groups", { body: { ...body, kind: kind as "manual" | "dynamic" } })),
    done: ({ name }) => t("done.create", { name }),
  });
  useGoTo("/groups/$group_id", "group_id", save.data?.id);
  return (
    <Page
      title={t("new.title")}
      description={t("new.text")}
      parents={[{ title: t("shell:nav.groups"), to: "/groups" }]}
      width="narrow"
    >
      <GroupForm group={{}} submit={t("new.submit")} save={save} />
    </Page>
  );
}
