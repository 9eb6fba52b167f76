import { McpServer, fromJsonSchema } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { parseArgs } from "node:util";
import { version } from "../../../sdk/typescript/src/index.ts";
import type { Config, IntegrationSetting } from "../../config.ts";
import { UsageError } from "../usage.ts";
import { answerTo, type Arguments } from "./answer.ts";
import { readTools, type Tool } from "./contract.ts";
import { createService, type Service, type ServiceSetting } from "./service.ts";
import { instructions, read_tools, write_tools } from "./tools.ts";

/**
 * `muster mcp`: tools for a model, over stdio, by the Model Context Protocol (docs/decisions/0057). Reads the tools' parameters
 * from the contract of the service, then answers until its standard input ends. Standard output carries only the protocol.
 */
export async function mcp(config: Readonly<Config>, args: string[]): Promise<void> {
  const { setting, allow_writes } = settingOf(config.integration, args);
  const service = createService(setting);
  const definitions = allow_writes ? [...read_tools, ...write_tools] : read_tools;
  const tools = readTools(await contractOf(service, setting), definitions);
  serveStdio(() => serverOf(tools, service));
}

function serverOf(tools: readonly Tool[], service: Service): McpServer {
  const server = new McpServer({ name: "muster", title: "Muster", version }, { capabilities: { tools: {} }, instructions });
  for (const tool of tools) {
    const { name, title, description, annotations } = tool;
    const inputSchema = fromJsonSchema<Arguments>(tool.input_schema);
    server.registerTool(name, { title, description, annotations, inputSchema }, (given, { mcpReq }) =>
      answerTo(tool, given, service, mcpReq.signal),
    );
  }
  return server;
}

async function contractOf(service: Service, { base_url }: ServiceSetting): Promise<Record<string, unknown>> {
  const contract = await service.readPublic("/openapi.json");
  if (contract !== null && "paths" in contract) return contract;
  throw new UsageError(
    `${base_url}/openapi.json does not answer with the contract of a Muster service. Is MUSTER_BASE_URL right, and can the service be reached from here?`,
  );
}

const usage = "usage: muster mcp [--base-url URL] [--tenant CODE] [--allow-writes]";

/**
 * Options take precedence over the environment. Secrets are read only from the environment, because arguments are visible in the
 * list of processes.
 */
function settingOf(given: IntegrationSetting, args: string[]): { setting: ServiceSetting; allow_writes: boolean } {
  const values = optionsOf(args);
  const base_url = values["base-url"] ?? given.base_url;
  const tenant_code = values.tenant ?? given.tenant_code;
  if (!base_url || !/^https?:$/.test(URL.parse(base_url)?.protocol ?? ""))
    throw new UsageError("Set MUSTER_BASE_URL to the service's address, https://…");
  if (!tenant_code) throw new UsageError("Set MUSTER_TENANT_CODE to the organisation's tenant code.");
  const { api_key, client_id, client_secret } = given;
  const place = { base_url: base_url.replace(/\/+$/, ""), tenant_code };
  const allow_writes = values["allow-writes"] === true;
  if (api_key !== null) return { setting: { ...place, credentials: { apiKey: api_key } }, allow_writes };
  if (client_id !== null && client_secret !== null)
    return { setting: { ...place, credentials: { clientId: client_id, clientSecret: client_secret } }, allow_writes };
  throw new UsageError("Set MUSTER_API_KEY to the client's secret (lms_live_…), or MUSTER_CLIENT_ID and MUSTER_CLIENT_SECRET.");
}

function optionsOf(args: string[]): { "base-url"?: string; tenant?: string; "allow-writes"?: boolean } {
  const options = { "base-url": { type: "string" }, tenant: { type: "string" }, "allow-writes": { type: "boolean" } } as const;
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split(". To specify")[0]}.\n${usage}`);
  }
}
