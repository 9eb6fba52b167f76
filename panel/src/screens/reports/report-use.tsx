import { Button, Menu } from "@mantine/core";
import { IconDownload, IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { ConfirmDialog } from "../../components/forms/dialog-form.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { type Report, time_zone } from "./report-data.ts";

const formats = ["xlsx", "csv", "pdf"] as const;

/** Downloads a saved report, or deletes it. */
export function ReportUse({ report: { id, name, is_own } }: { report: Report }) {
  const { t } = useTranslation("reports");
  const [removing, setRemoving] = useState(false);
  const navigate = useNavigate();
  const remove = useSave({
    changes: "reports",
    save: () => api.DELETE("/panel/api/reports/{id}", { params: { path: { id } } }),
    done: t("remove.done", { name }),
    onSaved: () => void navigate({ to: "/reports" }),
  });
  return (
    <>
      <Menu position="bottom-end" returnFocus>
        <Menu.Target>
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
            {t("file.button")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {formats.map((format) => (
            <Menu.Item
              key={format}
              component="a"
              href={`/panel/api/reports/${id}/file?${new URLSearchParams({ format, time_zone }).toString()}`}
              download
            >
              {t(`file.${format}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {is_own ? (
        <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setRemoving(true)}>
          {t("remove.button")}
        </Button>
      ) : null}
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        title={t("remove.title", { name })}
        text={t("remove.text")}
        submit={t("remove.button")}
        action={remove}
      />
    </>
  );
}
