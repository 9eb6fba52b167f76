import { NativeSelect, Stack, Table as Grid, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type Attribute, attributeName, fields } from "./match-columns.ts";
import { encodings, type Encoding, type Table } from "./read-table.ts";

/** How many rows are shown as examples beside a column's name. */
const shown_rows = 3;

/** Each column of the file, with some of its cells and the field of a person that it fills. */
export function MapColumns({
  table,
  names,
  attributes,
  fault,
  onNames,
  onEncoding,
}: {
  table: Table;
  names: readonly (string | null)[];
  attributes: readonly Attribute[];
  /** Why the file cannot be sent with these columns; null: it can. */
  fault: string | null;
  onNames: (names: (string | null)[]) => void;
  onEncoding: (encoding: Encoding) => void;
}) {
  const { t } = useTranslation("imports");
  const choices = [
    { value: "", label: t("map.left_out") },
    ...fields.map((field) => ({ value: field, label: t([`columns.${field}`, `common:person.${field}`]) })),
    ...attributes.map((one) => ({ value: attributeName(one), label: one.label ?? one.key })),
  ];
  // A field is filled by one column only, the one that was chosen last.
  const choose = (index: number, name: string) =>
    onNames(names.map((one, at) => (at === index ? name || null : one === name ? null : one)));
  return (
    <Stack gap="xs">
      <Text fw={600} size="sm" id="map-columns">
        {t("map.title")}
      </Text>
      {table.encoding !== "utf-8" && table.encoding !== "utf-16le" ? (
        <NativeSelect
          label={t("map.encoding")}
          description={t("map.encoding_text")}
          maw={320}
          data={encodings.map((value) => ({ value, label: t(`map.${value}`) }))}
          value={table.encoding}
          onChange={({ currentTarget }) => onEncoding(currentTarget.value as Encoding)}
        />
      ) : null}
      <ColumnGrid table={table} names={names} choices={choices} choose={choose} />
      {fault ? (
        <Text size="sm" c="red" role="alert">
          {fault}
        </Text>
      ) : null}
    </Stack>
  );
}

type ColumnGridProps = {
  table: Table;
  names: readonly (string | null)[];
  choices: { value: string; label: string }[];
  choose: (index: number, name: string) => void;
};

function ColumnGrid({ table, names, choices, choose }: ColumnGridProps) {
  const { t } = useTranslation("imports");
  // Two columns of a file may have the same name.
  const columns = table.header.map((name, index) => ({ name, index, key: `${index} ${name}` }));
  return (
    <Grid.ScrollContainer minWidth={480} type="native" tabIndex={0} role="region" aria-labelledby="map-columns">
      <Grid>
        <Grid.Thead>
          <Grid.Tr>
            <Grid.Th scope="col">{t("map.column")}</Grid.Th>
            <Grid.Th scope="col">{t("map.values")}</Grid.Th>
            <Grid.Th scope="col">{t("map.field")}</Grid.Th>
          </Grid.Tr>
        </Grid.Thead>
        <Grid.Tbody>
          {columns.map(({ name, index, key }) => (
            <Grid.Tr key={key}>
              <Grid.Th scope="row">{name === "" ? t("map.unnamed", { place: index + 1 }) : name}</Grid.Th>
              <Grid.Td>
                <Text size="sm" c="dimmed" lineClamp={1}>
                  {table.rows
                    .slice(0, shown_rows)
                    .map(({ cells }) => cells[index] ?? "")
                    .filter((cell) => cell !== "")
                    .join(" · ")}
                </Text>
              </Grid.Td>
              <Grid.Td>
                <NativeSelect
                  aria-label={t("map.field_of", { name: name || String(index + 1) })}
                  data={choices}
                  value={names[index] ?? ""}
                  onChange={({ currentTarget }) => choose(index, currentTarget.value)}
                />
              </Grid.Td>
            </Grid.Tr>
          ))}
        </Grid.Tbody>
      </Grid>
    </Grid.ScrollContainer>
  );
}
