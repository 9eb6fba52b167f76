import { useListState } from "../../components/lists/use-list-state.ts";
import { AuditEntries } from "../audit/audit-entries.tsx";
import type { Client } from "./client-data.ts";

const no_filters = {};

/** The audit entries about the client. */
export function ClientAudit({ client: { id } }: { client: Client }) {
  return <AuditEntries list={useListState(no_filters)} asked={{ target_id: id }} />;
}
