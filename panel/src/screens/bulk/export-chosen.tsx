import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { saveAs } from "../../components/save-as.ts";
import { toast } from "../../components/toast.ts";

/** Downloads the selected people of all pages. The list's own button downloads all people who match the filters. */
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
