import { NativeSelect, NumberInput, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { FileChoice } from "./file-choice.tsx";
import { type ListValues, sources } from "./item-values.ts";
import type { CourseFile } from "./send-file.ts";

type VideoProps = { form: UseFormReturnType<ListValues>; place: number; course_id: string; files: readonly CourseFile[] };

/** A video: an uploaded file with captions, or an address elsewhere. */
export function VideoEditor({ form, place, course_id, files }: VideoProps) {
  const { t } = useTranslation("course-items");
  const at = `items.${place}`;
  const shared = { form, course_id, files };
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t("video.source")}
        data={sources.map((value) => ({ value, label: t(`video.${value}`) }))}
        key={form.key(`${at}.source`)}
        {...form.getInputProps(`${at}.source`)}
      />
      {form.values.items[place]!.source === "address" ? (
        <Address form={form} at={at} />
      ) : (
        <>
          <FileChoice {...shared} field={`${at}.file_id`} use="video" />
          <FileChoice {...shared} field={`${at}.captions_id`} use="captions" />
          <NumberInput
            label={t("video.seen_percent")}
            description={t("video.seen_percent_text")}
            min={1}
            max={100}
            allowDecimal={false}
            key={form.key(`${at}.seen_percent`)}
            {...form.getInputProps(`${at}.seen_percent`)}
          />
        </>
      )}
    </Stack>
  );
}

export function Address({ form, at }: { form: UseFormReturnType<ListValues>; at: string }) {
  const { t } = useTranslation("course-items");
  return (
    <TextInput
      type="url"
      label={t("item.url")}
      description={t("item.url_text")}
      placeholder="https://"
      required
      maxLength={2_048}
      key={form.key(`${at}.url`)}
      {...form.getInputProps(`${at}.url`)}
    />
  );
}
