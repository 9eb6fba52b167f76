import { useTranslation } from "react-i18next";
import type { Column } from "../../components/lists/data-list.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { Assignability } from "./assignability.tsx";
import { type Course, useSeats } from "./course-data.ts";

/** The common columns of the lists of courses and learning paths; `further` columns stand before the seats. */
export function useCatalogueColumns(further: readonly Column<Course>[] = []): Column<Course>[] {
  const { t } = useTranslation("catalogue");
  const seatsOf = useSeats();
  return [
    { key: "title", title: t("field.title"), width: 220, render: (course) => <CourseLink course={course} /> },
    { key: "code", title: t("field.code"), render: ({ code }) => <span className="panel-mono">{code}</span> },
    { key: "state", title: t("field.state"), width: 130, render: (course) => <Assignability course={course} /> },
    ...further,
    {
      key: "seats",
      title: t("field.seats"),
      align: "right",
      width: 120,
      render: ({ license }) => (license ? seatsOf(license) : "–"),
    },
  ];
}

function CourseLink({ course: { id, title, type } }: { course: Course }) {
  return type === "learning_path" ? (
    <TextLink to="/paths/$path_id" params={{ path_id: id }}>
      {title}
    </TextLink>
  ) : (
    <TextLink to="/courses/$course_id" params={{ course_id: id }}>
      {title}
    </TextLink>
  );
}
