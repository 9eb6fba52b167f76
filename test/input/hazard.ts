/** What one request body must come to: a status, and where it is accepted, what is then stored. */
export type Hazard = {
  name: string;
  body: Buffer;
  status: 201 | 400 | 422;
  /** On 422: where the fault is, and of what kind. */
  fault?: { pointer: string; code: string };
  /** On 201: the members as they come back. */
  stored?: Record<string, unknown>;
};

let numbers = 0;

/** The members of a person that is accepted, with others in the place of some; as JSON text. */
export function person(members: Record<string, string> = {}): string {
  numbers += 1;
  const plain: Record<string, string> = {
    employee_no: `"H${numbers}"`,
    first_name: '"Anna"',
    last_name: '"Kowalska"',
    email: `"h${numbers}@muster.example"`,
  };
  const all = { ...plain, ...members };
  return `{${Object.entries(all)
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
    .join(",")}}`;
}

export const bytes = (text: string) => Buffer.from(text, "utf8");
