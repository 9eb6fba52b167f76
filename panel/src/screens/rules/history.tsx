import { Stack, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { components } from "../../api/schema.d.ts";
import { type Names, useWords } from "../../components/forms/conditions.ts";
import { Section } from "../../components/section.tsx";
import { When } from "../../components/values/when.tsx";
import { Unanswered } from "../../components/unanswered.tsx";

type ChangeHistory = components["schemas"]["ChangeHistory"];
const fields = [
  "name",
  "code",
  "active",
  "conditions",
  "course_ids",
  "due_days",
  "on_leave",
  "count_valid_certificates",
  "look_back_days",
  "people",
] as const;

/** Who changed a rule or a group, when, and its values before and after. */
export function History({ query }: { query: UseQueryResult<ChangeHistory> }) {
  const { t } = useTranslation("rules");
  return (
    <Section title={t("history.title")}>
      <Unanswered query={query} height={80} />
      {query.data?.entries.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("history.empty")}
        </Text>
      ) : null}
      <Stack gap="sm">
        {query.data?.entries.map((entry) => (
          <div key={entry.id}>
            <Text size="sm" fw={550}>
              {t(`history.${entry.operation.replace(/^\w+\./, "")}`, { defaultValue: entry.operation })}
            </Text>
            <Text size="xs" c="dimmed">
              {entry.actor_name ?? entry.actor_type} · <When at={entry.occurred_at} />
            </Text>
            <Changes entry={entry} names={query.data.names} />
          </div>
        ))}
      </Stack>
    </Section>
  );
}

function Changes({ entry, names }: { entry: ChangeHistory["entries"][number]; names: Names }) {
  const { t } = useTranslation("rules");
  const shown = useShown(names);
  if (/\.(create|retire)$/.test(entry.operation)) return null;
  const changed = fields.filter((field) => Array.isArray(entry.changes[field]));
  return changed.map((field) => {
    const [before, after] = entry.changes[field] as [unknown, unknown];
    const text = field === "people" ? shown(field, before ?? after) : `${shown(field, before)} → ${shown(field, after)}`;
    return (
      <Text size="xs" key={field} style={{ overflowWrap: "anywhere" }}>
        {t(`history.field.${field}`)}: {text}
      </Text>
    );
  });
}

function useShown(names: Names): (field: (typeof fields)[number], value: unknown) => string {
  const { t } = useTranslation("rules");
  const words = useWords();
  return (field, value) => {
    if (value === null || value === undefined) return "–";
    if (field === "conditions") return words(value, names).join("; ");
    if (field === "course_ids") return (value as string[]).map((id) => names[id] ?? id).join(", ") || "–";
    if (field === "on_leave") return t(value === "keep" ? "asking.keep" : "asking.cancel");
    if (typeof value === "boolean") return t(value ? "state.on" : "state.off");
    return typeof value === "string" ? value : JSON.stringify(value);
  };
}
