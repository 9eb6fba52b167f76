import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { paths } from "../../api/schema.d.ts";

type ExportLinkProps = {
  path: Extract<keyof paths, `${string}/export`>;
  /** The filters of the file; empty ones are left out. */
  filters: Record<string, string | boolean | undefined>;
};

/** Downloads what a list shows, all pages of it. */
export function ExportLink({ path, filters }: ExportLinkProps) {
  const { t } = useTranslation();
  const given = Object.entries(filters).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  const query = new URLSearchParams(given).toString();
  return (
    <Button
      component="a"
      href={query === "" ? path : `${path}?${query}`}
      download
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {t("list.export")}
    </Button>
  );
}
