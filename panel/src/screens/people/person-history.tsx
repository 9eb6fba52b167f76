import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { Section } from "../../components/section.tsx";
import { When } from "../../components/values/when.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { namesOf, sentenceOf } from "../audit/words.ts";
import { nameOf, type Person } from "./people-data.ts";

/** The changes of the record and the account, and who made them. */
export function PersonHistory({ person }: { person: Pick<Person, "id" | "full_name" | "employee_no" | "login"> }) {
  const { t } = useTranslation("people");
  const audit = useTranslation("audit").t;
  const { id } = person;
  const name = nameOf(person);
  const names = namesOf([{ type: "person", id, name: null, user: { id, name }, course: null }]);
  const query = useQuery({
    queryKey: ["person", id, "history"],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/people/{id}/history", { params: { path: { id } }, signal })).entries,
  });
  return (
    <Section title={t("history.title")}>
      <Unanswered query={query} height={80} />
      {query.data?.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("history.empty")}
        </Text>
      ) : null}
      <Stack gap="xs">
        {query.data?.map((entry) => (
          <div key={entry.id}>
            <Text size="sm">
              {sentenceOf(
                audit,
                { operation: entry.operation, target_type: "person", target_id: id, changes: {}, personal: {} },
                names,
              )}
              {entry.fields.length > 0
                ? ` – ${entry.fields.map((field) => audit([`field.${field}`, `common:person.${field}`], { defaultValue: field })).join(", ")}`
                : ""}
            </Text>
            <Text size="xs" c="dimmed">
              {entry.actor_name ?? audit(`actor.${entry.actor_type}`)} · <When at={entry.occurred_at} />
            </Text>
          </div>
        ))}
      </Stack>
    </Section>
  );
}
