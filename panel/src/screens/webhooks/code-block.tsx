import { Code } from "@mantine/core";

/** Text exactly as sent or received; it can be scrolled by keyboard. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
    <Code block tabIndex={0} role="region" aria-label={label} style={{ maxHeight: 260, overflow: "auto" }}>
      {text}
    </Code>
  );
}
