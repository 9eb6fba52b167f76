import { Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { useSession } from "../../api/session.ts";
import { TextLink } from "../../components/values/link.tsx";
import { Section } from "../../components/section.tsx";
import { StateBadge } from "../../components/values/state-badge.tsx";
import { When } from "../../components/values/when.tsx";
import { Unanswered } from "../../components/unanswered.tsx";

type PersonEvent = components["schemas"]["PersonEvents"]["events"][number];

/** Events about the person, their receivers, and whether they were delivered. */
export function PersonEvents({ id }: { id: string }) {
  const { t } = useTranslation("people");
  const query = useQuery({
    queryKey: ["person", id, "events"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/people/{id}/events", { params: { path: { id } }, signal })),
  });
  return (
    <Section title={t("events.title")}>
      <Unanswered query={query} height={80} />
      {query.data?.events.length === 0 && query.data.searched_since === null ? (
        <Text size="sm" c="dimmed">
          {t("events.empty")}
        </Text>
      ) : null}
      {query.data && query.data.events.length > 0 ? <Events events={query.data.events} /> : null}
      {query.data && query.data.searched_since !== null ? (
        <Text size="sm" c="dimmed">
          {t("events.searched")} <When at={query.data.searched_since} />
        </Text>
      ) : null}
    </Section>
  );
}

function Events({ events }: { events: PersonEvent[] }) {
  const { t } = useTranslation("people");
  return (
    <Table.ScrollContainer minWidth={460} type="native">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("events.event")}</Table.Th>
            <Table.Th>{t("events.at")}</Table.Th>
            <Table.Th>{t("events.deliveries")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {events.map((event) => (
            <Table.Tr key={event.id}>
              <Table.Td>
                <span className="panel-mono">{event.type}</span>
                <Text size="xs" c="dimmed">
                  {event.about}
                </Text>
              </Table.Td>
              <Table.Td>
                <When at={event.created_at} />
              </Table.Td>
              <Table.Td>
                <Deliveries event={event} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** The deliveries of an event. Only IT administrators get links to the webhooks. */
function Deliveries({ event }: { event: PersonEvent }) {
  const { t } = useTranslation("people");
  const { role } = useSession().account;
  if (event.deliveries.length === 0)
    return (
      <Text size="xs" c="dimmed">
        {t("events.no_subscriber")}
      </Text>
    );
  return (
    <Stack gap={6} align="flex-start">
      {event.deliveries.map(({ id, status, subscription }) => (
        <div key={id}>
          <div>
            {role === "it_admin" && subscription.id !== null ? (
              <TextLink to="/webhooks/$webhook_id" params={{ webhook_id: subscription.id }} search={{ event_id: event.id }}>
                {subscription.name}
              </TextLink>
            ) : (
              subscription.name
            )}
          </div>
          <StateBadge state={status} />
        </div>
      ))}
    </Stack>
  );
}
