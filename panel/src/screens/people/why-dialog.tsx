import { Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Why } from "../matrix/why.tsx";
import { nameOf, type Person } from "./people-data.ts";

type WhyDialogProps = {
  person: Pick<Person, "id" | "full_name" | "employee_no" | "login">;
  course: { course_id: string; course_title: string } | null;
  onClose: () => void;
};

/** Why a flag is what it is, how time will change it, and what can be done. */
export function WhyDialog({ person, course, onClose }: WhyDialogProps) {
  const { t } = useTranslation("people");
  return (
    <Modal
      opened={course !== null}
      onClose={onClose}
      title={t("compliance.why_title", { course: course?.course_title ?? "" })}
      size="lg"
      // Dialogs of its actions open above it.
      zIndex={190}
      closeButtonProps={{ "aria-label": t("common:close") }}
    >
      {course ? <Why user_id={person.id} name={nameOf(person)} course={{ course_id: course.course_id }} as_of="" /> : null}
    </Modal>
  );
}
