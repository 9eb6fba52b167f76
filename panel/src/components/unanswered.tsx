import { Skeleton } from "@mantine/core";
import { ProblemAlert } from "./forms/problem-alert.tsx";
import { Page, type PageProps } from "./page.tsx";

type Query = { data: unknown; error: unknown; refetch: () => unknown };
type UnansweredProps = { query: Query; /** Of the placeholder, in pixels. */ height: number };

/**
 * Stands in place of an answer: the failure with a button to try again, or a placeholder while it loads; nothing once the answer
 * is there.
 */
export function Unanswered({ query, height }: UnansweredProps) {
  if (query.error) return <ProblemAlert error={query.error} retry={() => void query.refetch()} />;
  return query.data === undefined ? <Skeleton h={height} /> : null;
}

/**
 * The page of a record that is not loaded. It is a function and no component, so that the same `Page` stays mounted when the
 * record is there.
 */
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
