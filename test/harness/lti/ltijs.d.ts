/** Types for the part of ltijs that tests use; it has none of its own. */
declare module "ltijs" {
  import type { RequestListener } from "node:http";

  export const Provider: {
    app: RequestListener & {
      post(path: string, handle: (request: Asked, response: Answering) => Promise<unknown>): void;
    };
    Grade: {
      getLineItems(token: LtiToken, options?: { resourceLinkId?: boolean }): Promise<{ lineItems: LineItem[] }>;
      getLineItemById(token: LtiToken, id: string): Promise<LineItem>;
      submitScore(token: LtiToken, line_item_id: string, score: Record<string, unknown>): Promise<unknown>;
      getScores(token: LtiToken, line_item_id: string): Promise<{ scores: Record<string, unknown>[] }>;
    };
    setup(key: string, database: { plugin: unknown }, options: Record<string, unknown>): void;
    deploy(options: { serverless: true; silent: true }): Promise<true>;
    onConnect(handle: (token: LtiToken, request: Asked, response: Answering) => Promise<unknown>): true;
    registerPlatform(platform: Record<string, unknown>): Promise<unknown>;
  };
  export type LineItem = { id: string; scoreMaximum: number; label: string; resourceLinkId: string };
  export type LtiToken = {
    iss: string;
    clientId: string;
    deploymentId: string;
    user: string;
    userInfo: Record<string, string | undefined>;
    platformInfo: Record<string, string>;
    platformContext: {
      context: { id: string; label: string; title: string };
      resource: { id: string; title: string };
      roles: string[];
      targetLinkUri: string;
      custom?: Record<string, string>;
      launchPresentation: { return_url: string; locale: string; document_target: string };
      endpoint: { scope: string[]; lineitem: string; lineitems: string };
    };
  };
  type Asked = { query: Record<string, string> };
  type Answering = {
    locals: { token: LtiToken; ltik: string };
    send(text: string): unknown;
    redirect(url: string): unknown;
  };
}
