import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { DateField } from "../../components/forms/date-field.tsx";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { useDialogForm } from "../../components/forms/use-dialog-form.ts";
import { ChooseCourse } from "../enrollments/choose.tsx";
import { Effects } from "./effects.tsx";
import type { Order } from "./use-selection.ts";

type AssignManyProps = { of: Order["selection"]; count: number };

/** Assigns a course to the people who are chosen, once it is seen what that would do. */
export function AssignMany({ of, count }: AssignManyProps) {
  const { t } = useTranslation("bulk");
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpened(true)}>
        {t("assign.button")}
      </Button>
      <AssignManyDialog opened={opened} onClose={() => setOpened(false)} of={of} count={count} />
    </>
  );
}

function AssignManyDialog({ opened, onClose, of, count }: AssignManyProps & { opened: boolean; onClose: () => void }) {
  const { t, i18n } = useTranslation("bulk");
  const navigate = useNavigate();
  const { form, dialog } = useDialogForm({
    opened,
    onClose,
    values: { course_id: "", due_date: "" },
    draft: "assign-many",
    validate: {
      course_id: (value: string) => (value ? (preview.data ? null : t("assign.preview_first")) : t("enrollments:required")),
    },
    fields: { "/course_id": "course_id", "/due_date": "due_date" },
    changes: "training",
    save: async ({ course_id, due_date }) => {
      const body = orderOf(of, course_id, due_date);
      const path = { id: preview.data!.operation_id };
      return dataOf(await api.PUT("/panel/api/bulk-operations/{id}", { params: { path }, body }));
    },
    done: t("assign.done"),
    onSaved: ({ id }) => void navigate({ to: "/people/assignments/$bulk_id", params: { bulk_id: id } }),
  });
  const { course_id, due_date } = form.values;
  const preview = usePreview(of, opened ? course_id : "", due_date);
  const people = new Intl.NumberFormat(i18n.language).format(count);
  return (
    <DialogForm
      dialog={dialog}
      title={t("assign.title", { count, people })}
      text={t("assign.text")}
      submit={preview.data ? t("assign.submit", { count: preview.data.assigned }) : t("assign.button_short")}
    >
      <ChooseCourse key={form.key("course_id")} {...form.getInputProps("course_id")} required assignable />
      <DateField
        label={t("training:due")}
        description={t("enrollments:assign.due_text")}
        key={form.key("due_date")}
        {...form.getInputProps("due_date")}
      />
      <ProblemAlert error={preview.error} retry={() => void preview.refetch()} />
      {opened && course_id ? <Effects preview={preview.data} waiting={preview.isFetching} /> : null}
    </DialogForm>
  );
}

function orderOf(selection: Order["selection"], course_id: string, due_date: string): Order {
  return { selection, course_id, ...(due_date ? { due_date } : {}) };
}

/** What an order would do; nothing is asked while no course is chosen. */
function usePreview(of: Order["selection"], course_id: string, due_date: string) {
  return useQuery({
    queryKey: ["bulk-preview", of, course_id, due_date],
    queryFn: async ({ signal }) =>
      dataOf(await api.POST("/panel/api/bulk-operations/preview", { body: orderOf(of, course_id, due_date), signal })),
    enabled: course_id !== "",
    gcTime: 0,
  });
}
