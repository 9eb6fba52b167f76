import { Button, Group, Stack, Text } from "@mantine/core";
import { IconFileDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { components } from "../../api/schema.d.ts";
import { mibOf } from "../../components/values/mebibytes.ts";

type DocumentProps = {
  course_id: string;
  item_id: string;
  title: string;
  file: NonNullable<components["schemas"]["MyItemContent"]["file"]>;
};

/** A document: a picture is shown, a PDF is downloaded and opened by the device. */
export function Document({ course_id, item_id, title, file: { name, media_type, size_bytes } }: DocumentProps) {
  const { t } = useTranslation("my-training");
  const url = `/panel/api/my/courses/${course_id}/items/${item_id}/file`;
  const is_picture = media_type.startsWith("image/");
  return (
    <Stack gap="xs">
      {is_picture ? <img src={url} alt={title} style={{ maxWidth: "100%", height: "auto" }} /> : null}
      <Group>
        <Button component="a" href={url} download variant="default" leftSection={<IconFileDownload size={16} aria-hidden />}>
          {t(is_picture ? "items.picture" : "items.file")}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {t(is_picture ? "items.picture_text" : "items.file_text", { name, size: mibOf(size_bytes) })}
      </Text>
    </Stack>
  );
}
