import { Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconTool } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { ConfirmByName } from "../../components/forms/confirm-by-name.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { Section } from "../../components/section.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { CopyField } from "../../components/values/copy-field.tsx";
import { Facts, Lines } from "../../components/values/facts.tsx";
import { ToolDialog } from "./tool-dialog.tsx";

type List = components["schemas"]["LtiToolList"];
type LtiTool = List["tools"][number];

/** The LTI tools that courses launch, and the values to enter at each tool. */
export function Tools() {
  const { t } = useTranslation("tools");
  const [adding, setAdding] = useState(false);
  const [changing, setChanging] = useState<LtiTool | null>(null);
  const [removing, setRemoving] = useState<LtiTool | null>(null);
  const query = useQuery({
    queryKey: ["lti-tools"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/lti-tools", { signal })),
  });
  const { data } = query;
  return (
    <Page
      title={t("shell:nav.tools")}
      description={t("text")}
      actions={<Button onClick={() => setAdding(true)}>{t("add")}</Button>}
    >
      <Unanswered query={query} height={320} />
      <Stack gap="md">
        {data ? <Platform of={data.platform} /> : null}
        {data?.tools.length === 0 ? <EmptyState icon={IconTool} title={t("empty")} text={t("empty_text")} /> : null}
        {data?.tools.map((tool) => (
          <OneTool key={tool.id} tool={tool} onChange={() => setChanging(tool)} onRemove={() => setRemoving(tool)} />
        ))}
      </Stack>
      <ToolDialog opened={adding} tool={null} onClose={() => setAdding(false)} />
      <ToolDialog opened={changing !== null} tool={changing} onClose={() => setChanging(null)} />
      <RemoveTool tool={removing} onClose={() => setRemoving(null)} />
    </Page>
  );
}

/** The values that are the same for every tool; the client id stands with each. */
function Platform({ of }: { of: List["platform"] }) {
  const { t } = useTranslation("tools");
  const names = ["issuer", "deployment_id", "authorization_url", "token_url", "jwks_url"] as const;
  return (
    <Section title={t("platform.title")}>
      <Text size="sm" mb="sm">
        {t("platform.text")}
      </Text>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
        {names.map((name) => (
          <CopyField key={name} label={t(`platform.${name}`)} value={of[name]} />
        ))}
      </SimpleGrid>
    </Section>
  );
}

function OneTool({ tool, onChange, onRemove }: { tool: LtiTool; onChange: () => void; onRemove: () => void }) {
  const { t } = useTranslation("tools");
  const { id, name, login_url, launch_url, redirect_urls, jwks_url, keys, sends_name, sends_email, courses } = tool;
  const told = [...(sends_name ? [t("told.name")] : []), ...(sends_email ? [t("told.email")] : [])];
  return (
    <Section
      title={name}
      action={
        <Group gap="xs">
          <Button variant="default" size="compact-sm" aria-label={t("change_named", { name })} onClick={onChange}>
            {t("change")}
          </Button>
          <ReasonedButton
            variant="subtle"
            color="red"
            size="compact-sm"
            aria-label={t("remove_named", { name })}
            reason={courses.length === 0 ? null : t("in_use")}
            onClick={onRemove}
          >
            {t("remove")}
          </ReasonedButton>
        </Group>
      }
    >
      <Stack gap="sm">
        <CopyField label={t("client_id")} value={id} />
        <Facts
          rows={[
            [t("field.login_url"), login_url],
            [t("field.launch_url"), launch_url],
            [t("field.redirect_urls"), <Lines key="urls" lines={redirect_urls} />],
            [t("keys"), jwks_url ?? keys.map(({ kid, algorithm }) => `${algorithm} ${kid}`).join(", ")],
            [t("told.title"), told.length === 0 ? t("told.nothing") : told.join(", ")],
            [t("courses"), courses.length === 0 ? t("no_courses") : courses.map(({ title }) => title).join(", ")],
          ]}
        />
      </Stack>
    </Section>
  );
}

function RemoveTool({ tool, onClose }: { tool: LtiTool | null; onClose: () => void }) {
  const { t } = useTranslation("tools");
  const remove = useSave({
    changes: "tools",
    save: async (id: string) => api.DELETE("/panel/api/lti-tools/{id}", { params: { path: { id } } }),
    done: t("removed"),
    onSaved: onClose,
  });
  return (
    <ConfirmByName
      opened={tool !== null}
      title={t("remove_title")}
      text={t("remove_text")}
      name={tool?.name ?? ""}
      confirm={t("remove")}
      doing={remove}
      onConfirm={() => remove.mutate(tool!.id)}
      onClose={onClose}
    />
  );
}
