import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { Page } from "../../components/page.tsx";
import { toast } from "../../components/toast.ts";
import { useGoTo } from "../../components/use-go-to.ts";
import { useReadAnew } from "../rules/rule-data.ts";
import { type GroupBody, GroupForm } from "./group-form.tsx";

export function NewGroup() {
  const { t } = useTranslation("groups");
  const readAnew = useReadAnew();
  const save = useMutation({
    mutationFn: async ({ kind, ...body }: GroupBody) =>
      dataOf(await api.POST("/panel/api/groups", { body: { ...body, kind: kind as "manual" | "dynamic" } })),
    onSuccess: async ({ name }) => {
      toast.done(t("done.create", { name }));
      await readAnew();
    },
  });
  useGoTo("/groups/$group_id", "group_id", save.data?.id);
  return (
    <Page
      title={t("new.title")}
      description={t("new.text")}
      parents={[{ title: t("shell:nav.groups"), to: "/groups" }]}
      width="narrow"
    >
      <GroupForm
        group={{}}
        submit={t("new.submit")}
        busy={save.isPending}
        done={save.isSuccess}
        error={save.error}
        onSubmit={save.mutate}
      />
    </Page>
  );
}
