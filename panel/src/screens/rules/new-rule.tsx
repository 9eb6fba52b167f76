import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { Page } from "../../components/page.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { useGoTo } from "../../components/use-go-to.ts";
import { type RuleBody, RuleForm } from "./rule-form.tsx";

export function NewRule() {
  const { t } = useTranslation("rules");
  const save = useSave({
    changes: "rules",
    save: async (body: RuleBody) => dataOf(await api.POST("/panel/api/rules", { body })),
    done: ({ name }) => t("done.create", { name }),
  });
  useGoTo("/rules/$rule_id", "rule_id", save.data?.id);
  return (
    <Page
      title={t("new.title")}
      description={t("new.text")}
      parents={[{ title: t("shell:nav.rules"), to: "/rules" }]}
      width="narrow"
    >
      <RuleForm rule={{}} submit={t("new.submit")} save={save} />
    </Page>
  );
}
