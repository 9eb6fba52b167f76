import { CopyButton } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

/** How many letters of a long id distinguish it from others in a list. */
const short_length = 8;

/** An identifier: monospace, copied by a click. `short` shows its end, because ids made in the same second differ there. */
export function Id({ value, short = false }: { value: string; short?: boolean }) {
  const { t } = useTranslation();
  const shown = short && value.length > short_length + 2 ? `…${value.slice(-short_length)}` : value;
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <button
          type="button"
          className="panel-id"
          onClick={copy}
          aria-label={t("copy_named", { name: shown })}
          data-hint={copied ? t("copied") : value}
        >
          <span>{shown}</span>
          {copied ? <IconCheck size={13} aria-hidden /> : <IconCopy size={13} aria-hidden />}
        </button>
      )}
    </CopyButton>
  );
}
