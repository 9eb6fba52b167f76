import { Table } from "@mantine/core";
import type { ReactNode } from "react";

/** What is known of one thing, a line each. */
export function Facts({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <Table variant="vertical" withRowBorders={false} verticalSpacing={3} layout="auto">
      <Table.Tbody>
        {rows.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" bg="transparent" fw={400} c="dimmed" w="11rem">
              {name}
            </Table.Th>
            <Table.Td style={{ overflowWrap: "anywhere" }}>{value ?? "–"}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
