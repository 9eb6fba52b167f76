import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { Page } from "../../components/page.tsx";
import { toast } from "../../components/toast.ts";
import { nameOf } from "./people-data.ts";
import { useGoToPerson } from "./go-to-person.ts";
import { bodyOf, PersonForm, type PersonValues } from "./person-form.tsx";

export function NewPerson() {
  const { t } = useTranslation("people");
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: async (values: PersonValues) => dataOf(await api.POST("/panel/api/people", { body: bodyOf(values) })),
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
      <PersonForm
        person={{}}
        submit={t("new.submit")}
        busy={save.isPending}
        done={save.isSuccess}
        error={save.error}
        onSubmit={save.mutate}
      />
    </Page>
  );
}
