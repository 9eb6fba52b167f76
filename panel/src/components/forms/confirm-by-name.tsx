import { Button, Code, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ProblemAlert } from "./problem-alert.tsx";

type ConfirmByNameProps = {
  opened: boolean;
  title: string;
  /** What will happen, and what will not come back. */
  text: ReactNode;
  /** Has to be typed. */
  name: string;
  confirm: string;
  busy: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
};

/** Before what cannot be undone: typing the name of the thing takes the second in which one notices that it is another. */
export function ConfirmByName({ opened, title, onClose, ...rest }: ConfirmByNameProps) {
  const { t } = useTranslation();
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ "aria-label": t("close") }}>
      <Confirmation {...rest} onClose={onClose} />
    </Modal>
  );
}

function Confirmation({ text, name, confirm, busy, error, onConfirm, onClose }: Omit<ConfirmByNameProps, "opened" | "title">) {
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
        <ProblemAlert error={error} />
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
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button type="submit" color="red" disabled={!matches} loading={busy}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
