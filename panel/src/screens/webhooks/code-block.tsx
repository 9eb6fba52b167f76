import { Code } from "@mantine/core";

/** Text as it travels; it scrolls by keyboard, too. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
    <Code block tabIndex={0} role="region" aria-label={label} style={{ maxHeight: 260, overflow: "auto" }}>
      {text}
    </Code>
  );
}
