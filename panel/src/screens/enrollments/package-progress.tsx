import { Button, NativeSelect, Stack, Table, Text, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { useDialogForm } from "../../components/forms/use-dialog-form.ts";
import { Section } from "../../components/section.tsx";
import { type Tone, ToneBadge } from "../../components/values/state-badge.tsx";
import { useTrainingReason } from "../people/people-data.ts";

type Package = components["schemas"]["PackageProgress"]["packages"][number];
type Item = Package["items"][number];

const tones: Readonly<Record<Item["status"], Tone>> = {
  not_begun: "quiet",
  incomplete: "info",
  failed: "bad",
  completed: "good",
  passed: "good",
};
const reasons = ["administrative", "tested_out", "equivalent_au", "equivalent_outside_activity"] as const;
const usual_reason: (typeof reasons)[number] = "administrative";

/**
 * The person's progress in the packages of the course; parts of a cmi5 package can be waived. Nothing is shown without a package.
 */
export function PackageProgress({ enrollment_id }: { enrollment_id: string }) {
  const query = useQuery({
    queryKey: ["enrollment", enrollment_id, "packages"],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/enrollments/{id}/packages", { params: { path: { id: enrollment_id } }, signal })),
  });
  // A package whose data was erased has no items.
  const packages = query.data?.packages.filter(({ items }) => items.length > 0) ?? [];
  return packages.map((one) => <PackageParts key={one.registration_id} enrollment_id={enrollment_id} of={one} />);
}

function PackageParts({ enrollment_id, of }: { enrollment_id: string; of: Package }) {
  const { t } = useTranslation("enrollments");
  const [waived, setWaived] = useState<Item | null>(null);
  const not_allowed = useTrainingReason("of_person");
  const can_waive = not_allowed === null && of.items.some((item) => item.can_be_waived);
  return (
    <Section title={t("packages.title", { title: of.title })}>
      <Table.ScrollContainer minWidth={0} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t("packages.part")}</Table.Th>
              <Table.Th scope="col">{t("packages.state")}</Table.Th>
              <Table.Th scope="col">{t("field.score")}</Table.Th>
              {can_waive ? (
                <Table.Th scope="col">
                  <VisuallyHidden>{t("packages.waive.button")}</VisuallyHidden>
                </Table.Th>
              ) : null}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {of.items.map((item) => (
              <Table.Tr key={item.id}>
                <Table.Td>{item.title}</Table.Td>
                <Table.Td>
                  <ToneBadge tone={tones[item.status]}>{t(`packages.status.${item.waived ? "waived" : item.status}`)}</ToneBadge>
                </Table.Td>
                <Table.Td>{item.score === null ? "–" : `${item.score} %`}</Table.Td>
                {can_waive ? (
                  <Table.Td>
                    {item.can_be_waived ? (
                      <Button
                        variant="default"
                        size="xs"
                        aria-label={t("packages.waive.of", { title: item.title })}
                        onClick={() => setWaived(item)}
                      >
                        {t("packages.waive.button")}
                      </Button>
                    ) : null}
                  </Table.Td>
                ) : null}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <WaiveDialog
        enrollment_id={enrollment_id}
        registration_id={of.registration_id}
        item={waived}
        onClose={() => setWaived(null)}
      />
    </Section>
  );
}

type WaiveProps = { enrollment_id: string; registration_id: string; item: Item | null; onClose: () => void };

function WaiveDialog({ enrollment_id, registration_id, item, onClose }: WaiveProps) {
  const { t } = useTranslation("enrollments");
  const { form, dialog } = useDialogForm({
    opened: item !== null,
    onClose,
    values: { reason: usual_reason },
    draft: `waive ${registration_id} ${item?.id}`,
    changes: "training",
    save: ({ reason }) =>
      api.POST("/panel/api/enrollments/{id}/waivers", {
        params: { path: { id: enrollment_id } },
        body: { registration_id, item: item!.id, reason },
      }),
    done: t("packages.waive.done"),
  });
  return (
    <DialogForm
      dialog={dialog}
      title={t("packages.waive.title")}
      text={t("packages.waive.text")}
      submit={t("packages.waive.submit")}
    >
      <Stack gap="sm">
        <Text fw={600}>{item?.title}</Text>
        <NativeSelect
          label={t("field.reason")}
          data={reasons.map((value) => ({ value, label: t(`packages.reason.${value}`) }))}
          key={form.key("reason")}
          {...form.getInputProps("reason")}
          data-autofocus
        />
      </Stack>
    </DialogForm>
  );
}
