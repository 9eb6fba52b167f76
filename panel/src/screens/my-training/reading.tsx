import { Button, Checkbox, Paper, Stack } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { MyCourse } from "./use-training.ts";

type ReadingProps = { course: MyCourse; open: boolean; busy: boolean; acknowledge: () => void };

/** A text, or a link to a document. The learner reads it and confirms that. */
export function Reading({ course: { text, url }, open, busy, acknowledge }: ReadingProps) {
  const { t } = useTranslation("my-training");
  const [read, setRead] = useState(false);
  return (
    <Stack gap="md" align="flex-start">
      {text === null ? null : (
        <Paper p="lg" w="100%" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {text}
        </Paper>
      )}
      {url === null ? null : (
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noreferrer"
          variant="default"
          rightSection={<IconExternalLink size={16} aria-hidden />}
        >
          {t("reading.open")}
        </Button>
      )}
      {open ? (
        <>
          <Checkbox label={t("reading.read")} checked={read} onChange={(event) => setRead(event.currentTarget.checked)} />
          <Button onClick={acknowledge} disabled={!read} loading={busy}>
            {t("reading.finish")}
          </Button>
        </>
      ) : null}
    </Stack>
  );
}
