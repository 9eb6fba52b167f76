import { Skeleton, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";

type Kept = NonNullable<components["schemas"]["RequestRefusal"]["refusal"]>;

/** What was wrong with a refused request, and the headers with which it came. */
export function Refusal({ id }: { id: string }) {
  const { t } = useTranslation("request-log");
  const kept = useQuery({
    queryKey: ["requests", "refusal", id],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/requests/{id}/refusal", { params: { path: { id } }, signal })).refusal,
    staleTime: Infinity,
  });
  if (kept.error) return <ProblemAlert error={kept.error} retry={() => void kept.refetch()} />;
  if (kept.isPending) return <Skeleton h={120} />;
  if (kept.data === null)
    return (
      <Text size="sm" c="dimmed">
        {t("refusal.nothing")}
      </Text>
    );
  return (
    <>
      <Wrong {...kept.data} />
      <Headers {...kept.data} />
    </>
  );
}

function Wrong({ detail, errors, errors_left_out }: Kept) {
  const { t } = useTranslation("request-log");
  return (
    <section aria-labelledby="wrong">
      <Heading id="wrong">{t("refusal.title")}</Heading>
      {detail === null ? null : <Text size="sm">{detail}</Text>}
      {errors.length === 0 ? null : (
        <Stack gap={4} component="ul" mt={4} mb={0} p={0} style={{ listStyle: "none" }}>
          {errors.map(({ place, code, detail: sentence }, index) => (
            // Several findings may be about one field.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <Text size="sm">
                {place === null ? null : <b className="panel-mono">{place}</b>} {sentence}{" "}
                <Text span size="xs" c="dimmed" className="panel-mono">
                  {code}
                </Text>
              </Text>
            </li>
          ))}
        </Stack>
      )}
      {errors_left_out > 0 ? (
        <Text size="xs" c="dimmed">
          {t("refusal.left_out", { count: errors_left_out })}
        </Text>
      ) : null}
    </section>
  );
}

function Headers({ headers }: Kept) {
  const { t } = useTranslation("request-log");
  if (headers.length === 0) return null;
  return (
    <section aria-labelledby="headers">
      <Heading id="headers">{t("refusal.headers")}</Heading>
      <Table verticalSpacing={2} layout="fixed">
        <Table.Tbody>
          {headers.map(({ name, value, masked }, index) => (
            // A header may occur twice.
            // oxlint-disable-next-line react/no-array-index-key
            <Table.Tr key={index}>
              <Table.Th scope="row" fw={400} className="panel-mono panel-small" style={{ overflowWrap: "anywhere" }}>
                {name}
              </Table.Th>
              <Table.Td className="panel-mono panel-small" style={{ overflowWrap: "anywhere" }}>
                {[value, masked > 0 ? t("refusal.masked", { count: masked }) : null].filter(Boolean).join(" ")}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function Heading({ id, children }: { id: string; children: string }) {
  return (
    <Text component="h3" id={id} size="sm" fw={600} m={0} mb={4}>
      {children}
    </Text>
  );
}
