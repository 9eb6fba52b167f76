import { Alert } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { Page } from "../../components/page.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { useGoTo } from "../../components/use-go-to.ts";
import { Unanswered } from "../../components/unanswered.tsx";
import { type Rule, useRule } from "./rule-data.ts";
import { type RuleBody, RuleForm } from "./rule-form.tsx";

export function EditRule() {
  const { t } = useTranslation("rules");
  const { rule_id } = useParams({ strict: false }) as { rule_id: string };
  const query = useRule(rule_id);
  const parents = [
    { title: t("shell:nav.rules"), to: "/rules" },
    { title: query.data?.name ?? t("detail.title"), to: "/rules/$rule_id", params: { rule_id } },
  ];
  return (
    <Page title={t("edit.title")} parents={parents} width="narrow">
      {query.data ? null : <Unanswered query={query} height={320} />}
      {query.data?.retired_at ? <Alert title={t("retired")}>{t("retired_text")}</Alert> : null}
      {query.data && !query.data.retired_at ? <Edit rule={query.data} /> : null}
    </Page>
  );
}

function Edit({ rule: read }: { rule: Rule }) {
  const { t } = useTranslation("rules");
  // The form edits the rule as first read, even if an evaluation changes it meanwhile; the version says which state that was.
  const [rule] = useState(read);
  const save = useSave({
    changes: "rules",
    save: async (body: RuleBody) =>
      dataOf(
        await api.PATCH("/panel/api/rules/{id}", {
          params: { path: { id: rule.id } },
          body: { ...body, version: rule.version },
        }),
      ),
    done: ({ name }) => t("done.change", { name }),
  });
  useGoTo("/rules/$rule_id", "rule_id", save.data?.id);
  return <RuleForm rule={rule} submit={t("common:save")} save={save} />;
}
