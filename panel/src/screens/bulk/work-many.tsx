import { Button, Input, Menu, NumberInput, Textarea } from "@mantine/core";
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
import { useTrainingReason } from "../people/people-data.ts";
import { ChooseGroup } from "./choose-group.tsx";
import { Effects } from "./effects.tsx";
import type { Order } from "./use-selection.ts";

type Kind = NonNullable<Order["kind"]>;
type WorkManyProps = { of: Order["selection"]; count: number };
type Values = {
  course_id: string;
  group_id: string;
  due_date: string;
  from: string;
  until: string;
  reason: string;
  completed_on: string;
  score: number | string;
};

/** The kinds of work for many people, apart from assigning a course. */
const kinds = ["remind", "invite", "extend", "exempt", "join", "complete"] as const;
/** The fields that must be filled before the preview is requested. */
const needed: Readonly<Record<Kind, readonly (keyof Values)[]>> = {
  assign: ["course_id"],
  extend: ["course_id", "due_date"],
  exempt: ["course_id", "from"],
  join: ["group_id"],
  remind: [],
  complete: ["course_id", "completed_on"],
  invite: [],
};
const nothing: Values = {
  course_id: "",
  group_id: "",
  due_date: "",
  from: "",
  until: "",
  reason: "",
  completed_on: "",
  score: "",
};

