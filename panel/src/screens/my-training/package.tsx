import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { forgetContent, type OpenedContent } from "../../api/opened-content.ts";
import { useSession } from "../../api/session.ts";
import { sharedBy } from "../../api/shared-browser.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { holdContent, sendKept, useKeptContent } from "./send-kept.ts";
import { training_key } from "./use-training.ts";

/** How long the content may take to save before its frame is closed. */
const closing_max_ms = 5_000;
/** The frame may not open windows or navigate the page around it. */
const sandbox = "allow-scripts allow-same-origin allow-forms allow-modals allow-downloads";

type PackageProps = {
  /** The id of the enrollment. */
  course_id: string;
  /** The id of the course's item, if the package is one. */
  item_id?: string;
  title: string;
  /** Whether it can be opened, and whether it has not begun yet. */
  is_open: boolean;
  is_new: boolean;
};

/** Content that runs in a frame, on an origin of its own. */
export function Package({ course_id: id, item_id, title, is_open, is_new }: PackageProps) {
  const { t } = useTranslation("my-training");
  const client = useQueryClient();
  const { account, organisation } = useSession();
  const place = item_id === undefined ? id : `${id}:${item_id}`;
  const [unsaved, setUnsaved] = useState(false);
  useKeptContent(useCallback((sent: string) => sent === place && setUnsaved(false), [place]));
  const readAgain = useCallback(
    () =>
      Promise.all([
        client.invalidateQueries({ queryKey: training_key }),
        client.invalidateQueries({ queryKey: ["my-course", id] }),
      ]),
    [client, id],
  );
  const open = useMutation({
    mutationFn: async () => {
      // Sent first, because a new launch ends the one to which these commits belong.
      await sendKept({ account, organisation }, place);
      return item_id === undefined
        ? dataOf(await api.POST("/panel/api/my/courses/{id}/launch", { params: { path: { id } } }))
        : dataOf(await api.POST("/panel/api/my/courses/{id}/items/{item_id}/launch", { params: { path: { id, item_id } } }));
    },
    onSuccess: readAgain,
  });
  const { reset } = open;
  const close = useCallback(
    (all_saved: boolean) => {
      if (all_saved) forgetContent({ account, organisation }, place);
      setUnsaved(!all_saved);
      reset();
      void readAgain();
    },
    [account, organisation, place, reset, readAgain],
  );
  if (open.data)
    return <Frame opened={open.data} place={place} title={title} onResult={() => void readAgain()} onClosed={close} />;
  if (!is_open) return null;
  return (
    <Stack gap="md" align="flex-start">
      <ProblemAlert error={open.error} />
      {unsaved ? (
        <Alert color="orange" role="alert">
          {t(sharedBy() === null ? "package.kept" : "package.unsaved")}
        </Alert>
      ) : null}
      <Text size="sm">{t("package.text")}</Text>
      <Button onClick={() => open.mutate()} loading={open.isPending}>
        {t(is_new ? "begin" : "continue")}
      </Button>
    </Stack>
  );
}

type FrameProps = {
  opened: OpenedContent;
  place: string;
  title: string;
  onResult: () => void;
  onClosed: (all_saved: boolean) => void;
};

function Frame({ opened, place, title, onResult, onClosed }: FrameProps) {
  const { t } = useTranslation("my-training");
  const frame = useRef<HTMLIFrameElement>(null);
  const [closing, setClosing] = useState(false);
  const { account, organisation } = useSession();
  useEffect(() => holdContent({ account, organisation }, place, opened), [account, organisation, place, opened]);
  const { origin } = new URL(opened.url);
  useEffect(() => {
    const hear = ({ origin: from, source, data }: MessageEvent<{ from?: string; kind?: string } | null>) => {
      if (from !== origin || source !== frame.current?.contentWindow || data?.from !== "muster.content") return;
      if (data.kind === "closed") onClosed(true);
      else onResult();
    };
    window.addEventListener("message", hear);
    return () => window.removeEventListener("message", hear);
  }, [origin, onResult, onClosed]);
  useEffect(() => {
    if (!closing) return undefined;
    frame.current?.contentWindow?.postMessage({ to: "muster.content.close" }, origin);
    const timer = window.setTimeout(() => onClosed(false), closing_max_ms);
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
        src={sharedBy() === null ? opened.url : `${opened.url}&shared=yes`}
        title={t("package.frame", { title })}
        sandbox={sandbox}
        referrerPolicy="no-referrer"
        allow="fullscreen; autoplay"
        style={{ width: "100%", height: "max(24rem, calc(100dvh - 12rem))", border: 0 }}
      />
    </Stack>
  );
}
