import { Alert, Skeleton } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { Page } from "../../components/page.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { type AttributeDefinition, useAttributes } from "../../components/forms/conditions.ts";
import { nameOf, type Person, usePerson } from "./people-data.ts";
import { useGoToPerson } from "./go-to-person.ts";
import { PersonForm } from "./person-form.tsx";
import { bodyOf, type PersonValues, valuesOf } from "./person-values.ts";

export function EditPerson() {
  const { t } = useTranslation("people");
  const { person_id } = useParams({ strict: false }) as { person_id: string };
  const query = usePerson(person_id);
  const definitions = useAttributes();
  const name = query.data ? nameOf(query.data) : t("detail.title");
  const parents = [
    { title: t("shell:nav.people"), to: "/people" },
    { title: name, to: "/people/$person_id", params: { person_id } },
  ];
  return (
    <Page title={t("edit.title")} parents={parents} width="narrow">
      <ProblemAlert error={query.data ? null : query.error} retry={() => void query.refetch()} />
      <ProblemAlert error={definitions.data ? null : definitions.error} retry={() => void definitions.refetch()} />
      {query.isPending || definitions.isPending ? <Skeleton h={320} /> : null}
      {query.data?.managed_by === "scim" ? <Alert title={t("scim.title")}>{t("scim.text")}</Alert> : null}
      {query.data?.managed_by === "platform" && definitions.data ? (
        <Edit person={query.data} definitions={definitions.data} />
      ) : null}
    </Page>
  );
}

function Edit({ person, definitions }: { person: Person; definitions: readonly AttributeDefinition[] }) {
  const { t } = useTranslation("people");
  const save = useSave({
    changes: "people",
    save: async (values: PersonValues) =>
      dataOf(
        await api.PATCH("/panel/api/people/{id}", {
          params: { path: { id: person.id } },
          body: changesOf(bodyOf(valuesOf(person, definitions), definitions), bodyOf(values, definitions)),
        }),
      ),
    done: (changed) => t("done.change", { name: nameOf(changed) }),
  });
  useGoToPerson(save.data);
  return <PersonForm person={person} definitions={definitions} submit={t("common:save")} save={save} />;
}

/** Only the fields that were changed here, so that another user's change of another field is kept. */
function changesOf(before: Record<string, unknown>, after: Record<string, unknown>): Record<string, unknown> {
  const changed = Object.entries(after).flatMap(([name, value]): [string, unknown][] => {
    if (JSON.stringify(value) === JSON.stringify(before[name])) return [];
    const within = name === "attributes";
    return [[name, within ? changesOf(before[name] as Record<string, unknown>, value as Record<string, unknown>) : value]];
  });
  return Object.fromEntries(changed);
}
