import { Button, Group, Modal, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { backOf } from "./detour.tsx";
import { DraftNotice } from "./draft-notice.tsx";
import type { Draft } from "./use-draft.ts";

/**
 * Stands at the top of a form. It says that a draft was restored, and asks before the user leaves the page with unsaved input. It
 * does not ask when a link leads to a screen that leads back (detour.tsx).
 * `<UnsavedGuard dirty={form.isDirty() && !save.isSuccess} draft={draft} />`
 */
export function UnsavedGuard({ dirty, draft }: { dirty: boolean; draft: Draft }) {
  const { t } = useTranslation();
  const blocker = useBlocker({
    // A change of the query string stays in the form, because filters and tabs are kept there. Only another path leaves it.
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
