import assert from "node:assert/strict";
import type { TestDatabase } from "../../harness/database.ts";
import type { TestOrganisation } from "../../harness/organisation/organisation.ts";
import type { Api, Reply } from "../../harness/server.ts";

/** The context of a sample request: an organisation of test/isolation/neighbours.ts and a client with all scopes. */
export type Place = { database: TestDatabase; organisation: TestOrganisation; mark: string; api: Api };

export type SampleRequest = {
  path: Record<string, string>;
  query: Record<string, string>;
  body: Record<string, unknown> | null;
  /** A file in place of a JSON body. */
  file?: { media_type: string; text: string };
};

/** The kinds of records that a member can refer to. */
export type Kind =
  | "person_id"
  | "employee_no"
  | "enrolled_employee_no"
  | "email"
  | "person_text"
  | "department_id"
  | "department_name"
  | "department_text"
  | "department_code"
  | "contractor_id"
  | "contractor_name"
  | "contractor_text"
  | "contractor_code"
  | "group_id"
  | "group_code"
  | "group_text"
  | "rule_id"
  | "rule_name"
  | "rule_text"
  | "attributes"
  | "course_id"
  | "course_ids"
  | "department_ids"
  | "course_code"
  | "course_text"
  | "enrollment_id"
  | "import_id"
  | "certificate_id"
  | "client_id"
  | "subscription_id"
  | "hook_id"
  | "delivery_id"
  | "event_id"
  | "cursor";

/** A member of a request that refers to something, and the other members that the body needs or must not have. */
export type Reference = { kind: Kind; without?: readonly string[]; with?: Record<string, unknown> };

/** Creates a request that succeeds, with everything that it needs. `tag` makes its texts unique. */
export type Make = (place: Place, tag: string) => Promise<SampleRequest>;

export type Sample = {
  /** The expected status. */
  status: number;
  make: Make;
  /** Other successful requests that take another path through the operation, by name. */
  variants?: Readonly<Record<string, Make>>;
  /** By place in the request: `path.id`, `query.employee_no`, `body.course_id`. */
  references: Readonly<Record<string, Reference>>;
  /** Members that look like references but are not, with the reason. */
  no_references?: Readonly<Record<string, string>>;
  /** By pointer or parameter: codes by which the service refuses values that the document allows. */
  domain_codes?: Readonly<Record<string, readonly string[]>>;
  /** A list in the body whose entries are judged one by one, within a successful answer. */
  judged_by_entry?: string;
};

export type Samples = Readonly<Record<string, Sample>>;

export const nothing: SampleRequest = { path: {}, query: {}, body: null };

export const cursor: Reference = { kind: "cursor" };
export const of_walk = { cursor: ["INVALID_FORMAT"] };

export async function created(answer: Promise<Reply>): Promise<string> {
  const { status, body, text } = await answer;
  assert.equal(status, 201, `a sample could not be arranged: ${text}`);
  return body.id as string;
}
