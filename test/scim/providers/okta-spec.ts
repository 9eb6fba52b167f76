// Runs Okta's test of SCIM servers, exported from the tool in which Okta keeps it: requests, assertions about their answers, and
// variables that later requests use.

type Assertion = { comparison: string; source: string; property?: string; value: string | null };

type Step =
  | { step_type: "pause" }
  | {
      step_type: "request";
      note: string;
      method: string;
      url: string;
      headers: Record<string, string[]>;
      body?: string;
      assertions: Assertion[];
      variables: { source: string; name: string; property: string }[];
    };

export type OktaSpec = { steps: Step[] };

/** One assertion, and whether it held. */
export type Verdict = { note: string; assertion: string; holds: boolean; answer: string };

/** Sends all requests in order and checks every assertion. `variables`: the initial ones of the test. */
export async function runOktaSpec(spec: OktaSpec, variables: Readonly<Record<string, string>>): Promise<Verdict[]> {
  const known = new Map(Object.entries(variables));
  const verdicts: Verdict[] = [];
  for (const step of spec.steps) {
    if (step.step_type !== "request") continue;
    const answer = await sendStep(step, known);
    for (const assertion of step.assertions) {
      verdicts.push({
        note: step.note,
        assertion: `${assertion.source} ${assertion.property ?? ""} ${assertion.comparison} ${assertion.value ?? ""}`,
        holds: judge(assertion, answer, known),
        answer: `${answer.status} ${answer.text.slice(0, 500)}`,
      });
    }
    for (const { name, property } of step.variables) known.set(name, String(valueAt(answer.json, property)));
  }
  return verdicts;
}

type Answer = { status: number; text: string; json: unknown; duration_ms: number };

async function sendStep(step: Extract<Step, { step_type: "request" }>, known: Map<string, string>): Promise<Answer> {
  const headers = Object.entries(step.headers).map(([name, values]): [string, string] => [name, fill(values.join(", "), known)]);
  const start = performance.now();
  const reply = await fetch(fill(step.url, known), {
    method: step.method,
    headers,
    ...(step.body === undefined ? {} : { body: fill(step.body, known) }),
  });
  const text = await reply.text();
  return { status: reply.status, text, json: text === "" ? null : JSON.parse(text), duration_ms: performance.now() - start };
}

function fill(text: string, known: Map<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = known.get(name);
    if (value === undefined) throw new Error(`the variable ${name} has no value`);
    return value;
  });
}

function judge({ comparison, source, property, value }: Assertion, answer: Answer, known: Map<string, string>): boolean {
  const actual =
    source === "response_status"
      ? answer.status
      : source === "response_time"
        ? answer.duration_ms
        : valueAt(answer.json, property ?? "");
  const expected = fill(value ?? "", known);
  switch (comparison) {
    case "equal_number":
      return Number(actual) === Number(expected);
    case "equal":
      return String(actual) === expected;
    case "not_empty":
      return actual !== undefined && actual !== null && actual !== "" && !(Array.isArray(actual) && actual.length === 0);
    case "is_a_number":
      return typeof actual === "number";
    case "is_less_than":
      return Number(actual) < Number(expected);
    case "has_value":
    case "contains":
      return Array.isArray(actual) && actual.includes(expected);
    default:
      throw new Error(`the comparison ${comparison} is not known`);
  }
}

/** `Resources[0].emails[0].value` */
function valueAt(json: unknown, property: string): unknown {
  return property
    .split(/[.[\]]+/)
    .filter((name) => name !== "")
    .reduce((value: unknown, name) => (value as Record<string, unknown> | null | undefined)?.[name], json);
}
