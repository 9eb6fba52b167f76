import { Badge, Grid, List, Stack, Text } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { Id } from "../../components/values/id.tsx";
import { LinkButton, TextLink } from "../../components/values/link.tsx";
import { Page } from "../../components/page.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { Section } from "../../components/section.tsx";
import { When } from "../../components/values/when.tsx";
import { useTrainingReason } from "../people/people-data.ts";
import { Belongings } from "../places/belongings.tsx";
import { Facts } from "../../components/values/facts.tsx";
import { useDialogs } from "../../components/forms/use-draft.ts";
import { unansweredPage } from "../../components/unanswered.tsx";
import { merge_draft, MergeDialog } from "../places/merge-dialog.tsx";
import { OriginBadge, OriginText } from "../places/origin.tsx";
import { StateAction } from "../places/state-action.tsx";
import { choicesOf, type Detail, useDepartment, useTree } from "./department-data.ts";
import { DepartmentDialog } from "./department-dialog.tsx";

/** One department: where it stands, who asks for its people, what else it is called. */
export function DepartmentPage() {
  const { t } = useTranslation("places");
  const { department_id } = useParams({ strict: false }) as { department_id: string };
  const query = useDepartment(department_id);
  const parents = [{ title: t("shell:nav.departments"), to: "/departments" }];
  if (!query.data) return unansweredPage(query, { title: t("department.title"), parents });
  const { department } = query.data;
  return (
    <Page
      title={department.name}
      parents={parents}
      aside={
        <>
          {department.active ? null : <Badge color="gray">{t("out_of_use")}</Badge>}
          <OriginBadge origin={query.data.origin} />
        </>
      }
      description={department.path.join(" › ")}
      actions={<Actions detail={query.data} />}
    >
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="md">
            <Record detail={query.data} />
            <Below detail={query.data} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="md">
            <Belongings kind="department" id={department.id} detail={query.data} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

function Actions({ detail }: { detail: Detail }) {
  const { t } = useTranslation("places");
  const { department, people_total, children, rules, groups, aliases } = detail;
  const [open, setOpen] = useDialogs<"edit" | "merge">({ edit: "department", merge: merge_draft });
  const reason = useTrainingReason();
  const choices = choicesOf(useTree().data ?? []);
  const close = () => setOpen(null);
  return (
    <>
      <LinkButton variant="default" to="/people" search={{ department_id: department.id }}>
        {t("see_people")}
      </LinkButton>
      <ReasonedButton variant="default" reason={reason} onClick={() => setOpen("edit")}>
        {t("edit")}
      </ReasonedButton>
      <ReasonedButton variant="default" reason={reason} onClick={() => setOpen("merge")}>
        {t("merge.button")}
      </ReasonedButton>
      <StateAction
        name={department.name}
        active={department.active}
        save={(active) => api.PATCH("/panel/api/departments/{id}", { params: { path: { id: department.id } }, body: { active } })}
      />
      <DepartmentDialog opened={open === "edit"} onClose={close} department={department} choices={choices} />
      <MergeDialog
        kind="department"
        id={department.id}
        name={department.name}
        counts={{
          people: people_total,
          departments: children.length,
          rules: rules.length,
          groups: groups.length,
          aliases: aliases.length,
        }}
        choices={choices}
        opened={open === "merge"}
        onClose={close}
      />
    </>
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
