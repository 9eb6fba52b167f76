import { Button, Group, Modal, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { BadgeView } from "../../components/badge-view.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { saveAs } from "../../components/save-as.ts";
import { toast } from "../../components/toast.ts";
import { nameOf, type Person } from "./people-data.ts";

/** Shows or prints a badge of the person for the gate, and revokes all of the person's badges. */
export function PersonBadge({ person }: { person: Person }) {
  const { t } = useTranslation("badge");
  const { role } = useSession().account;
  const params = { path: { id: person.id } };
  const issue = useMutation({
    gcTime: 0,
    mutationFn: async () => dataOf(await api.POST("/panel/api/people/{id}/badge", { params })),
  });
  const print = useMutation({
    gcTime: 0,
    mutationFn: async () => dataOf(await api.POST("/panel/api/people/{id}/badge/pdf", { params, parseAs: "blob" })),
    onSuccess: (file: Blob) => saveAs(file, "badge.pdf"),
    onError: toast.failed,
  });
  const end = useSave({
    changes: "people",
    save: () => api.DELETE("/panel/api/people/{id}/badge", { params }),
    done: t("ended"),
    onSaved: () => issue.reset(),
  });
  if (person.status === "anonymized" || person.status === "deactivated") return null;
  return (
    <>
      <Button variant="default" loading={issue.isPending} onClick={() => issue.mutate()}>
        {t("button")}
      </Button>
      <Modal
        opened={issue.data !== undefined || issue.error !== null}
        onClose={issue.reset}
        title={t("of", { name: nameOf(person) })}
      >
        <Stack>
          <ProblemAlert error={issue.error ?? end.error} />
          {issue.data ? <BadgeView badge={issue.data} /> : null}
          <Group>
            <Button variant="default" loading={print.isPending} onClick={() => print.mutate()}>
              {t("print")}
            </Button>
            {role === "training_admin" ? (
              <Button variant="default" color="red" loading={end.isPending} onClick={() => end.mutate(undefined)}>
                {t("end_all")}
              </Button>
            ) : null}
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
