import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { BadgeView } from "../../components/badge-view.tsx";
import { Page } from "../../components/page.tsx";
import { saveAs } from "../../components/save-as.ts";
import { toast } from "../../components/toast.ts";
import { Unanswered } from "../../components/unanswered.tsx";

/** The user's own badge, to show at a gate. It stays on the page without a network. */
export function MyBadge() {
  const { t } = useTranslation("badge");
  const badge = useQuery({
    queryKey: ["my-badge"],
    // Each request makes a new badge, so it is requested once, and again only by the button.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => dataOf(await api.POST("/panel/api/my/badge")),
  });
  const print = useMutation({
    gcTime: 0,
    mutationFn: async () => dataOf(await api.POST("/panel/api/my/badge/pdf", { parseAs: "blob" })),
    onSuccess: (file: Blob) => saveAs(file, "badge.pdf"),
    onError: toast.failed,
  });
  return (
    <Page
      title={t("title")}
      description={t("description")}
      width="narrow"
      actions={
        <>
          <Button variant="default" loading={badge.isFetching} onClick={() => void badge.refetch()}>
            {t("renew")}
          </Button>
          <Button variant="default" loading={print.isPending} onClick={() => print.mutate()}>
            {t("print")}
          </Button>
        </>
      }
    >
      <Unanswered query={badge} height={420} />
      {badge.data ? <BadgeView badge={badge.data} /> : null}
    </Page>
  );
}
