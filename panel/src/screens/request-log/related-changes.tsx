import { Code, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { TextLink } from "../../components/values/link.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";

/** The most changes that are listed here; the audit log has the others. */
const shown_max = 10;

/** The changes that a request made, from the audit log. */
export function RelatedChanges({ request_id }: { request_id: string }) {
  const { t } = useTranslation("request-log");
  const found = useQuery({
    queryKey: ["audit", "of-request", request_id],
    queryFn: async ({ signal }) => {
      const query = { request_id, limit: shown_max };
      return dataOf(await api.GET("/panel/api/audit", { params: { query }, signal })).entries;
    },
  });
  return (
    <Stack gap={4} component="section">
      <Text component="h3" size="sm" fw={600} m={0}>
        {t("related.title")}
      </Text>
      <ProblemAlert error={found.error} retry={() => void found.refetch()} />
      {found.isPending ? <Skeleton h={20} /> : null}
      {found.data?.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("related.none")}
        </Text>
      ) : null}
      {(found.data ?? []).map(({ id, operation, target_type }) => (
        <Text key={id} size="sm" component="div">
          <Code>{operation}</Code> · {target_type}
        </Text>
      ))}
      {found.data && found.data.length > 0 ? (
        <TextLink to="/audit" search={{ request_id }}>
          {t("related.all")}
        </TextLink>
      ) : null}
    </Stack>
  );
}
