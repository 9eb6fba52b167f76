import { Alert, Badge, Button, Group, Stack, Table, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { CopyField } from "../../../components/values/copy-field.tsx";
import type { SetUp } from "../identity-data.ts";
import type { Field, OidcGuide, SamlGuide } from "./products.ts";

type Props = { set_up: SetUp; guide: OidcGuide | SamlGuide; next: () => void };

/** What is entered at the provider, field by field under the provider's names, and which claims it must send. */
export function RegisterStep({ set_up, guide, next }: Props) {
  const { t } = useTranslation("identity-wizard");
  const textOf = (value: Field["value"]) => (typeof value === "string" ? set_up[value] : value.text);
  return (
    <Stack gap="md">
      <Text size="sm">
        {t("register.place")} <b>{guide.place}</b>
      </Text>
      {guide.fields.map(({ name, value }) => (
        <CopyField key={name} label={name} value={textOf(value)} />
      ))}
      {guide.note === null ? null : <Alert color="indigo">{t(`note.${guide.note}`)}</Alert>}
      <Claims guide={guide} />
      <Group justify="flex-end">
        <Button onClick={next}>{t("next")}</Button>
      </Group>
    </Stack>
  );
}

function Claims({ guide }: Pick<Props, "guide">) {
  const { t } = useTranslation("identity-wizard");
  return (
    <div>
      <Text size="sm" mb="xs">
        {t("register.claims")}
      </Text>
      <Table.ScrollContainer
        minWidth={0}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, role: "region", "aria-label": t("register.claims_label") } }}
      >
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t("register.theirs")}</Table.Th>
              <Table.Th scope="col">{t("register.ours")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {guide.mappings.map(({ theirs, ours }) => (
              <Table.Tr key={`${theirs} ${ours}`}>
                <Table.Td className="panel-mono" style={{ overflowWrap: "anywhere" }}>
                  {theirs}
                </Table.Td>
                <Table.Td>
                  <Badge color="gray" h="auto" style={{ whiteSpace: "normal" }}>
                    {t(`claim.${ours}`)}
                  </Badge>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </div>
  );
}
