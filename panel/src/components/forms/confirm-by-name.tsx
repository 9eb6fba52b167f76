import { Button, Code, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ProblemAlert } from "./problem-alert.tsx";

type ConfirmByNameProps = {
  opened: boolean;
  title: string;
  /** What will happen, and what cannot be undone. */
  text: ReactNode;
  /** The name that has to be typed. */
  name: string;
  confirm: string;
  /** The mutation that the confirmation starts; reset when the dialog closes. */
  doing: { isPending: boolean; error: unknown; reset: () => void };
  onConfirm: () => void;
  onClose: () => void;
};

/** Confirms what cannot be undone. Typing the name takes the second in which a user notices that it is the wrong one. */
export function ConfirmByName({ opened, title, onClose, ...rest }: ConfirmByNameProps) {
  const { t } = useTranslation();
  // The dialog stays open until the mutation has ended, because its failure is shown only here.
  const close = () => {
    if (rest.doing.isPending) return;
    rest.doing.reset();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={title} closeButtonProps={{ "aria-label": t("close") }}>
      <Confirmation {...rest} onClose={close} />
    </Modal>
  );
}

function Confirmation({ text, name, confirm, doing, onConfirm, onClose }: Omit<ConfirmByNameProps, "opened" | "title">) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const matches = typed.trim() === name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (matches) onConfirm();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm" component="div">
          {text}
        </Text>
        <ProblemAlert error={doing.error} />
        <TextInput
          data-autofocus
          label={
            <>
              {t("confirm.type")} <Code>{name}</Code>
            </>
          }
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
        />
        <Group justify="flex-end">
          <Button variant="default" disabled={doing.isPending} onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button type="submit" color="red" disabled={!matches} loading={doing.isPending}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
