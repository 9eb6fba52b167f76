import { Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { Section } from "../../components/section.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { Figure } from "../../components/values/figure.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { Day } from "../../components/values/when.tsx";

type Seats = components["schemas"]["SeatFigures"];

/**
 * Seats of valid licences: used, free and exceeded, and the licences with the fewest left. Nothing is shown without such
 * licences.
 */
export function SeatsSection() {
  const { t } = useTranslation("overview");
  const query = useQuery({
    queryKey: ["licences", "seats"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/overview/seats", { signal })),
  });
  if (query.data?.lines.length === 0) return null;
  return (
    <Section title={t("seats.title")} action={<TextLink to="/licences">{t("seats.all")}</TextLink>}>
      <Unanswered query={query} height={160} />
      {query.data ? (
        <Stack gap="md">
          <Totals total={query.data.total} />
          <Lines seats={query.data} />
        </Stack>
      ) : null}
    </Section>
  );
}

function Totals({ total }: Pick<Seats, "total">) {
  const { t, i18n } = useTranslation("overview");
  const number = new Intl.NumberFormat(i18n.language);
  const { seats_total, seats_used, seats_free, seats_over } = total;
  return (
    <div className="figures">
      <Figure
        label={t("seats.used")}
        value={number.format(seats_used)}
        text={t("seats.of", { number: number.format(seats_total) })}
        part={seats_total === 0 ? undefined : seats_used / seats_total}
      />
      <Figure label={t("seats.free")} value={number.format(seats_free)} />
      <Figure label={t("seats.over")} value={number.format(seats_over)} tone={seats_over === 0 ? "quiet" : "bad"} />
    </div>
  );
}

function Lines({ seats: { lines, left_out } }: { seats: Seats }) {
  const { t, i18n } = useTranslation("overview");
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <div>
      <Table.ScrollContainer
        minWidth={0}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, role: "region", "aria-label": t("seats.title") } }}
      >
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t("seats.licence")}</Table.Th>
              {(["total", "used", "free", "over"] as const).map((name) => (
                <Table.Th key={name} scope="col" ta="right">
                  {t(`seats.${name}`)}
                </Table.Th>
              ))}
              <Table.Th scope="col">{t("seats.until")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map(({ license_id, name, seats_total, seats_used, seats_free, seats_over, valid_until }) => (
              <Table.Tr key={license_id}>
                <Table.Th scope="row" fw={400}>
                  <TextLink to="/licences/$licence_id" params={{ licence_id: license_id }}>
                    {name}
                  </TextLink>
                </Table.Th>
                <Table.Td ta="right">{number.format(seats_total)}</Table.Td>
                <Table.Td ta="right">{number.format(seats_used)}</Table.Td>
                <Table.Td ta="right">{number.format(seats_free)}</Table.Td>
                <Table.Td ta="right" fw={seats_over === 0 ? 400 : 600}>
                  {number.format(seats_over)}
                </Table.Td>
                <Table.Td>
                  <Day date={valid_until} none="–" />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {left_out === 0 ? null : (
        <Text size="sm" c="dimmed">
          {t("seats.left_out", { number: number.format(left_out) })}
        </Text>
      )}
    </div>
  );
}
