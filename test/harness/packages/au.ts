import assert from "node:assert/strict";
import { request, type Reply } from "../server.ts";

/** An AU with what it gets from the service. `data`: its LMS.LaunchData. */
export type Au = {
  given: URLSearchParams;
  data: any;
  call: (method: string, path: string, body?: unknown) => Promise<Reply>;
  say: (verb: string, result?: object, more?: object) => Promise<Reply>;
};

export const counts = "https://w3id.org/xapi/cmi5/context/categories/moveon";
export const defined = "https://w3id.org/xapi/cmi5/context/categories/cmi5";

/** Opens the AU at a place of an opened package, as a browser and the AU do. */
export async function openAu(opened: string, place = 0): Promise<Au> {
  const session = await request("", "POST", `${opened}items/${place}/session`);
  assert.equal(session.status, 200, session.text);
  const given = new URL(session.body.url).searchParams;
  // Some libraries send the content type of a form with an empty body.
  const form = { headers: { "content-type": "application/x-www-form-urlencoded" } };
  const token = (await request("", "POST", given.get("fetch")!, form)).body["auth-token"] as string;
  const headers = { authorization: `Basic ${token}`, "x-experience-api-version": "1.0.3", "content-type": "application/json" };
  const call = (method: string, path: string, body?: unknown) =>
    request("", method, given.get("endpoint")! + path, { headers, ...(body === undefined ? {} : { body }) });
  const { body: data } = await call("GET", stateAt(given, "LMS.LaunchData"));
  const say = (verb: string, result?: { success?: boolean; completion?: boolean }, more: object = {}) => {
    const template = data.contextTemplate;
    const category = [
      { id: defined },
      ...(result?.success === undefined && result?.completion === undefined ? [] : [{ id: counts }]),
    ];
    return call("POST", "statements", {
      id: crypto.randomUUID(),
      actor: JSON.parse(given.get("actor")!),
      verb: { id: `http://adlnet.gov/expapi/verbs/${verb}` },
      object: { id: given.get("activityId") },
      ...(result === undefined ? {} : { result }),
      context: { ...template, contextActivities: { ...template.contextActivities, category } },
      timestamp: new Date().toISOString(),
      ...more,
    });
  };
  return { given, data, call, say };
}

/** The address of a state document of an AU. */
export function stateAt(given: URLSearchParams, id: string): string {
  const parameters = { stateId: id, activityId: given.get("activityId")!, agent: given.get("actor")! };
  return `activities/state?${new URLSearchParams({ ...parameters, registration: given.get("registration")! }).toString()}`;
}

export const passed = { success: true, score: { scaled: 0.9 }, duration: "PT5M" };
export const completed = { completion: true, duration: "PT5M" };
