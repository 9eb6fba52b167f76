import { ActionIcon, CopyButton, TextInput } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

/** A value to copy: shown in full, selectable, copied by one click. */
export function CopyField({ label, value, description }: { label: string; value: string; description?: string }) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={label}
      description={description}
      value={value}
      readOnly
      classNames={{ input: "panel-mono" }}
      onFocus={(event) => event.currentTarget.select()}
      rightSection={
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <ActionIcon onClick={copy} aria-label={t("copy_named", { name: label })} data-hint={t(copied ? "copied" : "copy")}>
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            </ActionIcon>
          )}
        </CopyButton>
      }
    />
  );
}
