import { Button, Group, Modal, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { backOf } from "./detour.tsx";
import { DraftNotice } from "./draft-notice.tsx";
import type { Draft } from "./use-draft.ts";

/**
 * Stands at the top of a form: says that a draft was brought back, and asks before what was typed is lost by going elsewhere. A detour
 * that leads back (detour.tsx) is no such going. `<UnsavedGuard dirty={form.isDirty() && !save.isSuccess} draft={draft} />`
 */
export function UnsavedGuard({ dirty, draft }: { dirty: boolean; draft: Draft }) {
  const { t } = useTranslation();
  const blocker = useBlocker({
    // Filters and tabs live in the address too: only another page leaves the form.
    shouldBlockFn: ({ current, next }) =>
      dirty && current.pathname !== next.pathname && backOf(next.search as object) !== current.pathname,
    enableBeforeUnload: dirty,
    withResolver: true,
  });
  return (
    <>
      <DraftNotice draft={draft} />
      <Modal
        opened={blocker.status === "blocked"}
        onClose={() => blocker.reset?.()}
        title={t("unsaved.title")}
        closeButtonProps={{ "aria-label": t("close") }}
      >
        <Text size="sm">{t("unsaved.text")}</Text>
        <Group justify="flex-end" mt="md" gap="xs">
          <Button
            variant="default"
            onClick={() => {
              draft.drop();
              blocker.proceed?.();
            }}
          >
            {t("unsaved.leave")}
          </Button>
          <Button variant="default" onClick={() => blocker.proceed?.()}>
            {t("unsaved.keep")}
          </Button>
          <Button data-autofocus onClick={() => blocker.reset?.()}>
            {t("unsaved.stay")}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
