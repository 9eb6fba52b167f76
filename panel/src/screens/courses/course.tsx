import { Stack, Text } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { Id } from "../../components/values/id.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { Section } from "../../components/section.tsx";
import { When } from "../../components/values/when.tsx";
import { Facts } from "../../components/values/facts.tsx";
import { unansweredPage } from "../../components/unanswered.tsx";
import { CataloguePage } from "./catalogue-page.tsx";
import { CourseDialog } from "./course-dialog.tsx";
import { type Detail, useCourse, useLength } from "./course-data.ts";
import { PackageTitle } from "./package-choice.tsx";

/** One course: its terms, the rules and groups that ask for it, its enrollments, and its seats. */
export function CoursePage() {
  const { t } = useTranslation("catalogue");
  const { course_id } = useParams({ strict: false }) as { course_id: string };
  const query = useCourse(course_id);
  const parents = [{ title: t("shell:nav.courses"), to: "/courses" }];
  if (!query.data) return unansweredPage(query, { title: t("course.title"), parents });
  const detail = query.data;
  const params = { path: { id: course_id } };
  return (
    <CataloguePage
      detail={detail}
      parents={parents}
      dialog="course"
      Editor={CourseDialog}
      saveState={(active) => api.PATCH("/panel/api/courses/{id}", { params, body: { active } })}
    >
      <Stack gap="md">
        <Terms detail={detail} />
        <Content detail={detail} />
      </Stack>
    </CataloguePage>
  );
}

/** The course's content for learners. */
function Content({ detail: { content, course } }: { detail: Detail }) {
  const { t } = useTranslation("catalogue");
  return (
    <Section
      title={t("content.title")}
      action={
        <TextLink to="/courses/$course_id/content" params={{ course_id: course.id }}>
          {t("content.edit")}
        </TextLink>
      }
    >
      {content === null ? (
        <Text size="sm" c="dimmed">
          {t("content.none_text")}
        </Text>
      ) : (
        <Facts
          rows={[
            [t("content.kind"), t(`content.${content.kind}`)],
            content.kind === "link"
              ? [t("content.url"), content.url]
              : content.kind === "document"
                ? [t("content.length"), t("content.characters", { count: content.text.length })]
                : content.kind === "quiz"
                  ? [t("quiz.questions"), content.questions.length]
                  : content.kind === "package"
                    ? [t("package.label"), <PackageTitle key="package" id={content.package_id} />]
                    : [
                        t("content.version", { version: content.version }),
                        <TextLink key="items" to="/courses/$course_id/items" params={{ course_id: course.id }}>
                          {t("content.edit_items")}
                        </TextLink>,
                      ],
          ]}
        />
      )}
    </Section>
  );
}

function Terms({ detail }: { detail: Detail }) {
  const { t } = useTranslation("catalogue");
  const lengthOf = useLength();
  const { course } = detail;
  const { renewal } = course;
  return (
    <Section title={t("terms")}>
      <Facts
        rows={[
          [t("field.mandatory"), t(course.mandatory ? "yes" : "no")],
          [t("field.languages"), course.languages.join(", ") || "–"],
          [t("field.estimated_minutes"), course.estimated_minutes ?? "–"],
          [
            t("field.default_due_days"),
            course.default_due_days === null ? "–" : t("length.day", { count: course.default_due_days }),
          ],
          [t("field.attempts_allowed"), detail.attempts_allowed],
          [t("field.pass_score"), detail.pass_score === null ? "–" : `${detail.pass_score} %`],
          [t("field.results_by_managers"), t(detail.results_by_managers ? "yes" : "no")],
          [t("field.issues_certificates"), t(detail.issues_certificates ? "yes" : "no")],
          [t("field.validity"), course.validity ? lengthOf(course.validity) : t("endless")],
          [
            t("field.renewal"),
            renewal.enabled
              ? t("renewal_terms", { days: renewal.lead_days ?? 0, basis: t(`basis.${renewal.basis ?? "expiry"}`) })
              : t("no"),
          ],
          [t("field.expiring_soon_days"), t("length.day", { count: course.expiring_soon_days })],
          [t("field.grace_days"), t("length.day", { count: course.grace_days })],
          [t("field.updated"), <When key="at" at={course.updated_at} />],
          [t("field.id"), <Id key="id" value={course.id} short />],
        ]}
      />
    </Section>
  );
}
