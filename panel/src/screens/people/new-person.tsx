import { Skeleton } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { Page } from "../../components/page.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { toast } from "../../components/toast.ts";
import { useAttributes } from "../../components/forms/conditions.ts";
import { nameOf } from "./people-data.ts";
import { useGoToPerson } from "./go-to-person.ts";
import { PersonForm } from "./person-form.tsx";
import { bodyOf, type PersonValues } from "./person-values.ts";

export function NewPerson() {
  const { t } = useTranslation("people");
  const client = useQueryClient();
  const definitions = useAttributes();
  const save = useMutation({
    mutationFn: async (values: PersonValues) =>
      dataOf(await api.POST("/panel/api/people", { body: bodyOf(values, definitions.data ?? []) })),
    onSuccess: async (person) => {
      toast.done(t("done.create", { name: nameOf(person) }));
      await client.invalidateQueries({ queryKey: ["people"] });
    },
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
        <PersonForm
          person={{}}
          definitions={definitions.data}
          submit={t("new.submit")}
          busy={save.isPending}
          done={save.isSuccess}
          error={save.error}
          onSubmit={save.mutate}
        />
      ) : definitions.error ? (
        <ProblemAlert error={definitions.error} retry={() => void definitions.refetch()} />
      ) : (
        <Skeleton h={320} />
      )}
    </Page>
  );
}
