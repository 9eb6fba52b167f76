import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { DateField } from "../../components/forms/date-field.tsx";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { useDialogForm } from "../../components/forms/use-dialog-form.ts";
import { type Choice, ChooseMany } from "../../components/lists/choose-many.tsx";
import { NothingFound } from "../../components/lists/nothing-found.tsx";
import { PickField } from "./pick-field.tsx";
import { searchCourses } from "../../components/lists/search-choices.ts";
import { nameOf } from "../people/people-data.ts";

type Order = components["schemas"]["EvidencePackOrder"];
type Values = { person_ids: string[]; department_id: string; status: string; course_ids: string[]; from: string; as_of: string };

const found_max = 25;

/** Orders an evidence pack: the people, the courses and the day. */
export function OrderDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation("evidence-packs");
  const { form, dialog } = useDialogForm<Values, unknown>({
    opened,
    onClose,
    values: { person_ids: [], department_id: "", status: "active", course_ids: [], from: "", as_of: "" },
    draft: "evidence-pack",
    fields: { "/selection": "person_ids", "/selection/person_ids": "person_ids", "/course_ids": "course_ids" },
    changes: "evidence_packs",
    save: async (values) => dataOf(await api.POST("/panel/api/evidence-packs", { body: orderOf(values) })),
    done: t("order.done"),
  });
  const one_by_one = form.values.person_ids.length > 0;
  return (
    <DialogForm dialog={dialog} title={t("order.title")} text={t("order.text")} submit={t("order.submit")} size="lg">
      <ChooseMany
        label={t("order.people")}
        description={t("order.people_text")}
        key={form.key("person_ids")}
        {...form.getInputProps("person_ids")}
        list="people of a pack"
        search={searchPeople}
        known={[]}
        placeholder={one_by_one ? "" : t("order.all_people")}
        nothingFoundMessage={<NothingFound>{t("order.no_person")}</NothingFound>}
      />
      {one_by_one ? null : <PickField form={form} />}
      <ChooseMany
        label={t("order.courses")}
        key={form.key("course_ids")}
        {...form.getInputProps("course_ids")}
        list="courses"
        search={searchCourses}
        known={[]}
        placeholder={form.values.course_ids.length === 0 ? t("order.all_courses") : ""}
        nothingFoundMessage={<NothingFound>{t("rules:asking.no_course")}</NothingFound>}
      />
      <DateField
        label={t("field.from")}
        description={t("order.from_text")}
        key={form.key("from")}
        {...form.getInputProps("from")}
      />
      <DateField
        label={t("order.as_of")}
        description={t("order.as_of_text")}
        key={form.key("as_of")}
        {...form.getInputProps("as_of")}
      />
    </DialogForm>
  );
}

function orderOf({ person_ids, department_id, status, course_ids, from, as_of }: Values): Order {
  const filter = {
    ...(department_id ? { department_id, include_subdepartments: true } : {}),
    ...(status === "active" ? { status } : {}),
  };
  return {
    selection: person_ids.length > 0 ? { person_ids } : { filter },
    ...(course_ids.length > 0 ? { course_ids } : {}),
    ...(from ? { from } : {}),
    ...(as_of ? { as_of } : {}),
  } as Order;
}

async function searchPeople(q: string, signal: AbortSignal): Promise<Choice[]> {
  const query = { limit: found_max, ...(q ? { q } : {}) };
  const { users } = dataOf(await api.GET("/panel/api/people", { params: { query }, signal }));
  return users.map((person) => ({
    value: person.id,
    label: [nameOf(person), person.employee_no].filter(Boolean).join(" · "),
  }));
}
