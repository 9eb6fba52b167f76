import { Group, Stack, Text, Title } from "@mantine/core";
import type { ComponentType, ReactNode } from "react";

type EmptyStateProps = {
  icon: ComponentType<{ size?: number; stroke?: number }>;
  title: string;
  /** What these records are, and what they are good for. */
  text: ReactNode;
  /** The button that makes the first record, or a link to the guide. */
  actions?: ReactNode;
};

export function EmptyState({ icon: Icon, title, text, actions }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py={56} px="md" className="panel-empty">
      <span className="panel-empty-icon" aria-hidden>
        <Icon size={26} stroke={1.5} />
      </span>
      <Title order={2}>{title}</Title>
      <Text c="dimmed" size="sm" ta="center" maw={460} component="div">
        {text}
      </Text>
      {actions ? (
        <Group mt="sm" justify="center">
          {actions}
        </Group>
      ) : null}
    </Stack>
  );
}
