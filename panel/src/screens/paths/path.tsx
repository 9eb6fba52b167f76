import { Badge, Grid, List, Stack, Text } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { TextLink } from "../../components/values/link.tsx";
import { Page } from "../../components/page.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { Section } from "../../components/section.tsx";
import { useDialog } from "../../components/forms/use-draft.ts";
import { unansweredPage } from "../../components/unanswered.tsx";
import { AskedBy } from "../courses/asked-by.tsx";
import { Assignability } from "../courses/assignability.tsx";
import { WhyNot } from "../courses/course.tsx";
import { type Detail, useCourse } from "../courses/course-data.ts";
import { StateButton } from "../courses/state-button.tsx";
import { useTrainingReason } from "../people/people-data.ts";
import { PathDialog } from "./path-dialog.tsx";

/** One learning path with its courses. */
export function PathPage() {
  const { t } = useTranslation("catalogue");
  const { path_id } = useParams({ strict: false }) as { path_id: string };
  const query = useCourse(path_id);
  const parents = [{ title: t("shell:nav.paths"), to: "/paths" }];
  if (!query.data) return unansweredPage(query, { title: t("path.title"), parents });
  const { course } = query.data;
  return (
    <Page
      title={course.title}
      parents={parents}
      aside={<Assignability course={course} />}
      description={course.code}
      actions={<Actions detail={query.data} />}
    >
      <Stack gap="md">
        <WhyNot detail={query.data} />
        <Grid gap="md">
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Items items={query.data.items} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 7 }}>
            <AskedBy detail={query.data} />
          </Grid.Col>
        </Grid>
      </Stack>
    </Page>
  );
}

function Actions({ detail }: { detail: Detail }) {
  const { t } = useTranslation("catalogue");
  const [editing, setEditing] = useDialog("path");
  const reason = useTrainingReason();
  const params = { path: { id: detail.course.id } };
  return (
    <>
      <ReasonedButton variant="default" reason={reason} onClick={() => setEditing(true)}>
        {t("edit")}
      </ReasonedButton>
      <StateButton active={detail.active} save={(active) => api.PATCH("/panel/api/paths/{id}", { params, body: { active } })} />
      <PathDialog opened={editing} onClose={() => setEditing(false)} detail={detail} />
    </>
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
