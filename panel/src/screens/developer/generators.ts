import type { Place } from "./snippets.ts";

export const generators = ["typescript", "python"] as const;
export type Generator = (typeof generators)[number];

/** A tool that generates a client from the OpenAPI document, and the first call with it. Each was tested against this service. */
export type GeneratedClient = { title: string; tool: string; install: string; file: string; first_call: string };

export function generatedClient(generator: Generator, { base_url, tenant_code }: Place): GeneratedClient {
  if (generator === "typescript")
    return {
      title: "TypeScript",
      tool: "openapi-typescript",
      install: `npm install openapi-fetch openapi-typescript
npx openapi-typescript ${base_url}/openapi.json -o muster.d.ts
`,
      file: "first-call.ts",
      first_call: `import createClient from "openapi-fetch";
import type { paths } from "./muster.d.ts";

const header = { "X-Tenant-Code": "${tenant_code}" };
const muster = createClient<paths>({
  baseUrl: "${base_url}",
  headers: { "X-API-Key": process.env.MUSTER_API_KEY },
});
const { data, error } = await muster.GET("/api/v1/departments", { params: { header } });
if (error) throw new Error(\`\${error.code}: \${error.detail} (\${error.request_id})\`);
console.log(data.departments.map(({ name }) => name));
`,
    };
  return {
    title: "Python",
    tool: "openapi-python-client",
    install: `pip install openapi-python-client httpx attrs python-dateutil
openapi-python-client generate --url ${base_url}/openapi.json --meta none --output-path muster_client
`,
    file: "first_call.py",
    first_call: `import os
from muster_client import AuthenticatedClient
from muster_client.api.reference_lists import list_departments
from muster_client.models import DepartmentList

muster = AuthenticatedClient(
    base_url="${base_url}", token=os.environ["MUSTER_API_KEY"], prefix="", auth_header_name="X-API-Key"
)
answer = list_departments.sync(client=muster, x_tenant_code="${tenant_code}")
if not isinstance(answer, DepartmentList):
    raise SystemExit(f"{answer.code}: {answer.detail} ({answer.request_id})" if answer else "no answer")
print([department.name for department in answer.departments])
`,
  };
}
