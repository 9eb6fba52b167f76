import { Badge, List, Text } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { TextLink } from "../../components/values/link.tsx";
import { Section } from "../../components/section.tsx";
import { unansweredPage } from "../../components/unanswered.tsx";
import { CataloguePage } from "../courses/catalogue-page.tsx";
import { type Detail, useCourse } from "../courses/course-data.ts";
import { PathDialog } from "./path-dialog.tsx";

export function PathPage() {
  const { t } = useTranslation("catalogue");
  const { path_id } = useParams({ strict: false }) as { path_id: string };
  const query = useCourse(path_id);
  const parents = [{ title: t("shell:nav.paths"), to: "/paths" }];
  if (!query.data) return unansweredPage(query, { title: t("path.title"), parents });
  const params = { path: { id: path_id } };
  return (
    <CataloguePage
      detail={query.data}
      parents={parents}
      dialog="path"
      Editor={PathDialog}
      saveState={(active) => api.PATCH("/panel/api/paths/{id}", { params, body: { active } })}
    >
      <Items items={query.data.items} />
    </CataloguePage>
  );
}

function Items({ items }: { items: Detail["items"] }) {
  const { t } = useTranslation("catalogue");
  return (
    <Section title={t("path.items")}>
      {items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("path.no_items")}
        </Text>
      ) : null}
      <List type="ordered" size="sm" spacing={6}>
        {items.map(({ id, title, code, mandatory, active }) => (
          <List.Item key={id}>
            <TextLink to="/courses/$course_id" params={{ course_id: id }}>
              {`${title} (${code})`}
            </TextLink>{" "}
            {mandatory ? null : <Badge color="gray">{t("path.optional")}</Badge>}{" "}
            {active ? null : <Badge color="gray">{t("reason.inactive")}</Badge>}
          </List.Item>
        ))}
      </List>
    </Section>
  );
}
