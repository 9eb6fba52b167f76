/** One answered request as it is written; `answered_ms` on the process's monotonic clock. */
export type LoggedRequest = {
  tenant_id: string | null;
  tenant_code: string | null;
  client_id: string | null;
  answered_ms: number;
  method: string;
  route: string | null;
  path: string;
  status: number;
  code: string | null;
  cause: string | null;
  request_id: string;
  address: string;
  duration_us: number;
};
