import { Tabs, Text } from "@mantine/core";
import { Section } from "../../components/section.tsx";
import { CodeBlock } from "./code.tsx";

type CodeTabsProps<L extends string> = {
  title: string;
  /** The text above the tabs. */
  text: string;
  /** The first language is selected at first. */
  languages: readonly L[];
  names: Readonly<Record<L, { title: string; file: string }>>;
  codeOf: (language: L) => string;
};

/** The same code in several languages, a tab for each. */
export function CodeTabs<L extends string>({ title, text, languages, names, codeOf }: CodeTabsProps<L>) {
  return (
    <Section title={title}>
      <Text size="sm" c="dimmed" mb="sm">
        {text}
      </Text>
      <Tabs defaultValue={languages[0] ?? null} keepMounted={false}>
        <Tabs.List mb="sm" aria-label={title}>
          {languages.map((language) => (
            <Tabs.Tab key={language} value={language}>
              {names[language].title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {languages.map((language) => (
          <Tabs.Panel key={language} value={language}>
            <CodeBlock label={names[language].title} file={names[language].file} text={codeOf(language)} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Section>
  );
}
