import { Skeleton } from "@mantine/core";
import { ProblemAlert } from "./forms/problem-alert.tsx";
import { Page, type PageProps } from "./page.tsx";

type Query = { data: unknown; error: unknown; refetch: () => unknown };
type UnansweredProps = { query: Query; /** Of the placeholder, in pixels. */ height: number };

/** What stands in place of an answer: its failure with a way to try again, or a placeholder until it is there; then nothing. */
export function Unanswered({ query, height }: UnansweredProps) {
  if (query.error) return <ProblemAlert error={query.error} retry={() => void query.refetch()} />;
  return query.data === undefined ? <Skeleton h={height} /> : null;
}

/** The page of a record that is not loaded. No component: when the record is there, the same `Page` goes on. */
export function unansweredPage(
  query: Query,
  { height = 320, ...page }: Pick<PageProps, "title" | "parents"> & { height?: number },
) {
  return (
    <Page {...page}>
      <Unanswered query={query} height={height} />
    </Page>
  );
}
