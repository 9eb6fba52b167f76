import { Button, Group, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { Search } from "../../app/search.ts";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { FlagChip } from "../../components/values/flag-chip.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { Section } from "../../components/section.tsx";
import { ToneBadge, type Tone } from "../../components/values/state-badge.tsx";
import { Day } from "../../components/values/when.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { EvidenceCell } from "../certificates/evidence-cell.tsx";
import type { Person } from "./people-data.ts";
import { WhyDialog } from "./why-dialog.tsx";

type Training = components["schemas"]["PersonTraining"];
type FlagRow = Training["flags"][number];

const tones: Record<Training["certificates"][number]["status"], Tone> = {
  valid: "good",
  expiring: "warning",
  expired: "bad",
  superseded: "quiet",
  revoked: "bad",
};

type Whose = Pick<Person, "id" | "full_name" | "employee_no" | "login">;

/** The person's groups, flags with their reasons, and certificates. */
export function PersonTraining({ person }: { person: Whose }) {
  const { id } = person;
  const { t } = useTranslation("people");
  const query = useQuery({
    queryKey: ["person", id, "training"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/people/{id}/training", { params: { path: { id } }, signal })),
  });
  if (query.error || !query.data) return <Unanswered query={query} height={200} />;
  const { flags, certificates, groups } = query.data;
  return (
    <>
      <Section title={t("compliance.title")}>
        <Flags person={person} flags={flags} />
      </Section>
      <Section title={t("certificates.title")}>
        <Certificates certificates={certificates} />
      </Section>
      <Section title={t("groups.title")}>
        {groups.length === 0 ? <None text={t("groups.empty")} /> : null}
        <Group gap="md">
          {groups.map(({ id, name }) => (
            <TextLink key={id} to="/groups/$group_id" params={{ group_id: id }}>
              {name}
            </TextLink>
          ))}
        </Group>
      </Section>
    </>
  );
}

function None({ text }: { text: string }) {
  return (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  );
}

function Flags({ person, flags }: { person: Whose; flags: FlagRow[] }) {
  const { t } = useTranslation("people");
  const { why, ask } = useWhy();
  if (flags.length === 0) return <None text={t("compliance.empty")} />;
  return (
    <>
      <Stack gap={6}>
        {flags.map((flag) => (
          <Group key={flag.course_id} gap="sm" justify="space-between" wrap="wrap">
            <Group gap="sm" style={{ flex: "1 1 14rem" }}>
              <FlagChip flag={flag.status} />
              <Text size="sm">
                {flag.course_title}{" "}
                <Text span size="xs" c="dimmed">
                  {flag.course_code}
                </Text>
              </Text>
            </Group>
            <Group gap="sm">
              {flag.next_change_on && flag.next_status ? (
                <Text size="xs" c="dimmed">
                  {t("compliance.next", { flag: t(`common:flag.${flag.next_status}`) })} <Day date={flag.next_change_on} />
                </Text>
              ) : null}
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={t("compliance.why_named", { course: flag.course_title })}
                onClick={() => ask(flag.course_id)}
              >
                {t("compliance.why")}
              </Button>
            </Group>
          </Group>
        ))}
      </Stack>
      <WhyDialog person={person} course={flags.find(({ course_id }) => course_id === why) ?? null} onClose={() => ask(null)} />
    </>
  );
}

/** The explained course is kept in the address, so that a draft of its form can be restored there after the end of a session. */
function useWhy() {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const ask = (course_id: string | null) =>
    void navigate({
      to: ".",
      search: (before: Search) => ({ ...before, why: course_id ?? undefined }),
      replace: course_id === null,
      resetScroll: false,
    });
  return { why: [search["why"]].flat()[0], ask };
}

function Certificates({ certificates }: { certificates: Training["certificates"] }) {
  const { t } = useTranslation("people");
  if (certificates.length === 0) return <None text={t("certificates.empty")} />;
  return (
    <Table.ScrollContainer minWidth={420} type="native">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("certificates.number")}</Table.Th>
            <Table.Th>{t("certificates.status")}</Table.Th>
            <Table.Th>{t("certificates.from")}</Table.Th>
            <Table.Th>{t("certificates.until")}</Table.Th>
            <Table.Th>{t("certificates:column.file")}</Table.Th>
            <Table.Th>{t("certificates.print")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {certificates.map((certificate) => (
            <Table.Tr key={certificate.id}>
              <Table.Td>
                <a href={certificate.verification_url} target="_blank" rel="noreferrer">
                  {certificate.number}
                </a>
                {certificate.issuer ? (
                  <Text size="xs" c="dimmed">
                    {certificate.issuer}
                  </Text>
                ) : null}
              </Table.Td>
              <Table.Td>
                <ToneBadge tone={tones[certificate.status]}>{t(`certificates.state.${certificate.status}`)}</ToneBadge>
              </Table.Td>
              <Table.Td>
                <Day date={certificate.valid_from} />
              </Table.Td>
              <Table.Td>
                <Day date={certificate.valid_until} none={t("certificates.endless")} />
              </Table.Td>
              <Table.Td>
                <EvidenceCell certificate={certificate} />
              </Table.Td>
              <Table.Td>
                <a
                  href={`/panel/api/certificates/${certificate.id}/pdf`}
                  download
                  aria-label={t("certificates.print_named", { number: certificate.number })}
                >
                  PDF
                </a>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
