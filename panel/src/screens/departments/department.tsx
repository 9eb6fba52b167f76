import { Badge, List, Text } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { Id } from "../../components/values/id.tsx";
import { LinkButton, TextLink } from "../../components/values/link.tsx";
import { Section } from "../../components/section.tsx";
import { When } from "../../components/values/when.tsx";
import { Facts } from "../../components/values/facts.tsx";
import { unansweredPage } from "../../components/unanswered.tsx";
import { OriginText } from "../places/origin.tsx";
import { PlacePage } from "../places/place-page.tsx";
import { choicesOf, type Detail, useDepartment, useTree } from "./department-data.ts";
import { DepartmentDialog } from "./department-dialog.tsx";

/** One department: its place in the tree, the rules and groups that ask for its people, and its aliases. */
export function DepartmentPage() {
  const { t } = useTranslation("places");
  const { department_id } = useParams({ strict: false }) as { department_id: string };
  const query = useDepartment(department_id);
  const choices = choicesOf(useTree().data ?? []);
  const parents = [{ title: t("shell:nav.departments"), to: "/departments" }];
  if (!query.data) return unansweredPage(query, { title: t("department.title"), parents });
  const { department, children } = query.data;
  const params = { path: { id: department.id } };
  return (
    <PlacePage
      kind="department"
      place={department}
      detail={query.data}
      departments={children.length}
      choices={choices}
      parents={parents}
      description={department.path.join(" › ")}
      actions={
        <LinkButton variant="default" to="/people" search={{ department_id: department.id }}>
          {t("see_people")}
        </LinkButton>
      }
      renderEdit={(opened, onClose) => (
        <DepartmentDialog opened={opened} onClose={onClose} department={department} choices={choices} />
      )}
      setActive={(active) => api.PATCH("/panel/api/departments/{id}", { params, body: { active } })}
    >
      <Record detail={query.data} />
      <Below detail={query.data} />
    </PlacePage>
  );
}

function Record({ detail: { department, people_total, origin } }: { detail: Detail }) {
  const { t } = useTranslation("places");
  return (
    <Section title={t("record")}>
      <Facts
        rows={[
          [
            t("field.code"),
            <span key="code" className="panel-mono">
              {department.code}
            </span>,
          ],
          [t("field.people"), department.people_count],
          [t("field.people_total"), people_total],
          [t("field.origin"), <OriginText key="origin" origin={origin} />],
          [t("field.updated"), <When key="at" at={department.updated_at} />],
          [t("field.id"), <Id key="id" value={department.id} short />],
        ]}
      />
    </Section>
  );
}

function Below({ detail: { children } }: { detail: Detail }) {
  const { t } = useTranslation("places");
  return (
    <Section title={t("department.below")}>
      {children.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("department.none_below")}
        </Text>
      ) : null}
      <List size="sm" spacing={4} listStyleType="none">
        {children.map(({ id, name, active }) => (
          <List.Item key={id}>
            <TextLink to="/departments/$department_id" params={{ department_id: id }}>
              {name}
            </TextLink>{" "}
            {active ? null : <Badge color="gray">{t("out_of_use")}</Badge>}
          </List.Item>
        ))}
      </List>
    </Section>
  );
}
