import { Alert, Badge, Button, Group, Paper, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { IconCircleCheck, IconCircleX, IconLock } from "@tabler/icons-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { Search } from "../../app/search.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { LinkButton } from "../../components/values/link.tsx";
import { Item } from "./item.tsx";
import { isOpen, type MyCourse, type MyItems, training_key } from "./use-training.ts";

/** A course of several items: which are done, available or still locked; or the item that is open. */
export function Items({ course }: { course: MyCourse }) {
  const { id } = course;
  const { item: item_id }: Search = useSearch({ strict: false });
  const client = useQueryClient();
  const key = ["my-course", id, "items"];
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/my/courses/{id}/items", { params: { path: { id } }, signal })),
  });
  const keep = (items: MyItems) => {
    client.setQueryData(key, items);
    void client.invalidateQueries({ queryKey: training_key });
    void client.invalidateQueries({ queryKey: ["my-course", id], exact: true });
  };
  const begin = useMutation({
    mutationFn: async () => dataOf(await api.POST("/panel/api/my/courses/{id}/run", { params: { path: { id } } })),
    onSuccess: keep,
  });
  const { mutate } = begin;
  const { data } = query;
  const is_new = data !== undefined && data.run === null && isOpen(data);
  useEffect(() => {
    if (is_new) mutate();
  }, [is_new, mutate]);
  const opened = data?.items.find((item) => item.id === item_id);
  return (
    <Stack gap="md">
      <ProblemAlert error={query.error ?? begin.error} retry={() => void query.refetch()} />
      {data || query.error ? null : <Skeleton h={160} />}
      {data ? <Ended items={data} again={() => mutate()} busy={begin.isPending} /> : null}
      {data && opened ? <Item key={opened.id} course_id={id} item={opened} items={data} onChanged={keep} /> : null}
      {data && !opened ? <List course_id={id} items={data} /> : null}
    </Stack>
  );
}

/** The result of the latest run, once it has ended. */
function Ended({ items: { run, status, attempts_left }, again, busy }: { items: MyItems; again: () => void; busy: boolean }) {
  const { t } = useTranslation("my-training");
  if (!run?.result)
    return isOpen({ status }) ? null : <Text size="sm">{t(status === "completed" ? "is_completed" : "is_failed")}</Text>;
  const passed = run.result === "passed";
  return (
    <Alert
      color={passed ? "green" : "yellow"}
      icon={passed ? <IconCircleCheck size={18} /> : <IconCircleX size={18} />}
      title={t(passed ? "outcome.passed" : "outcome.failed")}
    >
      <Stack gap="xs" align="flex-start">
        {run.score === null ? null : <Text size="sm">{t("score", { score: run.score })}</Text>}
        {passed ? (
          <LinkButton to="/my-certificates" size="xs" variant="default">
            {t("outcome.certificates")}
          </LinkButton>
        ) : (
          <Text size="sm">{t("outcome.left", { count: attempts_left })}</Text>
        )}
        {!passed && isOpen({ status }) ? (
          <Button size="xs" onClick={again} loading={busy}>
            {t("items.again")}
          </Button>
        ) : null}
      </Stack>
    </Alert>
  );
}

function List({ course_id, items: { items } }: { course_id: string; items: MyItems }) {
  const { t } = useTranslation("my-training");
  const done = items.filter(({ state }) => state === "done").length;
  return (
    <section>
      <Text size="sm" c="dimmed" mb="sm">
        {t("items.done", { done, total: items.length })}
      </Text>
      <Stack gap="sm" component="ol" p={0} m={0} style={{ listStyle: "none" }}>
        {items.map((item, place) => (
          <Paper key={item.id} p="md" component="li">
            <Group justify="space-between" gap="sm">
              <Stack gap={4} style={{ flex: "1 1 12rem" }}>
                <Title order={2}>
                  {place + 1}. {item.title}
                </Title>
                <Group gap="xs">
                  <Text size="sm" c="dimmed">
                    {t(`items.kind.${item.kind}`)}
                  </Text>
                  {item.required ? null : <Badge color="gray">{t("voluntary")}</Badge>}
                  {item.score === null ? null : <Text size="sm">{t("score", { score: item.score })}</Text>}
                </Group>
              </Stack>
              <Step course_id={course_id} item={item} />
            </Group>
          </Paper>
        ))}
      </Stack>
    </section>
  );
}

function Step({ course_id, item }: { course_id: string; item: MyItems["items"][number] }) {
  const { t } = useTranslation("my-training");
  const { id, state, title, waits_for } = item;
  if (state === "locked")
    return (
      <Group gap={4}>
        <IconLock size={16} aria-hidden />
        <Text size="sm">{t("items.waits", { title: waits_for })}</Text>
      </Group>
    );
  const word = { open: "items.open", under_way: "continue", done: "items.look", failed: "items.again" } as const;
  return (
    <Group gap="sm">
      {state === "done" ? <Badge color="green">{t("items.is_done")}</Badge> : null}
      <LinkButton
        to="/my-training/$course_id"
        params={{ course_id }}
        search={{ item: id }}
        variant={state === "done" ? "default" : "filled"}
        aria-label={`${t(word[state])}: ${title}`}
      >
        {t(word[state])}
      </LinkButton>
    </Group>
  );
}
