import { Button, Checkbox, Collapse, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { CodeBlock } from "./code-block.tsx";
import type { Choices, EventType } from "./types.ts";

type Described = Choices["event_types"][number];

/** Event types, grouped by subject, each with an example of its body. */
export function EventPicker({
  types,
  value,
  onChange,
  error,
}: {
  types: readonly Described[];
  value: readonly EventType[];
  onChange: (value: EventType[]) => void;
  error?: ReactNode;
}) {
  const { t } = useTranslation("webhooks");
  const title = useId();
  const fault = useId();
  const groups = [...new Set(types.map(({ type }) => type.split(".")[0]!))];
  return (
    <Paper p="md" role="group" aria-labelledby={title} aria-describedby={error ? fault : undefined}>
      <Group justify="space-between" mb="xs">
        <Title order={2} id={title}>
          {t("events.title")}
        </Title>
        <Group gap={4}>
          <Button size="compact-sm" variant="subtle" onClick={() => onChange(types.map(({ type }) => type))}>
            {t("events.all")}
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={() => onChange([])}>
            {t("events.none")}
          </Button>
        </Group>
      </Group>
      {error ? (
        <Text size="sm" c="red" role="alert" mb="xs" id={fault}>
          {error}
        </Text>
      ) : null}
      <Stack gap="sm" data-path="subscribed_events">
        {groups.map((group) => (
          <Stack gap={4} key={group}>
            <Text size="xs" fw={600} c="dimmed" tt="uppercase">
              {t(`event_group.${group}` as "event_group.course")}
            </Text>
            {types
              .filter(({ type }) => type.startsWith(`${group}.`))
              .map((event) => (
                <Entry
                  key={event.type}
                  event={event}
                  checked={value.includes(event.type)}
                  toggle={(on) => onChange(on ? [...value, event.type] : value.filter((one) => one !== event.type))}
                />
              ))}
          </Stack>
        ))}
      </Stack>
    </Paper>
  );
}

function Entry({ event, checked, toggle }: { event: Described; checked: boolean; toggle: (on: boolean) => void }) {
  const { t } = useTranslation("webhooks");
  const [opened, setOpened] = useState(false);
  return (
    <div>
      <Group justify="space-between" align="flex-start" gap={0}>
        <Checkbox
          label={<span className="panel-mono">{event.type}</span>}
          description={event.summary}
          checked={checked}
          onChange={(change) => toggle(change.currentTarget.checked)}
        />
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
          aria-label={t("events.example_of", { type: event.type })}
        >
          {t("events.example")}
        </Button>
      </Group>
      <Collapse expanded={opened}>
        <Text size="xs" c="dimmed" my={4}>
          {event.description}
        </Text>
        {opened ? (
          <CodeBlock label={t("events.example_of", { type: event.type })} text={JSON.stringify(event.example, null, 2)} />
        ) : null}
      </Collapse>
    </div>
  );
}
