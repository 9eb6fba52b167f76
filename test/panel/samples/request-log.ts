import { newId } from "../../../server/platform/ids.ts";
import type { PanelSample } from "../samples.ts";

export const samples: Record<string, PanelSample> = {
  listRequests: { status: 200, make: async () => ({ query: { status: "4xx", from: "2026-01-01T00:00:00Z" } }) },
  exportRequests: { status: 200, make: async () => ({ query: { status: "4xx" } }) },
  readRequestRefusal: {
    status: 200,
    make: async ({ database, organisation: { tenant_id } }) => {
      const id = newId();
      await database.superuser.query(
        `insert into request_log (tenant_id, id, at, method, path, status, request_id, address, duration_us, refused)
         values ($1, $2, now(), 'GET', '/api/v1/users', 422, 'req_sample', '127.0.0.1', 1,
           '{"headers":[{"name":"accept","value":"*/*","masked":0}],"detail":"1 field is invalid.","errors":[],"errors_left_out":0}')`,
        [tenant_id, id],
      );
      return { path: { id } };
    },
  },
};
