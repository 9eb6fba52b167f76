// The request with which the tests of all panel operations call each of them. A feature adds its operations in a file of its own,
// samples/<feature>.ts, and lists that file here. Reads at an address without parameters need no sample.
import type { TestDatabase } from "../harness/database.ts";
import type { TestOrganisation } from "../harness/organisation/organisation.ts";
import type { Panel, Role, TestAccount } from "../harness/panel/panel.ts";
import type { TestServer } from "../harness/server.ts";
import { samples as administrators } from "./samples/administrators.ts";
import { samples as catalogue } from "./samples/catalogue.ts";
import { samples as clients } from "./samples/clients.ts";
import { samples as company_evidence } from "./company-evidence/samples.ts";
import { samples as compliance } from "./samples/compliance.ts";
import { samples as enrollments } from "./samples/enrollments.ts";
import { samples as groups } from "./samples/groups.ts";
import { samples as people } from "./samples/people.ts";
import { samples as audit } from "./samples/audit.ts";
import { samples as places } from "./samples/places.ts";
import { samples as request_log } from "./samples/request-log.ts";
import { samples as certificates } from "./samples/certificates.ts";
import { samples as evidence_packs } from "./evidence-packs/samples.ts";
import { samples as course_sessions } from "./course-sessions/samples.ts";
import { samples as course_items } from "./course-items/samples.ts";
import { samples as lti } from "./lti/samples.ts";
import { samples as packages } from "./packages/samples.ts";
import { samples as my_team } from "./samples/my-team.ts";
import { samples as my_training } from "./samples/my-training.ts";
import { samples as learning_records } from "./packages/statement-samples.ts";
import { samples as passkeys } from "../identity/passkey-samples.ts";
import { samples as identity } from "../identity/samples.ts";
import { samples as imports } from "./samples/imports.ts";
import { samples as reports } from "./reports/samples.ts";
import { samples as rules } from "./samples/rules.ts";
import { samples as sandbox } from "./samples/sandbox.ts";
import { samples as saved_views } from "./samples/saved-views.ts";
import { samples as scim } from "./samples/scim.ts";
import { samples as settings } from "./samples/settings.ts";
import { samples as sign_in } from "./samples/sign-in.ts";
import { samples as webhooks } from "./samples/webhooks.ts";

export type PanelPlace = {
  database: TestDatabase;
  server: TestServer;
  organisation: TestOrganisation;
  /** The caller with a new session, or anonymous if the sample says so. */
  panel: Panel;
  account: TestAccount;
};

export type PanelSample = {
  /** The role of the caller; left out: the first role that the operation allows. */
  as?: Role | "anonymous";
  /** The expected status. */
  status: number;
  /** Arranges what the call needs, and returns its request; `tag` is unique to this call. */
  make(place: PanelPlace, tag: string): Promise<PanelRequest>;
  /** Why an operation that is no GET changes nothing that is audited. */
  changes_nothing?: string;
};

/** `path`: values of the path parameters by name. `raw`: a body that is no JSON, with its media type, as text or bytes. */
export type PanelRequest = {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
  raw?: { media_type: string; text?: string; bytes?: Buffer };
};

const all: Readonly<Record<string, PanelSample>> = {
  ...administrators,
  ...evidence_packs,
  ...settings,
  ...identity,
  ...passkeys,
  ...imports,
  ...clients,
  ...request_log,
  ...people,
  ...rules,
  ...groups,
  ...places,
  ...catalogue,
  ...enrollments,
  ...company_evidence,
  ...compliance,
  ...audit,
  ...certificates,
  ...course_sessions,
  ...lti,
  ...packages,
  ...learning_records,
  ...course_items,
  ...my_team,
  ...my_training,
  ...sandbox,
  ...reports,
  ...saved_views,
  ...scim,
  ...sign_in,
  ...webhooks,
};

/** Reads at an address without parameters use this sample. */
const plain: PanelSample = { status: 200, make: async () => ({}) };

export function sampleOf({ id, method, path }: { id: string; method: string; path: string }): PanelSample {
  const sample = all[id] ?? (method === "GET" && !path.includes("{") ? plain : undefined);
  if (!sample) throw new Error(`the operation ${id} of the panel has no sample: add one in test/panel/samples/`);
  return sample;
}

/** Samples of operations that do not exist. */
export function strayOf(operation_ids: readonly string[]): string[] {
  return Object.keys(all).filter((id) => !operation_ids.includes(id));
}
