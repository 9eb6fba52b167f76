import { Stack, Table, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Unanswered } from "../../components/unanswered.tsx";
import { Id } from "../../components/values/id.tsx";
import { ToneBadge, type Tone } from "../../components/values/state-badge.tsx";
import { When } from "../../components/values/when.tsx";
import { useRolePreview, type RolePreviewed } from "./identity-data.ts";

const tones: Readonly<Record<RolePreviewed["effect"], Tone>> = {
  nothing: "quiet",
  given: "info",
  changed: "info",
  taken: "warning",
  kept: "warning",
  refused: "bad",
};

/** How the next sign-in of recent users would change their roles. */
export function RolePreview() {
  const { t } = useTranslation("identity");
  const query = useRolePreview();
  const people = query.data?.people ?? [];
  return (
    <Stack gap="xs">
      <Text fw={600}>{t("roles.preview")}</Text>
      <Unanswered query={query} height={120} />
      {query.data ? (
        <Text size="sm" c="dimmed">
          {t(people.length === 0 ? "roles.preview_none" : "roles.preview_text")}
        </Text>
      ) : null}
      {people.length === 0 ? null : (
        <Table.ScrollContainer minWidth={560} type="native">
          <Table verticalSpacing="xs" aria-label={t("roles.preview")}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t("list.who")}</Table.Th>
                <Table.Th scope="col">{t("roles.values")}</Table.Th>
                <Table.Th scope="col">{t("roles.effect_title")}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {people.map((one) => (
                <Row key={one.sign_in_id} one={one} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}

const shown_max = 5;

function Row({ one }: { one: RolePreviewed }) {
  const { t } = useTranslation("identity");
  const { name, subject, at, values, fault, role_now, role_then, effect } = one;
  const nameOf = (role: RolePreviewed["role_now"]) => (role === null ? t("roles.no_role") : t(`shell:role.${role}`));
  const more = values.length - shown_max;
  return (
    <Table.Tr style={{ verticalAlign: "top" }}>
      <Table.Td>
        <div>{name ?? t("list.nobody")}</div>
        <Id value={subject} short />
        <Text size="xs" c="dimmed" component="div">
          <When at={at} />
        </Text>
      </Table.Td>
      <Table.Td className="panel-mono" style={{ overflowWrap: "anywhere" }}>
        {values.slice(0, shown_max).map((value) => (
          <div key={value}>{value}</div>
        ))}
        {more > 0 ? t("roles.more_values", { count: more }) : null}
        {fault === null ? null : t(`note.${fault}`)}
      </Table.Td>
      <Table.Td>
        <ToneBadge tone={tones[effect]}>{t(`roles.effect.${effect}`)}</ToneBadge>
        <Text size="sm">{role_now === role_then ? nameOf(role_now) : `${nameOf(role_now)} → ${nameOf(role_then)}`}</Text>
      </Table.Td>
    </Table.Tr>
  );
}
