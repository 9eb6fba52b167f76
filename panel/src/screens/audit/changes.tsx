import { Group, Stack, Table, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Id } from "../../components/id.tsx";
import { LinkButton } from "../../components/link.tsx";
import { When } from "../../components/when.tsx";
import type { Entry } from "./audit.tsx";

/** One entry in full: every field that it changed, before and after. */
export function Changes({ entry }: { entry: Entry }) {
  const { t } = useTranslation("audit");
  const { changes, personal, actor, target_id, request_id, batch_id, occurred_at } = entry;
  const fields = Object.entries({ ...changes, ...personal });
  return (
    <Stack gap="md">
      <Group gap="lg">
        <Text size="sm">
          {actor.name ?? t(`actor.${actor.type}`)} · <When at={occurred_at} />
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
              const pair = Array.isArray(value) && value.length === 2 ? (value as [unknown, unknown]) : [undefined, value];
              return (
                <Table.Tr key={field}>
                  <Table.Td className="panel-mono">{field}</Table.Td>
                  <Table.Td className="panel-mono">{textOf(pair[0])}</Table.Td>
                  <Table.Td className="panel-mono">{textOf(pair[1])}</Table.Td>
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

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "–";
  return typeof value === "string" ? value : JSON.stringify(value);
}
