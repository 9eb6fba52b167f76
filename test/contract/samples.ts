import assert from "node:assert/strict";
import type { Api, Reply } from "../harness/server.ts";
import type { Operation } from "./document.ts";
import { samples_of_people } from "./samples/people.ts";
import type { Sample, SampleRequest, Samples } from "./samples/sample.ts";
import { samples_of_structure } from "./samples/structure.ts";
import { samples_of_training } from "./samples/training.ts";
import { samples_of_webhooks } from "./samples/webhooks.ts";

/**
 * A request for each operation of the OpenAPI document, by its id. The tests that go through the document (isolation, scopes,
 * audit, fuzzing) fail for an operation without a sample, and for an id that `references` does not name.
 */
export const samples: Samples = {
  ...samples_of_people,
  ...samples_of_structure,
  ...samples_of_training,
  ...samples_of_webhooks,
};

export function sampleOf(operation: Operation): Sample {
  const sample = samples[operation.id];
  assert.ok(
    sample,
    `${operation.id} (${operation.method} ${operation.path}) has no sample: add one to a file of test/contract/samples`,
  );
  return sample;
}

export function urlOf(operation: Operation, { path, query }: SampleRequest): string {
  const address = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    assert.ok(path[name] !== undefined, `the sample of ${operation.id} has no path.${name}: add it in test/contract/samples`);
    return encodeURIComponent(path[name]);
  });
  const search = new URLSearchParams(query).toString();
  return search === "" ? address : `${address}?${search}`;
}

export function send(
  api: Api,
  operation: Operation,
  request: SampleRequest,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return api.call(operation.method, urlOf(operation, request), contentOf(request, headers));
}

/** The body or file of a request, and its headers. */
export function contentOf(
  { body, file }: SampleRequest,
  headers: Record<string, string>,
): { headers: Record<string, string>; body?: unknown } {
  if (file) return { headers: { "content-type": file.media_type, ...headers }, body: file.text };
  return { headers, ...(body === null ? {} : { body }) };
}
