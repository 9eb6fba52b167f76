import { Button, Container, Skeleton, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

/** The placeholder while a screen is being loaded. */
export function Pending() {
  const { t } = useTranslation("shell");
  return (
    <Stack p="lg" aria-busy="true" aria-label={t("loading")} role="status">
      <Skeleton h={28} w={220} />
      <Skeleton h={14} w={380} maw="100%" />
      <Skeleton h={240} mt="md" />
    </Stack>
  );
}

export function NotFound() {
  const { t } = useTranslation("shell");
  return <Message title={t("not_found.title")} text={t("not_found.text")} />;
}

/** The page in place of a screen that the account's role may not open. */
export function NoPermission() {
  const { t } = useTranslation("shell");
  return <Message title={t("no_permission.title")} text={t("no_permission.text")} />;
}

function Message({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation("shell");
  return (
    <Container size="xs" py={72}>
      <title>{`${title} · Muster`}</title>
      <Stack align="flex-start">
        <Title order={1}>{title}</Title>
        <Text c="dimmed">{text}</Text>
        <Button component={Link} to="/" variant="default">
          {t("home")}
        </Button>
      </Stack>
    </Container>
  );
}
