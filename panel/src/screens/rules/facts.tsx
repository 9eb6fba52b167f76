import { Table } from "@mantine/core";
import type { ReactNode } from "react";

/** What something says of itself, a line each. */
export function Facts({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <Table variant="vertical" withRowBorders={false} verticalSpacing={4} layout="auto">
      <Table.Tbody>
        {rows.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" bg="transparent" fw={400} c="dimmed" w="9.5rem" style={{ verticalAlign: "top" }}>
              {name}
            </Table.Th>
            <Table.Td style={{ overflowWrap: "anywhere" }}>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Some sentences or names, a line each. */
export function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => <div key={line}>{line}</div>);
}
