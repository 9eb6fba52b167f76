import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { DraftNotice } from "./draft-notice.tsx";
import { ProblemAlert } from "./problem-alert.tsx";
import type { Draft } from "./use-draft.ts";

/** What `useDialogForm` knows of the dialog it belongs to. */
export type FormDialog = {
  opened: boolean;
  onClose: () => void;
  busy: boolean;
  /** What no field can show. */
  error: unknown;
  /** What was typed before a session ended. */
  draft?: Draft;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
};

type Words = {
  title: string;
  /** What will happen. */
  text: string;
  submit: string;
};

type DialogFormProps = Words & {
  dialog: FormDialog;
  /** `lg`: a form of many fields. */
  size?: "md" | "lg";
  children?: ReactNode;
};

/** A form in a dialog; what was typed stays while it is refused. */
export function DialogForm({ dialog, title, text, submit, size = "md", children }: DialogFormProps) {
  const { opened, onClose, busy, error, onSubmit, draft } = dialog;
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      // A click beside a form is more often a slip than the intention to lose what was typed.
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

type ConfirmDialogProps = Words & {
  opened: boolean;
  onClose: () => void;
  /** A mutation without input. */
  action: { isPending: boolean; error: unknown; mutate: (input: undefined) => void };
};

/** Asks before something is done. */
export function ConfirmDialog({ opened, onClose, action, ...words }: ConfirmDialogProps) {
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    action.mutate(undefined);
  };
  return <DialogForm dialog={{ opened, onClose, busy: action.isPending, error: action.error, onSubmit }} {...words} />;
}
