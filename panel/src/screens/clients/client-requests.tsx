import { Group } from "@mantine/core";
import { RequestActions, RequestList, useRequestLog } from "../request-log/request-list.tsx";
import type { Client } from "./client-data.ts";

/** The client's requests and their answers. */
export function ClientRequests({ client: { id } }: { client: Client }) {
  const log = useRequestLog(id);
  return (
    <>
      <Group gap="md" mb="md">
        <RequestActions log={log} />
      </Group>
      <RequestList log={log} />
    </>
  );
}
