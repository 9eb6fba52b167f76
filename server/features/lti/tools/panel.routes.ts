import type { FastifyInstance } from "fastify";
import { it, panelRoute, readers } from "../../../platform/http/panel-route.ts";
import { json } from "../../../platform/http/route.ts";
import { toolAddressesInUse, toolInUse, tooManyTools } from "../errors.ts";
import { LtiTool, LtiToolList, ToolParams, ToolSet } from "../schema.ts";
import { addTool, changeTool, readTools, removeTool, type ToolOptions } from "./keep.ts";

const tag = "Tools";

/** Routes by which IT administrators register LTI 1.3 tools. */
export function ltiToolPanelRoutes(panel: FastifyInstance, options: ToolOptions): void {
  panelRoute(panel, {
    method: "GET",
    url: "/lti-tools",
    roles: readers,
    operation: {
      id: "listLtiTools",
      tag,
      summary: "List the tools that courses can launch",
      answers: { 200: { description: "All of them, and what is registered at a tool.", schema: LtiToolList } },
    },
    handle: async ({ caller }) => ({ body: json(await readTools(options, caller)) }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/lti-tools",
    roles: it,
    step_up: true,
    operation: {
      id: "addLtiTool",
      tag,
      summary: "Register a tool",
      description: "Its keys are read where it publishes them, or are given.",
      answers: { 201: { description: "It can be an item of a course.", schema: LtiTool } },
      problems: [tooManyTools],
    },
    body: ToolSet,
    handle: async ({ caller, body }) => ({ status: 201, body: json(await addTool(options, caller, body)) }),
  });
  panelRoute(panel, {
    method: "PUT",
    url: "/lti-tools/:id",
    roles: it,
    step_up: true,
    operation: {
      id: "changeLtiTool",
      tag,
      summary: "Change a tool",
      description:
        "Other keys end the access tokens that it has. With neither an address of keys nor keys, those that stand remain.",
      answers: { 200: { description: "As it is now.", schema: LtiTool } },
      problems: [toolAddressesInUse],
    },
    params: ToolParams,
    body: ToolSet,
    handle: async ({ caller, params, body }) => ({ body: json(await changeTool(options, caller, params.id, body)) }),
  });
  panelRoute(panel, {
    method: "DELETE",
    url: "/lti-tools/:id",
    roles: it,
    step_up: true,
    operation: {
      id: "removeLtiTool",
      tag,
      summary: "Remove a tool that no course launches",
      answers: { 204: { description: "It is known no more.", schema: null } },
      problems: [toolInUse],
    },
    params: ToolParams,
    async handle({ caller, params }) {
      await removeTool(options, caller, params.id);
      return { status: 204, body: null };
    },
  });
}
