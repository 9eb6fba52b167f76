import { NumberInput, SimpleGrid, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { useDialogForm } from "../../components/forms/use-dialog-form.ts";
import { ChooseCourse, ChoosePerson } from "../enrollments/choose.tsx";
import type { CourseSession } from "./session-data.ts";

type SessionDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** null: a new session is created. */
  session: CourseSession | null;
  onSaved?: (session: CourseSession) => void;
};

const people_max = 500;

/** Creates or changes a session of a course. */
export function SessionDialog({ opened, onClose, session, onSaved }: SessionDialogProps) {
  const { t } = useTranslation("course-sessions");
  const { organisation } = useSession();
  const required = (value: string) => (value ? null : t("required"));
  const { form, dialog } = useDialogForm({
    opened,
    onClose,
    values: valuesOf(session, organisation.time_zone),
    draft: session ? `course-session ${session.id}` : "course-session",
    validate: { course_id: required, location: required, starts_local: required, ends_local: required },
    changes: "course_sessions",
    save: async ({ course_id, trainer_id, capacity, waiting_max, ...rest }) => {
      const body = { ...rest, trainer_id: trainer_id || null, capacity: Number(capacity), waiting_max: Number(waiting_max) };
      return dataOf(
        session === null
          ? await api.POST("/panel/api/course-sessions", { body: { ...body, course_id } })
          : await api.PATCH("/panel/api/course-sessions/{id}", { params: { path: { id: session.id } }, body }),
      );
    },
    done: t(session === null ? "added" : "changed"),
    ...(onSaved ? { onSaved } : {}),
  });
  return (
    <DialogForm
      dialog={dialog}
      title={t(session === null ? "add" : "change")}
      text={t(session === null ? "add_text" : "change_text")}
      submit={t(session === null ? "add" : "common:save")}
      size="lg"
    >
      <WhenAndWhere form={form} is_new={session === null} />
      <Whom form={form} />
    </DialogForm>
  );
}

type Form = UseFormReturnType<Values>;

function WhenAndWhere({ form, is_new }: { form: Form; is_new: boolean }) {
  const { t } = useTranslation("course-sessions");
  return (
    <>
      {is_new ? <ChooseCourse {...form.getInputProps("course_id")} key={form.key("course_id")} required /> : null}
      <TextInput
        label={t("field.location")}
        required
        maxLength={300}
        {...form.getInputProps("location")}
        key={form.key("location")}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          type="datetime-local"
          label={t("field.starts")}
          required
          {...form.getInputProps("starts_local")}
          key={form.key("starts_local")}
        />
        <TextInput
          type="datetime-local"
          label={t("field.ends")}
          required
          {...form.getInputProps("ends_local")}
          key={form.key("ends_local")}
        />
      </SimpleGrid>
      <TextInput
        label={t("field.time_zone")}
        description={t("time_zone_text")}
        maxLength={64}
        {...form.getInputProps("time_zone")}
        key={form.key("time_zone")}
      />
    </>
  );
}

function Whom({ form }: { form: Form }) {
  const { t } = useTranslation("course-sessions");
  return (
    <>
      <ChoosePerson
        {...form.getInputProps("trainer_id")}
        key={form.key("trainer_id")}
        clearable
        label={t("field.trainer")}
        description={t("trainer_text")}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NumberInput
          label={t("field.capacity")}
          min={1}
          max={people_max}
          allowDecimal={false}
          hideControls
          {...form.getInputProps("capacity")}
          key={form.key("capacity")}
        />
        <NumberInput
          label={t("field.waiting_max")}
          min={0}
          max={people_max}
          allowDecimal={false}
          hideControls
          {...form.getInputProps("waiting_max")}
          key={form.key("waiting_max")}
        />
      </SimpleGrid>
    </>
  );
}

/** The default number of places. */
const people_usual = 10;

/** A number field that was cleared holds an empty text. */
type Values = Record<"course_id" | "location" | "starts_local" | "ends_local" | "time_zone" | "trainer_id", string> &
  Record<"capacity" | "waiting_max", number | string>;

function valuesOf(session: CourseSession | null, time_zone: string): Values {
  return {
    course_id: session?.course_id ?? "",
    location: session?.location ?? "",
    starts_local: session?.starts_local ?? "",
    ends_local: session?.ends_local ?? "",
    time_zone: session?.time_zone ?? time_zone,
    trainer_id: session?.trainer?.id ?? "",
    capacity: session?.capacity ?? people_usual,
    waiting_max: session?.waiting_max ?? people_usual,
  };
}
