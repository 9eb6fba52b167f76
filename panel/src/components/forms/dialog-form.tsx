import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { DraftNotice } from "./draft-notice.tsx";
import { ProblemAlert } from "./problem-alert.tsx";
import type { Draft } from "./use-draft.ts";

type DialogFormProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What will happen. */
  text: string;
  submit: string;
  /** `lg`: a form of many fields. */
  size?: "md" | "lg";
  busy: boolean;
  /** What no field can show. */
  error: unknown;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** What was typed before a session ended. */
  draft?: Draft;
  children?: ReactNode;
};

/** A form in a dialog; what was typed stays while it is refused. */
export function DialogForm(props: DialogFormProps) {
  const { opened, onClose, title, text, submit, size = "md", busy, error, onSubmit, draft, children } = props;
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      // A click beside a form is more often a slip than a wish to lose what was typed.
      closeOnClickOutside={children === undefined}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="sm">
          <Text size="sm">{text}</Text>
          {draft ? <DraftNotice draft={draft} /> : null}
          <ProblemAlert error={error} />
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button type="submit" loading={busy}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
