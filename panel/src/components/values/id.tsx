import { CopyButton } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

/** Letters of a long id that tell it from its neighbours. */
const short_length = 8;

/** An identifier: monospace, copied by a click. `short` shows its end, where ids made in one second differ. */
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
