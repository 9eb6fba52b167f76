import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { Page } from "../../components/page.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { useAttributes } from "../../components/forms/conditions.ts";
import { nameOf } from "./people-data.ts";
import { useGoToPerson } from "./go-to-person.ts";
import { PersonForm } from "./person-form.tsx";
import { bodyOf, type PersonValues } from "./person-values.ts";

export function NewPerson() {
  const { t } = useTranslation("people");
  const definitions = useAttributes();
  const save = useSave({
    changes: "people",
    save: async (values: PersonValues) =>
      dataOf(await api.POST("/panel/api/people", { body: bodyOf(values, definitions.data ?? []) })),
    done: (person) => t("done.create", { name: nameOf(person) }),
  });
  useGoToPerson(save.data);
  return (
    <Page
      title={t("new.title")}
      description={t("new.text")}
      parents={[{ title: t("shell:nav.people"), to: "/people" }]}
      width="narrow"
    >
      {definitions.data ? (
        <PersonForm person={{}} definitions={definitions.data} submit={t("new.submit")} save={save} />
      ) : definitions.error ? (
        <ProblemAlert error={definitions.error} retry={() => void definitions.refetch()} />
      ) : (
        <Skeleton h={320} />
      )}
    </Page>
  );
}
