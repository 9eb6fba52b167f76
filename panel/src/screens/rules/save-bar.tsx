import { Button, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";

type SaveBarProps = {
  submit: string;
  busy: boolean;
  onPreview: () => void;
  previewing: boolean;
  /** The effects were shown, or there are none. */
  may_save: boolean;
  onSave: () => void;
};

/** The buttons below a form whose effects are previewed before it is saved. */
export function SaveBar({ submit, busy, onPreview, previewing, may_save, onSave }: SaveBarProps) {
  const { t } = useTranslation("rules");
  return (
    <Group>
      <Button variant={may_save ? "default" : "filled"} loading={previewing} onClick={onPreview}>
        {t("preview.button")}
      </Button>
      <ReasonedButton
        variant={may_save ? "filled" : "default"}
        reason={may_save ? null : t("preview.first")}
        loading={busy}
        onClick={onSave}
      >
        {submit}
      </ReasonedButton>
      {may_save ? null : (
        <Text size="sm" c="dimmed">
          {t("preview.first")}
        </Text>
      )}
    </Group>
  );
}
