import { Badge, Group, List, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { Section } from "../../components/section.tsx";
import { toast } from "../../components/toast.ts";
import { When } from "../../components/values/when.tsx";
import { useTrainingReason } from "../people/people-data.ts";

type Detail = components["schemas"]["ContractorDetail"];
export type Kind = "department" | "contractor";
type BelongingsProps = { kind: Kind; id: string; detail: Pick<Detail, "aliases" | "rules" | "groups"> };

/** The names that identity providers use for it, and the rules and groups that ask for its people. */
export function Belongings({ kind, id, detail }: BelongingsProps) {
  const { t } = useTranslation("places");
  return (
    <>
      <Section title={t("aliases.title")}>
        <Text size="sm" c="dimmed" mb="sm">
          {t("aliases.text")}
        </Text>
        <Aliases kind={kind} id={id} aliases={detail.aliases} />
      </Section>
      <Section title={t("asked.title")}>
        {detail.rules.length + detail.groups.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t("asked.empty")}
          </Text>
        ) : (
          <List size="sm" spacing={4}>
            {detail.rules.map(({ id: rule_id, name, active }) => (
              <List.Item key={rule_id}>
                {t("asked.rule", { name })} {active ? null : <Badge color="gray">{t("out_of_use")}</Badge>}
              </List.Item>
            ))}
            {detail.groups.map(({ id: group_id, name }) => (
              <List.Item key={group_id}>{t("asked.group", { name })}</List.Item>
            ))}
          </List>
        )}
      </Section>
    </>
  );
}

function Aliases({ kind, id, aliases }: { kind: Kind; id: string; aliases: Detail["aliases"] }) {
  const { t } = useTranslation("places");
  const reason = useTrainingReason();
  const remove = useSave({
    changes: "places",
    save: (value: string) => {
      const params = { path: { id }, query: { value } };
      return kind === "department"
        ? api.DELETE("/panel/api/departments/{id}/aliases", { params })
        : api.DELETE("/panel/api/contractors/{id}/aliases", { params });
    },
    done: t("aliases.removed"),
  });
  if (aliases.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t("aliases.empty")}
      </Text>
    );
  return (
    <Stack gap={6}>
      {aliases.map(({ value, decided_at }) => (
        <Group key={value} justify="space-between" gap="sm">
          <Text size="sm">
            {value}{" "}
            <Text span size="xs" c="dimmed">
              <When at={decided_at} />
            </Text>
          </Text>
          <ReasonedButton
            size="compact-xs"
            variant="subtle"
            color="red"
            reason={reason}
            aria-label={t("aliases.remove_named", { value })}
            onClick={() => remove.mutate(value, { onError: toast.failed })}
          >
            {t("aliases.remove")}
          </ReasonedButton>
        </Group>
      ))}
    </Stack>
  );
}
