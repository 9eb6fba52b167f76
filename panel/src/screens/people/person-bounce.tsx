import { Alert, Button, Stack, Text } from "@mantine/core";
import { IconMailOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { useSave } from "../../components/forms/use-save.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { When } from "../../components/values/when.tsx";
import { useTrainingReason } from "./people-data.ts";

/** A warning that mail to the person's address bounces, with a button to try it again. Nothing is shown otherwise. */
export function PersonBounce({ id }: { id: string }) {
  const { t } = useTranslation("people");
  const params = { path: { id } };
  const query = useQuery({
    queryKey: ["person", id, "bounce"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/people/{id}/bounce", { params, signal })),
  });
  const again = useTryAgain();
  const not_allowed = useTrainingReason();
  const bounce = query.data?.bounce;
  if (!bounce) return null;
  return (
    <Alert color="yellow" variant="light" icon={<IconMailOff size={18} />} title={t("bounce.title")}>
      <Stack gap="xs" align="flex-start">
        <div>
          {t("bounce.text", { address: bounce.address })} <When at={bounce.since} />
        </div>
        <Text size="sm" className="panel-mono" style={{ overflowWrap: "anywhere" }}>
          {bounce.said}
        </Text>
        <ProblemAlert error={again.error} />
        {not_allowed === null ? (
          <Button size="compact-sm" variant="default" loading={again.isPending} onClick={() => again.mutate(id)}>
            {t("bounce.try_again")}
          </Button>
        ) : null}
      </Stack>
    </Alert>
  );
}

/** Allows mail to a person's address again. */
export function useTryAgain() {
  const { t } = useTranslation("people");
  return useSave({
    changes: "people",
    save: async (id: string) => dataOf(await api.POST("/panel/api/people/{id}/bounce/try-again", { params: { path: { id } } })),
    done: t("bounce.tried"),
  });
}
