import { Select, type SelectProps, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { nameOf, type Person, useCourses, usePerson } from "../people/people-data.ts";
import { NothingFound } from "../../components/lists/nothing-found.tsx";

type Chosen = Omit<SelectProps, "data" | "searchable">;

const shown_max = 25;
const pause_ms = 250;

/** Finds a person by typing, because an organisation has more people than a list can hold. */
export function ChoosePerson(props: Chosen) {
  const { t } = useTranslation("enrollments");
  const [text, setText] = useState("");
  const [q] = useDebouncedValue(text, pause_ms);
  const [chosen, setChosen] = useState<Choice | null>(null);
  const people = useQuery({
    queryKey: ["people", "choices", q],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/people", { params: { query: { limit: shown_max, ...(q ? { q } : {}) } }, signal })).users,
    placeholderData: keepPreviousData,
  });
  const found = (people.data ?? []).map(choiceOf);
  // The chosen person stays in the list, whatever is searched for next.
  const missing = props.value && !found.some(({ value }) => value === props.value) ? props.value : null;
  // A draft restores only the id, so the person is read.
  const read = usePerson(chosen?.value === missing ? null : missing).data;
  const kept = chosen?.value === missing ? chosen : read ? choiceOf(read) : null;
  const data = missing === null || kept === null ? found : [kept, ...found];
  return (
    <Select
      label={t("training:person")}
      {...props}
      placeholder={t("choose_person")}
      searchable
      // The server has searched more fields than the label shows, so its results are not filtered again.
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={setText}
      onChange={(value, option) => {
        setChosen(value === null || option === null ? null : { value, label: option.label });
        props.onChange?.(value, option);
      }}
      data={data}
      nothingFoundMessage={<NothingFound>{t("no_person")}</NothingFound>}
    />
  );
}

type Choice = { value: string; label: string };

function choiceOf(person: Pick<Person, "id" | "full_name" | "employee_no" | "login">): Choice {
  return { value: person.id, label: [nameOf(person), person.employee_no].filter(Boolean).join(" · ") };
}

/** A person and a course from the address: shown, and not to be changed. */
export type Fixed = { person_id: string; person: string; course_id: string; course: string };

/**
 * The name of a dialog's draft: with the pair if it is fixed, otherwise that of a dialog in which person and course are chosen.
 */
export function draftName(dialog: "assign" | "exempt" | "evidence", pair: Fixed | undefined): string {
  return pair ? `${dialog} ${pair.person_id} ${pair.course_id}` : dialog;
}

export function FixedPair({ pair: { person, course } }: { pair: Fixed }) {
  return (
    <Text size="sm" fw={550}>
      {person} · {course}
    </Text>
  );
}

export function ChooseCourse({ assignable, ...props }: Chosen & { assignable?: boolean }) {
  const { t } = useTranslation("enrollments");
  const courses = useCourses();
  return (
    <Select
      {...props}
      label={t("training:course")}
      placeholder={t("choose_course")}
      searchable
      limit={100}
      data={(courses.data ?? []).map((course) => {
        const reason = assignable ? course.unassignable_reason : null;
        const name = `${course.title} (${course.code})`;
        return {
          value: course.id,
          label: reason === null ? name : `${name} – ${t(`unassignable.${reason}`)}`,
          disabled: reason !== null,
        };
      })}
      nothingFoundMessage={<NothingFound>{t("no_course")}</NothingFound>}
    />
  );
}
