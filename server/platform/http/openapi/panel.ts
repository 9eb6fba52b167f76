import type { MountedOperation } from "./mounted-operations.ts";
import { header_components } from "./headers.ts";
import { operationObject, parameter_components } from "./operation.ts";
import { componentsObject, createComponents, mentioned, type Json } from "./schemas.ts";

/** The parts of the panel's document besides its operations. */
export type PanelDescription = {
  title: string;
  version: string;
  text: string;
  base_url: string;
  tags: Readonly<Record<string, string>>;
  cookie: string;
};

/** The OpenAPI 3.1 document of the panel's own operations; the panel's typed client is generated from it. */
export function describePanel(description: PanelDescription, operations: readonly MountedOperation[]): Json {
  const { base_url, tags } = description;
  const components = createComponents();
  const paths: Record<string, Json> = {};
  for (const mounted of operations) {
    if (!(mounted.operation.tag in tags)) throw new Error(`the tag "${mounted.operation.tag}" has no description`);
    const item = (paths[mounted.url.replace(/:([a-z_]+)/g, "{$1}")] ??= {});
    item[mounted.method.toLowerCase()] = operationObject(mounted, { components, base_url });
  }
  const used = new Set(operations.map((mounted) => mounted.operation.tag));
  return {
    openapi: "3.1.1",
    info: { title: description.title, version: description.version, description: description.text },
    servers: [{ url: base_url }],
    tags: Object.entries(tags)
      .filter(([name]) => used.has(name))
      .map(([name, text]) => ({ name, description: text })),
    paths,
    components: {
      ...componentsObject(components),
      parameters: mentioned(parameter_components, "parameters", paths),
      headers: mentioned(header_components, "headers", { paths, responses: components.responses }),
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: description.cookie } },
    },
  };
}
