import { Anchor, Button, Group, Input, Progress, Stack } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isPassing } from "../../api/persist.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { ReasonedFileButton } from "../../components/forms/reasoned-file-button.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { mib_bytes, mibOf } from "../../components/values/mebibytes.ts";
import { useTrainingReason } from "../people/people-data.ts";
import type { ListValues } from "./item-values.ts";
import { type CourseFile, type Sending, sendFile } from "./send-file.ts";

/** The file types that are offered for each use; the server checks the content. */
const uses = {
  document: { accept: ".pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg", max_mib: 50 },
  video: { accept: ".mp4,.m4v,.webm,video/mp4,video/webm", max_mib: 500 },
  captions: { accept: ".vtt,text/vtt", max_mib: 1 },
} as const;

type ChoiceProps = {
  form: UseFormReturnType<ListValues>;
  field: string;
  use: keyof typeof uses;
  course_id: string;
  files: readonly CourseFile[];
};

/** The file of an item: one of the course's files, or a new upload. */
export function FileChoice({ form, field, use, course_id, files }: ChoiceProps) {
  const { t } = useTranslation("course-items");
  const reason = useTrainingReason();
  const [fault, setFault] = useState<string | null>(null);
  const [percent, setPercent] = useState(0);
  const [sent, setSent] = useState<CourseFile | null>(null);
  const { accept, max_mib } = uses[use];
  const { value, error } = form.getInputProps(field);
  const chosen = sent?.id === value ? sent : files.find(({ id }) => id === value);
  const send = useSave({
    changes: "catalogue",
    save: (sending: Sending) => sendFile(course_id, sending, setPercent),
    done: t("file.sent"),
    onSaved: (file) => {
      setSent(file);
      form.setFieldValue(field, file.id);
    },
  });
  const choose = (file: File | null) => {
    const is_large = file !== null && file.size > max_mib * mib_bytes;
    setFault(is_large ? t("file.too_large", { size: max_mib }) : null);
    setPercent(0);
    if (file !== null && !is_large) send.mutate({ file, begun: null, parts_sent: 0 });
  };
  const again = send.variables;
  const label = t(chosen ? "file.replace" : "file.choose");
  return (
    <Input.Wrapper label={t(`file.${use}`)} description={t(`file.${use}_text`, { size: max_mib })} error={fault ?? error}>
      <Stack gap="xs" mt={4}>
        {chosen && !send.isPending ? (
          <Anchor
            size="sm"
            href={`/panel/api/courses/${course_id}/files/${chosen.id}`}
            download
            style={{ alignSelf: "flex-start", overflowWrap: "anywhere" }}
          >
            {t("file.facts", { name: chosen.name, size: mibOf(chosen.size_bytes) })}
          </Anchor>
        ) : null}
        <Group gap="xs">
          <ReasonedFileButton label={label} accept={accept} reason={reason} busy={send.isPending} onChoose={choose} />
          {chosen && use === "captions" ? (
            <Button variant="subtle" color="red" onClick={() => form.setFieldValue(field, "")}>
              {t("file.no_captions")}
            </Button>
          ) : null}
        </Group>
        {send.isPending ? <Progress value={percent} aria-label={t("file.sending", { percent })} /> : null}
        <ProblemAlert
          error={send.error}
          {...(again !== undefined && isPassing(send.error) ? { retry: () => send.mutate(again) } : {})}
        />
      </Stack>
    </Input.Wrapper>
  );
}
