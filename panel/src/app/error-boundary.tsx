import { Button, Code, Container, Group, Stack, Text, Title } from "@mantine/core";
import { Component, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** Catches what a component throws, around the whole panel. React needs a class for it. */
export class LastResort extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error ? <Broken error={this.state.error} retry={() => location.reload()} /> : this.props.children;
  }
}

/** The text in place of a screen that could not be shown. */
export function Broken({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useTranslation("shell");
  return (
    <Container size="sm" py={64}>
      <Stack role="alert">
        <Title order={1}>{t("broken.title")}</Title>
        <Text>{t("broken.text")}</Text>
        <Code block>{error.message}</Code>
        <Group>
          <Button onClick={retry}>{t("common:retry")}</Button>
          <Button variant="default" component="a" href="/panel/">
            {t("broken.home")}
          </Button>
        </Group>
      </Stack>
    </Container>
  );
}
