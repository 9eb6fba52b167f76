import { useTranslation } from "react-i18next";
import { useState } from "react";
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { useTrainingReason } from "../people/people-data.ts";
import { useSave } from "../../components/forms/use-save.ts";

type StateActionProps = { name: string; active: boolean; save: (active: boolean) => Promise<unknown> };

/** Deactivates or activates a department or company. */
export function StateAction({ name, active, save }: StateActionProps) {
  const { t } = useTranslation("places");
  const [opened, setOpened] = useState(false);
  const reason = useTrainingReason();
  const verb = active ? "retire" : "restore";
  const change = useSave({ changes: "places", save, done: t(`state.${verb}_done`, { name }), onSaved: () => setOpened(false) });
  return (
    <>
      <ReasonedButton
        variant="default"
        reason={reason}
        onClick={() => {
          change.reset();
          setOpened(true);
        }}
      >
        {t(`state.${verb}`)}
      </ReasonedButton>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t(`state.${verb}_title`, { name })}
        closeButtonProps={{ "aria-label": t("common:close") }}
      >
        <Stack gap="sm">
          <Text size="sm">{t(`state.${verb}_text`)}</Text>
          <ProblemAlert error={change.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setOpened(false)}>
              {t("common:cancel")}
            </Button>
            <Button data-autofocus loading={change.isPending} onClick={() => change.mutate(!active)}>
              {t(`state.${verb}`)}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
