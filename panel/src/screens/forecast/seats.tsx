import { Progress, Table, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Section } from "../../components/section.tsx";
import { ToneBadge } from "../../components/values/state-badge.tsx";
import { Day } from "../../components/values/when.tsx";
import type { Forecast } from "./forecast-data.ts";

/** The seats that renewals will take, beside the free ones. */
export function Seats({ licenses }: Pick<Forecast, "licenses">) {
  const { t, i18n } = useTranslation("forecast");
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <Section title={t("seats.title")}>
      <Text size="sm" c="dimmed" mb="sm">
        {t(licenses.length === 0 ? "seats.none" : "seats.text")}
      </Text>
      {licenses.length === 0 ? null : (
        <Table.ScrollContainer
          minWidth={0}
          scrollAreaProps={{ viewportProps: { tabIndex: 0, role: "region", "aria-label": t("seats.title") } }}
        >
          <Table verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t("seats.licence")}</Table.Th>
                <Table.Th scope="col" ta="right">
                  {t("seats.used")}
                </Table.Th>
                <Table.Th scope="col" ta="right">
                  {t("seats.free")}
                </Table.Th>
                <Table.Th scope="col" ta="right">
                  {t("seats.needed")}
                </Table.Th>
                <Table.Th scope="col" miw={140} aria-label={t("seats.share")} />
                <Table.Th scope="col">{t("seats.outlook")}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {licenses.map((license) => (
                <Table.Tr key={license.license_id}>
                  <Table.Th scope="row" fw={400}>
                    {license.name}
                  </Table.Th>
                  <Table.Td ta="right">
                    {t("seats.of", { used: number.format(license.seats_used), all: number.format(license.seats_total) })}
                  </Table.Td>
                  <Table.Td ta="right">{number.format(license.seats_free)}</Table.Td>
                  <Table.Td ta="right">{number.format(license.seats_needed)}</Table.Td>
                  <Table.Td>
                    <Share {...license} />
                  </Table.Td>
                  <Table.Td>
                    {license.seats_missing === 0 ? (
                      <ToneBadge tone={license.seats_free === 0 ? "warning" : "good"}>
                        {t(license.seats_free === 0 ? "seats.full" : "seats.enough")}
                      </ToneBadge>
                    ) : (
                      <>
                        <ToneBadge tone="bad">{t("seats.missing", { count: license.seats_missing })}</ToneBadge>{" "}
                        <Text span size="sm">
                          {t("seats.from")} <Day date={license.short_from} />
                        </Text>
                      </>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Section>
  );
}

/** The numbers beside it as a bar: used seats, needed seats that are free, and missing ones. */
function Share({ seats_used, seats_free, seats_needed, seats_missing, seats_total }: Forecast["licenses"][number]) {
  const whole = Math.max(1, seats_total + seats_missing);
  const part = (seats: number) => (100 * seats) / whole;
  return (
    <Progress.Root size="lg" aria-hidden>
      <Progress.Section value={part(seats_used)} color="indigo.5" aria-hidden />
      <Progress.Section value={part(Math.min(seats_needed, seats_free))} color="yellow.6" aria-hidden />
      <Progress.Section value={part(seats_missing)} color="red.8" aria-hidden />
    </Progress.Root>
  );
}
