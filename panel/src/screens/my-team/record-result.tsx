import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { ResultDialog } from "../enrollments/result-dialog.tsx";

type RecordResultProps = { person_id: string; enrollment_id: string; course: string };

/** Records a result, for courses that allow managers to do so. */
export function RecordResult({ person_id, enrollment_id, course }: RecordResultProps) {
  const { t } = useTranslation("enrollments");
  const [opened, setOpened] = useState(false);
  return (
    <div>
      <Button size="xs" variant="default" aria-label={`${t("result.button")}: ${course}`} onClick={() => setOpened(true)}>
        {t("result.button")}
      </Button>
      <ResultDialog
        enrollment_id={enrollment_id}
        opened={opened}
        onClose={() => setOpened(false)}
        record={(body) =>
          api.POST("/panel/api/my/team/{id}/enrollments/{enrollment_id}/result", {
            params: { path: { id: person_id, enrollment_id } },
            body,
          })
        }
      />
    </div>
  );
}
