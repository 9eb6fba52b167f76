import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { type Fixed, FixedPair } from "../enrollments/choose.tsx";
import type { Order } from "../bulk/use-selection.ts";

/** Reminds a person of a course by mail. It is a bulk order about one person; its preview says whether a mail will be sent. */
export function RemindDialog({ opened, onClose, pair }: { opened: boolean; onClose: () => void; pair: Fixed }) {
  const { t } = useTranslation("matrix");
  const order: Order = { kind: "remind", selection: { person_ids: [pair.person_id] }, course_id: pair.course_id };
  const preview = useQuery({
    queryKey: ["bulk-preview", order],
    queryFn: async ({ signal }) => dataOf(await api.POST("/panel/api/bulk-operations/preview", { body: order, signal })),
    enabled: opened,
    gcTime: 0,
  });
  const save = useSave({
    changes: "training",
    save: (id: string) => api.PUT("/panel/api/bulk-operations/{id}", { params: { path: { id } }, body: order }),
    done: t("remind.done"),
    onSaved: onClose,
  });
  const reason = preview.data?.left_out[0]?.reason;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (preview.data?.assigned === 1) save.mutate(preview.data.operation_id);
  };
  const busy = save.isPending || preview.isFetching;
  return (
    <DialogForm
      dialog={{ opened, onClose, busy, error: save.error ?? preview.error, onSubmit }}
      title={t("remind.title")}
      text={t("remind.text")}
      submit={t("remind.submit")}
    >
      <FixedPair pair={pair} />
      {preview.data && preview.data.assigned === 0 ? (
        <Alert color="yellow">{t("remind.nothing", { reason: t(`bulk:reason.${reason ?? "nothing_open"}`) })}</Alert>
      ) : null}
    </DialogForm>
  );
}
