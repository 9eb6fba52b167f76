import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** A button that closes the dialog around it. */
export function Closing({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Button variant="default" onClick={onClose}>
      {t("cancel")}
    </Button>
  );
}
