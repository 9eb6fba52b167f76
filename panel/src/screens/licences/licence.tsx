import { Grid, List, Stack, Text } from "@mantine/core";
import { IconArmchair } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { type Column, DataList } from "../../components/lists/data-list.tsx";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { Id } from "../../components/values/id.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { Page } from "../../components/page.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { Section } from "../../components/section.tsx";
import { offsetPage, useListPage } from "../../components/lists/use-list-page.ts";
import { useListState } from "../../components/lists/use-list-state.ts";
import { Day, When } from "../../components/values/when.tsx";
import { useSeats } from "../courses/course-data.ts";
import { useTrainingReason } from "../people/people-data.ts";
import { Facts } from "../../components/values/facts.tsx";
import { useDialog } from "../../components/forms/use-draft.ts";
import { unansweredPage } from "../../components/unanswered.tsx";
import { EndLicence } from "./end-licence.tsx";
import { forecast_weeks, type Licence, useLicence, useSeatForecast } from "./licence-data.ts";
import { LicenceDialog } from "./licence-dialog.tsx";
import { LicenceState } from "./licence-state.tsx";

type Seat = components["schemas"]["SeatList"]["seats"][number];

/** One licence: its seats, who holds them, and how long they will suffice. */
export function LicencePage() {
  const { t } = useTranslation("catalogue");
  const { licence_id } = useParams({ strict: false }) as { licence_id: string };
  const query = useLicence(licence_id);
  const [editing, setEditing] = useDialog("licence");
  const reason = useTrainingReason();
  const parents = [{ title: t("shell:nav.licences"), to: "/licences" }];
  if (!query.data) return unansweredPage(query, { title: t("licence.title"), parents });
  const licence = query.data;
  return (
    <Page
      title={licence.name}
      parents={parents}
      aside={<LicenceState licence={licence} />}
      actions={
        <>
          <ReasonedButton variant="default" reason={reason} onClick={() => setEditing(true)}>
            {t("edit")}
          </ReasonedButton>
          <EndLicence licence={licence} />
        </>
      }
    >
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="md">
            <Terms licence={licence} />
            <SeatsToCome licence={licence} />
            <Covers licence={licence} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Section title={t("seats.title")}>
            <Seats id={licence.id} />
          </Section>
        </Grid.Col>
      </Grid>
      <LicenceDialog opened={editing} onClose={() => setEditing(false)} licence={licence} />
    </Page>
  );
}

function Terms({ licence }: { licence: Licence }) {
  const { t } = useTranslation("catalogue");
  const seatsOf = useSeats();
  return (
    <Section title={t("terms")}>
      <Facts
        rows={[
          [t("field.seats"), seatsOf(licence)],
          [t("field.seats_free"), licence.seats_free ?? "–"],
          [t("field.seat_unit"), t(`seat_unit.${licence.seat_unit}`)],
          [t("field.release"), t(`release.${licence.release}`)],
          [t("field.valid_from"), <Day key="from" date={licence.valid_from} />],
          [t("field.valid_until"), <Day key="until" date={licence.valid_until} none={t("endless")} />],
          [t("field.updated"), <When key="at" at={licence.updated_at} />],
          [t("field.id"), <Id key="id" value={licence.id} short />],
        ]}
      />
    </Section>
  );
}

function SeatsToCome({ licence }: { licence: Licence }) {
  const { t } = useTranslation("catalogue");
  const forecast = useSeatForecast();
  const mine = forecast.data?.find(({ license_id }) => license_id === licence.id);
  return (
    <Section title={t("forecast.title", { count: forecast_weeks })}>
      <ProblemAlert error={forecast.error} />
      {forecast.data && mine === undefined ? (
        <Text size="sm" c="dimmed">
          {t("forecast.none")}
        </Text>
      ) : null}
      {mine ? (
        <Facts
          rows={[
            [t("forecast.needed"), mine.seats_needed],
            [t("forecast.missing"), mine.seats_missing],
            [t("forecast.short_from"), <Day key="short" date={mine.short_from} />],
          ]}
        />
      ) : null}
    </Section>
  );
}

function Covers({ licence: { items } }: { licence: Licence }) {
  const { t } = useTranslation("catalogue");
  return (
    <Section title={t("licence.covers")}>
      <List size="sm" spacing={4} listStyleType="none">
        {items.map(({ id, title, code, type }) => (
          <List.Item key={id}>
            {type === "course" ? (
              <TextLink to="/courses/$course_id" params={{ course_id: id }}>
                {`${title} (${code})`}
              </TextLink>
            ) : (
              <TextLink to="/paths/$path_id" params={{ path_id: id }}>
                {t("asked.path", { name: `${title} (${code})` })}
              </TextLink>
            )}
          </List.Item>
        ))}
      </List>
    </Section>
  );
}

function Seats({ id }: { id: string }) {
  const { t } = useTranslation("catalogue");
  const list = useListState({});
  const query = useListPage(["licences", "seats", id], offsetPage(list), (query, signal) =>
    api.GET("/panel/api/licenses/{id}/seats", { params: { path: { id }, query }, signal }),
  );
  return (
    <DataList
      label={t("seats.title")}
      columns={useSeatColumns()}
      query={query}
      rows={query.data?.seats}
      id={(seat) => seat.id}
      state={list}
      empty={<EmptyState icon={IconArmchair} title={t("seats.empty")} text={t("seats.empty_text")} />}
    />
  );
}

function useSeatColumns(): Column<Seat>[] {
  const { t } = useTranslation("catalogue");
  return [
    {
      key: "person",
      title: t("training:person"),
      width: 150,
      render: ({ person_id, full_name, employee_no }) => (
        <TextLink to="/people/$person_id" params={{ person_id }}>
          {full_name ?? employee_no ?? person_id}
        </TextLink>
      ),
    },
    { key: "no", title: t("field.employee_no"), render: ({ employee_no }) => employee_no ?? "–" },
    { key: "course", title: t("training:course"), secondary: true, render: ({ course_title }) => course_title ?? "–" },
    { key: "at", title: t("field.taken_at"), width: 110, render: ({ taken_at }) => <When at={taken_at} /> },
  ];
}
