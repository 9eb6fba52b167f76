import { Group, Paper, Title } from "@mantine/core";
import type { ReactNode } from "react";

export function Section({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <Paper p="md" component="section">
      <Group justify="space-between" mb="sm">
        <Title order={2}>{title}</Title>
        {action}
      </Group>
      {children}
    </Paper>
  );
}
