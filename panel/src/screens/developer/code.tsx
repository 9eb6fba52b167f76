import { Button, Code, CopyButton, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** Text for a file or a terminal, with its name and a button to copy it. */
export function CodeBlock({ label, file, text }: { label: string; file: string; text: string }) {
  const { t } = useTranslation();
  return (
    <>
      <Group justify="space-between" mb={4}>
        <Text size="xs" c="dimmed" className="panel-mono">
          {file}
        </Text>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy}>
              {copied ? t("copied") : t("copy")}
            </Button>
          )}
        </CopyButton>
      </Group>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <Code block tabIndex={0} role="region" aria-label={label}>
        {text}
      </Code>
    </>
  );
}
