import { Group, NumberInput, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { useDialogForm } from "../../components/forms/use-dialog-form.ts";
import { useSave } from "../../components/forms/use-save.ts";
import { Section } from "../../components/section.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { CopyField } from "../../components/values/copy-field.tsx";
import { When } from "../../components/values/when.tsx";
import { useTrainingReason } from "../people/people-data.ts";

type Link = components["schemas"]["EvidenceLinkList"]["links"][number];

const days_default = 14;
const days_max = 90;

/** Links by which a company submits evidence for its own people. */
export function EvidenceLinks({ contractor_id }: { contractor_id: string }) {
  const { t } = useTranslation("company-evidence");
  const reason = useTrainingReason();
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const query = useQuery({
    queryKey: ["evidence-links", contractor_id],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/contractors/{id}/evidence-links", { params: { path: { id: contractor_id } }, signal }))
        .links,
  });
  return (
    <Section title={t("links.title")}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t("links.text")}
        </Text>
        {made === null ? null : <CopyField label={t("links.made")} value={made} description={t("links.made_text")} />}
        <Unanswered query={query} height={80} />
        {query.data && query.data.length > 0 ? <Links links={query.data} /> : null}
        <Group>
          <ReasonedButton variant="default" reason={reason} onClick={() => setMaking(true)}>
            {t("links.make")}
          </ReasonedButton>
        </Group>
      </Stack>
      <MakeDialog contractor_id={contractor_id} opened={making} onClose={() => setMaking(false)} onMade={setMade} />
    </Section>
  );
}

function Links({ links }: { links: readonly Link[] }) {
  const { t } = useTranslation("company-evidence");
  return (
    <Table.ScrollContainer minWidth={480} type="native">
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t("links.created")}</Table.Th>
            <Table.Th scope="col">{t("links.until")}</Table.Th>
            <Table.Th scope="col">{t("links.files")}</Table.Th>
            <Table.Th scope="col">{t("links.standing")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {links.map((link) => (
            <Table.Tr key={link.id}>
              <Table.Td>
                <When at={link.created_at} /> {link.created_by_name}
              </Table.Td>
              <Table.Td>
                <When at={link.expires_at} />
              </Table.Td>
              <Table.Td>{link.submissions}</Table.Td>
              <Table.Td>{link.ended_at === null ? <End link={link} /> : t("links.ended")}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function End({ link: { id } }: { link: Link }) {
  const { t } = useTranslation("company-evidence");
  const reason = useTrainingReason();
  const end = useSave({
    changes: "company_evidence",
    save: () => api.POST("/panel/api/evidence-links/{id}/end", { params: { path: { id } } }),
    done: t("links.end_done"),
  });
  return (
    <>
      <ReasonedButton
        size="compact-sm"
        variant="default"
        reason={reason}
        loading={end.isPending}
        onClick={() => end.mutate(undefined)}
      >
        {t("links.end")}
      </ReasonedButton>
      <ProblemAlert error={end.error} />
    </>
  );
}

type MakeProps = { contractor_id: string; opened: boolean; onClose: () => void; onMade: (url: string) => void };

function MakeDialog({ contractor_id, opened, onClose, onMade }: MakeProps) {
  const { t } = useTranslation("company-evidence");
  const { form, dialog } = useDialogForm({
    opened,
    onClose,
    values: { days: days_default },
    draft: "evidence-link",
    changes: "company_evidence",
    save: async ({ days }) => {
      const params = { path: { id: contractor_id } };
      return dataOf(await api.POST("/panel/api/contractors/{id}/evidence-links", { params, body: { days } }));
    },
    done: t("links.make_done"),
    onSaved: ({ url }) => onMade(url),
  });
  return (
    <DialogForm dialog={dialog} title={t("links.make")} text={t("links.make_text")} submit={t("links.make")}>
      <NumberInput label={t("links.days")} min={1} max={days_max} allowDecimal={false} {...form.getInputProps("days")} />
    </DialogForm>
  );
}
