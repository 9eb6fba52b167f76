import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { DraftNotice } from "./draft-notice.tsx";
import { ProblemAlert } from "./problem-alert.tsx";
import type { Draft } from "./use-draft.ts";

/** The state of a dialog's form, from `useDialogForm`. */
export type FormDialog = {
  opened: boolean;
  onClose: () => void;
  busy: boolean;
  /** An error that belongs to no field. */
  error: unknown;
  /** What was typed before the session ended. */
  draft?: Draft;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
};

type Words = {
  title: string;
  /** What submitting will do. */
  text: string;
  submit: string;
};

type DialogFormProps = Words & {
  dialog: FormDialog;
  /** `lg`: a form of many fields. */
  size?: "md" | "lg";
  children?: ReactNode;
};

/** A form in a dialog. When the server refuses it, the dialog stays open with what was typed. */
export function DialogForm({ dialog, title, text, submit, size = "md", children }: DialogFormProps) {
  const { opened, onClose, busy, error, onSubmit, draft } = dialog;
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      // A click beside a form is usually a mistake, and would lose what was typed.
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
