import { Alert, Button, Group, Paper, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { IconExternalLink } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { LinkButton } from "../../components/values/link.tsx";
import { Document } from "./document.tsx";
import { Package } from "./package.tsx";
import { Sitting } from "./sitting.tsx";
import { Tool } from "./tool.tsx";
import { isOpen, type ItemProps } from "./use-training.ts";
import { Video } from "./video.tsx";

/** One item of a course: its content, and the link to the next item. */
export function Item({ course_id, item, items, onChanged }: ItemProps) {
  const { t } = useTranslation("my-training");
  const { id, title, kind, state } = item;
  const path = { id: course_id, item_id: id };
  const query = useQuery({
    queryKey: ["my-course", course_id, "item", id],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/my/courses/{id}/items/{item_id}", { params: { path }, signal })),
    enabled: state !== "locked",
  });
  const finish = useMutation({
    mutationFn: async () => dataOf(await api.POST("/panel/api/my/courses/{id}/items/{item_id}/finish", { params: { path } })),
    onSuccess: onChanged,
  });
  const open = isOpen(items) && items.run?.result !== "failed";
  const { data } = query;
  return (
    <Stack gap="md" align="stretch">
      <Title order={2}>{title}</Title>
      <ProblemAlert error={query.error ?? finish.error} retry={() => void query.refetch()} />
      {state === "locked" ? <Text size="sm">{t("items.waits", { title: item.waits_for })}</Text> : null}
      {data || query.error || state === "locked" ? null : <Skeleton h={160} />}
      {data?.text ? (
        <Paper p="lg" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {data.text}
        </Paper>
      ) : null}
      {data?.url ? (
        <Group>
          <Button
            component="a"
            href={data.url}
            target="_blank"
            rel="noreferrer"
            variant="default"
            rightSection={<IconExternalLink size={16} aria-hidden />}
          >
            {t(kind === "video" ? "items.watch" : "reading.open")}
          </Button>
        </Group>
      ) : null}
      {data?.file && kind === "document" ? <Document course_id={course_id} item_id={id} title={title} file={data.file} /> : null}
      {data?.video ? (
        <Video course_id={course_id} item_id={id} title={title} video={data.video} is_open={open} onChanged={onChanged} />
      ) : null}
      {kind === "quiz" && data && (open || state === "done") ? (
        <Sitting course_id={course_id} item={item} content={data} items={items} onChanged={onChanged} />
      ) : null}
      {kind === "package" && data ? (
        // The package stays mounted until its frame is closed, whatever happens to the course meanwhile.
        <Package course_id={course_id} item_id={id} title={title} is_open={open && state !== "done"} is_new={state === "open"} />
      ) : null}
      {data?.tool ? <Tool course_id={course_id} item={item} tool={data.tool} is_open={open && state !== "done"} /> : null}
      {kind !== "quiz" && kind !== "package" && kind !== "lti" && data && !data.video && open && state !== "done" ? (
        <Group>
          <Button onClick={() => finish.mutate()} loading={finish.isPending}>
            {t(kind === "video" ? "items.watched" : "items.read")}
          </Button>
        </Group>
      ) : null}
      {state === "done" ? <Alert color="green">{t("items.is_done")}</Alert> : null}
      <Ways course_id={course_id} item={item} items={items} />
    </Stack>
  );
}

/** Links to what can be done next, and to all items. */
function Ways({ course_id, item, items: { items } }: Pick<ItemProps, "course_id" | "item" | "items">) {
  const { t } = useTranslation("my-training");
  const place = items.findIndex(({ id }) => id === item.id);
  const next = items.slice(place + 1).find(({ state }) => state === "open" || state === "under_way");
  return (
    <Group gap="sm">
      {item.state === "done" && next ? (
        <LinkButton to="/my-training/$course_id" params={{ course_id }} search={{ item: next.id }}>
          {t("items.next", { title: next.title })}
        </LinkButton>
      ) : null}
      <LinkButton to="/my-training/$course_id" params={{ course_id }} variant="default">
        {t("items.all")}
      </LinkButton>
    </Group>
  );
}
