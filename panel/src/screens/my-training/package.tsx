import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { training_key } from "./use-training.ts";

/** For so long the content may save what is still to be saved, before its frame is closed. */
const closing_max_ms = 5_000;
/** No windows of its own, and no way to move the window above. */
const sandbox = "allow-scripts allow-same-origin allow-forms allow-modals allow-downloads";

type PackageProps = {
  /** The enrollment in its course. */
  course_id: string;
  /** Where it is an item of the course. */
  item_id?: string;
  title: string;
  /** Whether it can be opened, and whether it has begun. */
  is_open: boolean;
  is_new: boolean;
};

/** Content that runs in a frame, on an origin of its own. */
export function Package({ course_id: id, item_id, title, is_open, is_new }: PackageProps) {
  const { t } = useTranslation("my-training");
  const client = useQueryClient();
  const readAgain = useCallback(
    () =>
      Promise.all([
        client.invalidateQueries({ queryKey: training_key }),
        client.invalidateQueries({ queryKey: ["my-course", id] }),
      ]),
    [client, id],
  );
  const open = useMutation({
    mutationFn: async () =>
      item_id === undefined
        ? dataOf(await api.POST("/panel/api/my/courses/{id}/launch", { params: { path: { id } } }))
        : dataOf(await api.POST("/panel/api/my/courses/{id}/items/{item_id}/launch", { params: { path: { id, item_id } } })),
    onSuccess: readAgain,
  });
  const { reset } = open;
  const close = useCallback(() => {
    reset();
    void readAgain();
  }, [reset, readAgain]);
  if (open.data) return <Frame url={open.data.url} title={title} onResult={() => void readAgain()} onClosed={close} />;
  if (!is_open) return null;
  return (
    <Stack gap="md" align="flex-start">
      <ProblemAlert error={open.error} />
      <Text size="sm">{t("package.text")}</Text>
      <Button onClick={() => open.mutate()} loading={open.isPending}>
        {t(is_new ? "begin" : "continue")}
      </Button>
    </Stack>
  );
}

type FrameProps = { url: string; title: string; onResult: () => void; onClosed: () => void };

function Frame({ url, title, onResult, onClosed }: FrameProps) {
  const { t } = useTranslation("my-training");
  const frame = useRef<HTMLIFrameElement>(null);
  const [closing, setClosing] = useState(false);
  const { origin } = new URL(url);
  useEffect(() => {
    const hear = ({ origin: from, source, data }: MessageEvent<{ from?: string; kind?: string } | null>) => {
      if (from !== origin || source !== frame.current?.contentWindow || data?.from !== "muster.content") return;
      if (data.kind === "closed") onClosed();
      else onResult();
    };
    window.addEventListener("message", hear);
    return () => window.removeEventListener("message", hear);
  }, [origin, onResult, onClosed]);
  useEffect(() => {
    if (!closing) return undefined;
    frame.current?.contentWindow?.postMessage({ to: "muster.content.close" }, origin);
    const timer = window.setTimeout(onClosed, closing_max_ms);
    return () => window.clearTimeout(timer);
  }, [closing, origin, onClosed]);
  return (
    <Stack gap="xs">
      <Group justify="flex-end">
        <Button variant="default" loading={closing} onClick={() => setClosing(true)}>
          {t("package.close")}
        </Button>
      </Group>
      <iframe
        ref={frame}
        src={url}
        title={t("package.frame", { title })}
        sandbox={sandbox}
        referrerPolicy="no-referrer"
        allow="fullscreen; autoplay"
        style={{ width: "100%", height: "max(24rem, calc(100dvh - 12rem))", border: 0 }}
      />
    </Stack>
  );
}
