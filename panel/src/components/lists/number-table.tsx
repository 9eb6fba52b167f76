import { Table } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { StackedBarsProps } from "../values/bars.ts";

export function NumberTable({ label, unit, series, bars }: StackedBarsProps<string>) {
  const { i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <Table.ScrollContainer minWidth={0} scrollAreaProps={{ viewportProps: { tabIndex: 0, role: "region", "aria-label": label } }}>
      <Table verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{unit}</Table.Th>
            {series.map(({ key, name }) => (
              <Table.Th key={key} scope="col" ta="right">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {bars.map(({ key, title, values }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" fw={400}>
                {title}
              </Table.Th>
              {series.map((one) => (
                <Table.Td key={one.key} ta="right">
                  {number.format(values[one.key] ?? 0)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
