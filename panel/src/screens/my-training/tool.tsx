import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { IconExternalLink } from "@tabler/icons-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { type ItemProps, training_key } from "./use-training.ts";

type ToolProps = Pick<ItemProps, "course_id" | "item"> & {
  tool: NonNullable<components["schemas"]["MyItemContent"]["tool"]>;
  is_open: boolean;
};

/** An LTI tool. It opens in a tab of its own, and sends the result to the server. */
export function Tool({ course_id, item: { id, state }, tool, is_open }: ToolProps) {
  const { t } = useTranslation("my-training");
  const client = useQueryClient();
  useEffect(() => {
    // Runs when the learner comes back from the other tab.
    const readAgain = () => {
      if (document.visibilityState !== "visible") return;
      void client.invalidateQueries({ queryKey: training_key });
      void client.invalidateQueries({ queryKey: ["my-course", course_id] });
    };
    document.addEventListener("visibilitychange", readAgain);
    return () => document.removeEventListener("visibilitychange", readAgain);
  }, [client, course_id]);
  const launch = useMutation({
    mutationFn: async () => {
      // Opened within the click, because browsers block windows that are opened later.
      const page = window.open("", "_blank");
      try {
        const path = { id: course_id, item_id: id };
        const { url } = dataOf(await api.POST("/panel/api/my/courses/{id}/items/{item_id}/tool", { params: { path } }));
        if (page === null) return location.assign(url);
        page.opener = null;
        return page.location.replace(url);
      } catch (error) {
        page?.close();
        throw error;
      }
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ["my-course", course_id] }),
  });
  if (!is_open) return null;
  return (
    <Stack gap="sm" align="flex-start">
      <ProblemAlert error={launch.error} />
      <Text size="sm">{t("tool.text", { name: tool.name })}</Text>
      <Text size="sm">{t("tool.told_always")}</Text>
      <Text size="sm">{t(sentOf(tool))}</Text>
      {tool.sends_parameters ? <Text size="sm">{t("tool.told_parameters")}</Text> : null}
      <Group>
        <Button
          onClick={() => launch.mutate()}
          loading={launch.isPending}
          rightSection={<IconExternalLink size={16} aria-hidden />}
        >
          {t(state === "under_way" ? "tool.again" : "tool.open")}
        </Button>
      </Group>
    </Stack>
  );
}

function sentOf({ sends_name, sends_email }: ToolProps["tool"]) {
  if (sends_name && sends_email) return "tool.told_both";
  if (sends_name) return "tool.told_name";
  return sends_email ? "tool.told_email" : "tool.told_nothing";
}
