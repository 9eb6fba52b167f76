import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { saveAs } from "../../components/save-as.ts";
import { toast } from "../../components/toast.ts";

/** Takes the people along who are ticked, whatever page they stand on; all who match are taken along by the list's own button. */
export function ExportChosen({ person_ids }: { person_ids: string[] }) {
  const { t } = useTranslation("bulk");
  const take = useMutation({
    gcTime: 0,
    mutationFn: async () => dataOf(await api.POST("/panel/api/people/export", { body: { person_ids }, parseAs: "blob" })),
    onSuccess: (file: Blob) => saveAs(file, "users.csv"),
    onError: toast.failed,
  });
  return (
    <Button size="xs" variant="default" loading={take.isPending} onClick={() => take.mutate()}>
      {t("export")}
    </Button>
  );
}
