import { useQuery } from "@tanstack/react-query";
import { Button, Group, Modal, Skeleton, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { ConfirmByName } from "../../components/forms/confirm-by-name.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { ReasonedLink } from "../../components/forms/reasoned-link.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { useTrainingReason } from "../people/people-data.ts";
import { PreviewResult } from "./preview.tsx";
import type { Rule } from "./rule-data.ts";

export function RuleActions({ rule }: { rule: Rule }) {
  const { t } = useTranslation("rules");
  const [open, setOpen] = useState<"switch" | "retire" | null>(null);
  const not_allowed = useTrainingReason();
  const reason = not_allowed ?? (rule.retired_at === null ? null : t("retired_text"));
  const retire = useSave({
    changes: "rules",
    save: () => api.POST("/panel/api/rules/{id}/retire", { params: { path: { id: rule.id } } }),
    done: t("done.retire", { name: rule.name }),
    onSaved: () => setOpen(null),
  });
  return (
    <>
      <ReasonedLink variant="default" reason={reason} to="/rules/$rule_id/edit" params={{ rule_id: rule.id }}>
        {t("edit.button")}
      </ReasonedLink>
      <ReasonedButton variant="default" reason={reason} onClick={() => setOpen("switch")}>
        {t(rule.active ? "switch.off" : "switch.on")}
      </ReasonedButton>
      <ReasonedButton variant="default" color="red" reason={reason} onClick={() => setOpen("retire")}>
        {t("retire.button")}
      </ReasonedButton>
      <SwitchDialog rule={rule} opened={open === "switch"} onClose={() => setOpen(null)} />
      <ConfirmByName
        opened={open === "retire"}
        title={t("retire.title")}
        text={t(rule.on_leave === "keep" ? "retire.text_keep" : "retire.text")}
        name={rule.name}
        confirm={t("retire.button")}
        doing={retire}
        onConfirm={() => retire.mutate(undefined)}
        onClose={() => setOpen(null)}
      />
    </>
  );
}

type SwitchDialogProps = { rule: Rule; opened: boolean; onClose: () => void };

/** Switches a rule off or on, after showing the effects. */
function SwitchDialog({ rule, opened, onClose }: SwitchDialogProps) {
  const { t } = useTranslation("rules");
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t(rule.active ? "switch.off_title" : "switch.on_title")}
      closeButtonProps={{ "aria-label": t("common:close") }}
    >
      <Switch rule={rule} onClose={onClose} />
    </Modal>
  );
}

function Switch({ rule, onClose }: Omit<SwitchDialogProps, "opened">) {
  const { t } = useTranslation("rules");
  const active = !rule.active;
  const { id, version, conditions, courses, due_days, on_leave, count_valid_certificates, look_back_days } = rule;
  const options = { due_days, on_leave, count_valid_certificates, look_back_days, active };
  const preview = useQuery({
    queryKey: ["rule", id, "preview", version, active],
    queryFn: async ({ signal }) => {
      const body = { id, conditions, course_ids: courses.map((course) => course.id), ...options };
      return dataOf(await api.POST("/panel/api/rules/preview", { body, signal }));
    },
    // The preview is computed on demand and never cached.
    gcTime: 0,
  });
  const save = useSave({
    changes: "rules",
    save: () => api.PATCH("/panel/api/rules/{id}", { params: { path: { id } }, body: { active, version } }),
    done: t(active ? "done.on" : "done.off", { name: rule.name }),
    onSaved: onClose,
  });
  return (
    <Stack gap="sm">
      <Text size="sm">{t(active ? "switch.on_text" : "switch.off_text")}</Text>
      <ProblemAlert error={save.error ?? preview.error} />
      {preview.data ? <PreviewResult preview={preview.data} /> : preview.error ? null : <Skeleton h={160} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t("common:cancel")}
        </Button>
        <Button loading={save.isPending} disabled={!preview.data} onClick={() => save.mutate(undefined)}>
          {t(active ? "switch.on" : "switch.off")}
        </Button>
      </Group>
    </Stack>
  );
}
