import { Table } from "@mantine/core";
import type { ReactNode } from "react";

/** Facts about one record, one on each line; an unknown value is a dash. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <Table variant="vertical" withRowBorders={false} verticalSpacing={3} layout="auto">
      <Table.Tbody>
        {rows.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" bg="transparent" fw={400} c="dimmed" w="9.5rem" style={{ verticalAlign: "top" }}>
              {name}
            </Table.Th>
            <Table.Td style={{ overflowWrap: "anywhere" }}>{value ?? "–"}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Sentences or names, one on each line. */
export function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => <div key={line}>{line}</div>);
}
