import { Box } from "@mantine/core";
import { type Query, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { notices_key } from "../api/notices.ts";
import { ApiProblem } from "../api/problem.ts";
import { session_key } from "../api/session.ts";
import { ProblemBox } from "../components/forms/problem-alert.tsx";
import { isShown, onShown } from "../components/forms/shown-errors.ts";

/** A screen that shows a failure itself does so within this time. */
const pause_ms = 400;

/** Queries of the frame. The user did not ask for them, so their failures are not shown here. */
const of_the_frame = new Set<unknown>([session_key[0], notices_key[0]]);

/**
 * Shows failed reads that the screen does not show itself, such as the choices of a filter, which would otherwise only be
 * missing. Requests that the server refused are left to the screen.
 */
export function QuietFailures() {
  const client = useQueryClient();
  const [failed, setFailed] = useState<readonly Query[]>([]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setFailed(client.getQueryCache().getAll().filter(isQuiet)), pause_ms);
    };
    const stops = [client.getQueryCache().subscribe(look), onShown(look)];
    return () => {
      clearTimeout(timer);
      stops.forEach((stop) => stop());
    };
  }, [client]);
  const [first] = failed;
  if (first === undefined) return null;
  return (
    <Box px="lg" pt="md">
      <ProblemBox
        error={first.state.error}
        retry={() => void client.refetchQueries({ predicate: (query) => failed.includes(query) })}
      />
    </Box>
  );
}

function isQuiet(query: Query): boolean {
  const { status, error } = query.state;
  if (!query.isActive() || status !== "error" || of_the_frame.has(query.queryKey[0]) || isShown(error)) return false;
  return error instanceof ApiProblem && (error.status === 0 || error.status === 429 || error.status >= 500);
}
