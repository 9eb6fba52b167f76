import { Button, CopyButton } from "@mantine/core";
import { IconLink } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

/** Copies the address of this view for a colleague; `path` follows the origin. */
export function CopyLink({ path }: { path: string }) {
  const { t } = useTranslation();
  return (
    <CopyButton value={`${location.origin}${path}`}>
      {({ copied, copy }) => (
        <Button variant="default" leftSection={<IconLink size={15} aria-hidden />} onClick={copy}>
          {t(copied ? "copied" : "copy_link")}
        </Button>
      )}
    </CopyButton>
  );
}
