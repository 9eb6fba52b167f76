import { Code, Group, Stack, Table, Text } from "@mantine/core";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Id } from "../../components/values/id.tsx";
import { LinkButton } from "../../components/values/link.tsx";
import { When } from "../../components/values/when.tsx";
import { Places } from "./places.tsx";
import { type Entry, isPair, type Names } from "./words.ts";

/** One entry in full: every changed field, before and after. */
export function Changes({ entry, names }: { entry: Entry; names: Names }) {
  const { t } = useTranslation("audit");
  const { changes, personal, actor, target_id, request_id, batch_id, occurred_at } = entry;
  const fields = Object.entries({ ...changes, ...personal });
  return (
    <Stack gap="md">
      <Group gap="lg">
        <Text size="sm">
          {actor.name ?? t(`actor.${actor.type}`)} · <When at={occurred_at} />
        </Text>
        <Places entry={entry} names={names} />
      </Group>
      <Group gap="xs">
        <Text size="xs" c="dimmed">
          {t("code")} <Code>{entry.operation}</Code>
        </Text>
        {request_id ? <Id value={request_id} /> : null}
      </Group>
      {fields.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("no_changes")}
        </Text>
      ) : (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t("change.field")}</Table.Th>
              <Table.Th scope="col">{t("change.before")}</Table.Th>
              <Table.Th scope="col">{t("change.after")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {fields.map(([field, value]) => {
              const pair = isPair(value) ? value : [undefined, value];
              return (
                <Table.Tr key={field}>
                  <Table.Td>{t([`field.${field}`, `common:person.${field}`], { defaultValue: field })}</Table.Td>
                  <Table.Td>{textOf(t, pair[0], names)}</Table.Td>
                  <Table.Td>{textOf(t, pair[1], names)}</Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      )}
      <Group gap="xs">
        {target_id ? (
          <LinkButton to="/audit" search={{ target_id }} size="xs" variant="default">
            {t("same_target")}
          </LinkButton>
        ) : null}
        {batch_id ? (
          <LinkButton to="/audit" search={{ batch_id }} size="xs" variant="default">
            {t("same_batch")}
          </LinkButton>
        ) : null}
      </Group>
    </Stack>
  );
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const word = /^[a-z][a-z0-9_]*$/;

/** A value in words: names in place of ids, states and roles translated, lists with commas. */
function textOf(t: TFunction<"audit">, value: unknown, names: Names): string {
  if (value === null || value === undefined || value === "") return "–";
  if (Array.isArray(value)) return value.length === 0 ? "–" : value.map((one) => textOf(t, one, names)).join(", ");
  if (typeof value === "boolean") return t(`value.${value}`);
  if (typeof value !== "string") return JSON.stringify(value);
  if (uuid.test(value)) return calledOf(t, value, names);
  return word.test(value) ? t(`value.${value}`, { defaultValue: value }) : value;
}

function calledOf(t: TFunction<"audit">, id: string, names: Names): string {
  const named = names.get(id);
  if (named === undefined) return `…${id.slice(-8)}`;
  const { name, user, course } = named;
  return name ?? ([user && (user.name ?? t("unknown.person")), course?.title].filter(Boolean).join(", ") || id);
}