/** Does something to the selected people, after a preview of its effects. */
export function WorkMany({ of, count }: WorkManyProps) {
  const { t } = useTranslation("bulk");
  const [kind, setKind] = useState<Kind>("assign");
  const [opened, setOpened] = useState(false);
  // Groups belong to the whole organisation, so administrators of some departments may not change them.
  const not_allowed = useTrainingReason();
  const offered = kinds.filter((one) => one !== "join" || not_allowed === null);
  const open = (chosen: Kind) => {
    setKind(chosen);
    setOpened(true);
  };
  return (
    <>
      <Button size="xs" variant="default" onClick={() => open("assign")}>
        {t("assign.button")}
      </Button>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button size="xs" variant="default">
            {t("work.more")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {offered.map((one) => (
            <Menu.Item key={one} onClick={() => open(one)}>
              {t(`work.${one}.button`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <WorkDialog key={kind} kind={kind} opened={opened} onClose={() => setOpened(false)} of={of} count={count} />
    </>
  );
}

function WorkDialog({ kind, opened, onClose, of, count }: WorkManyProps & { kind: Kind; opened: boolean; onClose: () => void }) {
  const { t, i18n } = useTranslation("bulk");
  const navigate = useNavigate();
  const required = (value: string) => (value ? null : t("enrollments:required"));
  const seen = () => (preview.data ? null : t("assign.preview_first"));
  const { form, dialog } = useDialogForm({
    opened,
    onClose,
    values: nothing,
    draft: `${kind}-many`,
    validate: {
      course_id: (value: string) =>
        kind === "join" ? null : ((needed[kind].includes("course_id") ? required(value) : null) ?? seen()),
      group_id: (value: string) => (kind === "join" ? (required(value) ?? seen()) : null),
      due_date: (value: string) => (kind === "extend" ? required(value) : null),
      from: (value: string) => (kind === "exempt" ? required(value) : null),
      reason: (value: string) => (kind === "exempt" ? required(value) : null),
      completed_on: (value: string) => (kind === "complete" ? required(value) : null),
    },
    changes: "training",
    save: async (values) => {
      const path = { id: preview.data!.operation_id };
      const body = orderOf(kind, of, values);
      return dataOf(await api.PUT("/panel/api/bulk-operations/{id}", { params: { path }, body }));
    },
    done: t("assign.done"),
    onSaved: ({ id }) => void navigate({ to: "/people/assignments/$bulk_id", params: { bulk_id: id } }),
  });
  const ready = opened && needed[kind].every((name) => form.values[name] !== "");
  const preview = usePreview(kind, of, form.values, ready);
  const people = new Intl.NumberFormat(i18n.language).format(count);
  const title = kind === "assign" ? t("assign.title", { count, people }) : t(`work.${kind}.title`, { people });
  const submit = kind === "assign" && preview.data ? t("assign.submit", { count: preview.data.assigned }) : t("work.order");
  return (
    <DialogForm
      dialog={dialog}
      title={title}
      text={kind === "assign" ? t("assign.text") : t(`work.${kind}.text`)}
      submit={kind === "assign" && !preview.data ? t("assign.button_short") : submit}
    >
      <Fields kind={kind} form={form} />
      <ProblemAlert error={preview.error} retry={() => void preview.refetch()} />
      {ready ? <Effects kind={kind} preview={preview.data} waiting={preview.isFetching} /> : null}
    </DialogForm>
  );
}

type Form = ReturnType<typeof useDialogForm<Values, unknown>>["form"];

function Fields({ kind, form }: { kind: Kind; form: Form }) {
  const { t } = useTranslation("bulk");
  const field = (name: keyof Values) => ({ key: form.key(name), ...form.getInputProps(name) });
  if (kind === "join") return <ChooseGroup {...field("group_id")} />;
  // This kind has no fields; the only possible fault is a missing preview, shown here.
  if (kind === "invite") return form.errors["course_id"] ? <Input.Error>{form.errors["course_id"]}</Input.Error> : null;
  return (
    <>
      <ChooseCourse
        {...field("course_id")}
        required={kind !== "remind"}
        clearable={kind === "remind"}
        clearButtonProps={{ "aria-label": t("work.clear_course") }}
        assignable={kind === "assign"}
      />
      {kind === "assign" || kind === "extend" ? (
        <DateField
          label={t("training:due")}
          description={kind === "assign" ? t("enrollments:assign.due_text") : undefined}
          required={kind === "extend"}
          {...field("due_date")}
        />
      ) : null}
      {kind === "complete" ? <ResultFields field={field} /> : null}
      {kind === "exempt" ? (
        <>
          <DateField label={t("enrollments:field.from")} required {...field("from")} />
          <DateField label={t("enrollments:field.until")} {...field("until")} />
          <Textarea label={t("enrollments:field.reason")} required maxLength={500} {...field("reason")} />
        </>
      ) : null}
    </>
  );
}

function ResultFields({ field }: { field: (name: keyof Values) => object }) {
  const { t } = useTranslation("bulk");
  return (
    <>
      <DateField label={t("work.complete.day")} required {...field("completed_on")} />
      <NumberInput
        label={t("enrollments:result.score")}
        description={t("enrollments:result.score_text")}
        allowDecimal={false}
        hideControls
        {...field("score")}
      />
    </>
  );
}

function orderOf(kind: Kind, selection: Order["selection"], values: Values): Order {
  const { course_id, group_id, due_date, from, until, reason, completed_on, score } = values;
  return {
    selection,
    ...(kind === "assign" ? {} : { kind }),
    ...(course_id ? { course_id } : {}),
    ...(group_id ? { group_id } : {}),
    ...(due_date ? { due_date } : {}),
    ...(from ? { from } : {}),
    ...(until ? { until } : {}),
    ...(reason ? { reason } : {}),
    ...(completed_on ? { completed_on } : {}),
    ...(score === "" ? {} : { score: Number(score) }),
  };
}

/** The preview of an order, requested once all needed fields are filled. The reason does not change the preview. */
function usePreview(kind: Kind, of: Order["selection"], typed: Values, enabled: boolean) {
  const { reason: _, ...values } = typed;
  const reason = kind === "exempt" ? "–" : "";
  return useQuery({
    queryKey: ["bulk-preview", kind, of, values],
    queryFn: async ({ signal }) =>
      dataOf(await api.POST("/panel/api/bulk-operations/preview", { body: orderOf(kind, of, { ...values, reason }), signal })),
    enabled,
    gcTime: 0,
  });
}
