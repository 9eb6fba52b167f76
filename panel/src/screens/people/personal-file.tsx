import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { saveAs } from "../../components/save-as.ts";
import { toast } from "../../components/toast.ts";
import type { Person } from "./people-data.ts";

/** Downloads all data that is stored of the person, for roles that answer data subject requests. */
export function PersonalFile({ person }: { person: Person }) {
  const { t } = useTranslation("people");
  const { role } = useSession().account;
  const take = useMutation({
    gcTime: 0,
    mutationFn: async () =>
      dataOf(await api.POST("/panel/api/people/{id}/file", { params: { path: { id: person.id } }, parseAs: "blob" })),
    onSuccess: (archive: Blob) => {
      saveAs(archive, `person-${(person.employee_no ?? person.id).replaceAll(/[^\w.-]/g, "_")}.zip`);
      toast.done(t("file.done"));
    },
    onError: toast.failed,
  });
  if (role !== "it_admin" && role !== "compliance_officer") return null;
  return (
    <Button variant="default" loading={take.isPending} onClick={() => take.mutate()}>
      {t("file.button")}
    </Button>
  );
}
