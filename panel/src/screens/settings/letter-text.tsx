import { Text } from "@mantine/core";

/** Shows a mail's subject and text. */
export function LetterText({ letter, language }: { letter: { subject: string; text: string }; language: string }) {
  return (
    <div lang={language}>
      <Text size="sm" fw={600} mb="xs" style={{ overflowWrap: "anywhere" }}>
        {letter.subject}
      </Text>
      <Text size="sm" component="div" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {letter.text}
      </Text>
    </div>
  );
}
