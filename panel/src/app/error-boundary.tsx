import { Button, Code, Container, Group, Stack, Text, Title } from "@mantine/core";
import { Component, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** React needs a class to catch what a component throws; this one stands around everything. */
export class LastResort extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error ? <Broken error={this.state.error} retry={() => location.reload()} /> : this.props.children;
  }
}

/** What stands in place of a screen that failed to be shown. */
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
