import { Button, Group, Modal, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

/** Stands in a form: asks before what was typed is lost by going elsewhere. `<UnsavedGuard dirty={form.isDirty() && !save.isSuccess} />` */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const { t } = useTranslation();
  const blocker = useBlocker({
    // Filters and tabs live in the address too: only another page leaves the form.
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: dirty,
    withResolver: true,
  });
  return (
    <Modal
      opened={blocker.status === "blocked"}
      onClose={() => blocker.reset?.()}
      title={t("unsaved.title")}
      size="sm"
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <Text size="sm">{t("unsaved.text")}</Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => blocker.proceed?.()}>
          {t("unsaved.leave")}
        </Button>
        <Button data-autofocus onClick={() => blocker.reset?.()}>
          {t("unsaved.stay")}
        </Button>
      </Group>
    </Modal>
  );
}
