/** The expected result of a request body: a status, and if it is accepted, the stored values. */
export type Hazard = {
  name: string;
  body: Buffer;
  status: 201 | 400 | 422;
  /** For a 422: the place of the fault and its code. */
  fault?: { pointer: string; code: string };
  /** For a 201: the members as they are returned. */
  stored?: Record<string, unknown>;
};

let numbers = 0;

/** The members of a valid person, some of them replaced; as JSON text. */
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
