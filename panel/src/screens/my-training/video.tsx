import { Stack, Text } from "@mantine/core";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { components } from "../../api/schema.d.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import type { MyItems } from "./use-training.ts";
import { useWatching } from "./use-watching.ts";

type VideoProps = {
  course_id: string;
  item_id: string;
  title: string;
  video: NonNullable<components["schemas"]["MyItemContent"]["video"]>;
  /** Whether the watched parts count. */
  is_open: boolean;
  onChanged: (items: MyItems) => void;
};

/** An uploaded video. It starts where the learner stopped, on any device, and reports how much was watched. */
export function Video({ course_id, item_id, title, video, is_open, onChanged }: VideoProps) {
  const { t } = useTranslation("my-training");
  const url = `/panel/api/my/courses/${course_id}/items/${item_id}`;
  const frame = useRef<HTMLVideoElement>(null);
  const { error, hear } = useWatching({ course_id, item_id, video, is_open, onChanged, frame });
  return (
    <Stack gap="xs">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- who makes the course decides whether its video has captions */}
      <video
        ref={frame}
        src={`${url}/file`}
        controls
        playsInline
        preload="metadata"
        aria-label={title}
        style={{ width: "100%", maxHeight: "75dvh", background: "black" }}
        {...hear}
      >
        {video.captions ? <track kind="captions" src={`${url}/captions`} label={t("items.captions")} default /> : null}
      </video>
      <Text size="sm">{t("items.seen", { seen: video.seen_percent, needed: video.needed_percent })}</Text>
      <Text size="sm" c="dimmed">
        {t("items.seen_text")}
      </Text>
      <ProblemAlert error={error} />
    </Stack>
  );
}
