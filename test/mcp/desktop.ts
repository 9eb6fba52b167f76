// A desktop program that starts `muster mcp` as docs/guides/mcp.md says, and talks to it with the protocol's official client.
import assert from "node:assert/strict";
import path from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { readDocument } from "../guides/documents.ts";
import { patience_ms } from "../harness/patience.ts";

const root = path.join(import.meta.dirname, "..", "..");

/** The interface of a model's client, and how the process was started. */
export type Desktop = {
  tools(): Promise<Tool[]>;
  call(name: string, given?: Record<string, unknown>): Promise<Told>;
  instructions: string;
  close(): Promise<void>;
};

export type Tool = {
  name: string;
  description: string;
  annotations: Record<string, boolean | string>;
  inputSchema: { properties: Record<string, any>; required?: string[] };
};

/** The answer of a tool: our sentence, the data as text, and the data. */
export type Told = { refused: boolean; sentence: string; json: string | undefined; data: any; bytes: number };

export type Place = { base_url: string; tenant_code: string; secret: string };

export type DesktopOptions = { writes?: boolean; version?: string };

/** The command, arguments and environment of the guide, with real values. */
export function settingsOf({ base_url, tenant_code, secret }: Place): {
  command: string;
  args: string[];
  env: Record<string, string>;
} {
  const block = readDocument("docs/guides/mcp.md").blocks.find(({ kind }) => kind === "json");
  assert.ok(block, "the guide shows no settings");
  const { command, args, env } = JSON.parse(block.lines.join("\n")).mcpServers.muster;
  assert.deepEqual(Object.keys(env), ["MUSTER_BASE_URL", "MUSTER_TENANT_CODE", "MUSTER_API_KEY"]);
  return {
    command,
    args: args.map((argument: string) => argument.replace("/path/to/muster", root)),
    env: { MUSTER_BASE_URL: base_url, MUSTER_TENANT_CODE: tenant_code, MUSTER_API_KEY: secret },
  };
}

export async function openDesktop(place: Place, { writes = false, version }: DesktopOptions = {}): Promise<Desktop> {
  const { command, args, env } = settingsOf(place);
  const more = writes ? ["--allow-writes"] : [];
  const transport = new StdioClientTransport({ command, args: [...args, ...more], env, stderr: "pipe" });
  let said = "";
  transport.stderr?.on("data", (bytes) => (said += String(bytes)));
  const negotiation = version === undefined ? {} : { versionNegotiation: { mode: { pin: version } } };
  const client = new Client({ name: "desktop", version: "1.0.0" }, negotiation);
  await client.connect(transport, { timeout: patience_ms }).catch((error: Error) => assert.fail(`${error.message}\n${said}`));
  return {
    instructions: client.getInstructions() ?? "",
    tools: async () => (await client.listTools()).tools as unknown as Tool[],
    async call(name, given = {}) {
      const answer = await client.callTool({ name, arguments: given }, { timeout: patience_ms });
      const texts = answer.content.map((part) => (part.type === "text" ? part.text : assert.fail(part.type)));
      assert.ok(texts.length <= 2, "an answer has a sentence and its data");
      return {
        refused: answer.isError === true,
        sentence: texts[0]!,
        json: texts[1],
        data: answer.structuredContent,
        bytes: Buffer.byteLength(JSON.stringify(answer)),
      };
    },
    close: () => client.close(),
  };
}
