import { Anchor, Code, Group, Paper, Table, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useAttributes } from "../../components/forms/conditions.ts";
import { attributeName, fields } from "./match-columns.ts";

/** The columns that a file of people may have, and an empty file to start with. */
export function FileColumns() {
  const { t } = useTranslation("imports");
  const attributes = useAttributes().data ?? [];
  const rows = [
    ...fields.map((field) => ({
      name: field as string,
      label: t([`columns.${field}`, `common:person.${field}`]),
      text: t([`columns.${field}_text`, "columns.any_text"]),
    })),
    ...attributes.map((one) => ({ name: attributeName(one), label: one.label ?? one.key, text: t("columns.attribute_text") })),
  ];
  return (
    <Paper p="md" component="details">
      <Text component="summary" fw={600} size="sm">
        {t("columns.title")}
      </Text>
      <Group my="sm">
        <Anchor href="/panel/api/imports/template.xlsx" download size="sm">
          {t("columns.template")}
        </Anchor>
      </Group>
      <Table.ScrollContainer minWidth={560} type="native" tabIndex={0} role="region" aria-label={t("columns.title")}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t("columns.name")}</Table.Th>
              <Table.Th scope="col">{t("columns.meaning")}</Table.Th>
              <Table.Th scope="col">{t("columns.content")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ name, label, text }) => (
              <Table.Tr key={name}>
                <Table.Th scope="row">
                  <Code>{name}</Code>
                </Table.Th>
                <Table.Td>{label}</Table.Td>
                <Table.Td>{text}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  );
}
