/** Readable query strings: `?status=active&limit=50`. Every value is a text; several values of one name are a list. */
export type Search = Record<string, string | string[] | undefined>;

export function parseSearch(text: string): Search {
  const parameters = new URLSearchParams(text);
  const search: Search = {};
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name);
    search[name] = values.length > 1 ? values : values[0];
  }
  return search;
}

export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const entry of [value].flat()) {
      if (typeof entry === "string" && entry !== "") parameters.append(name, entry);
      if (typeof entry === "number" || typeof entry === "boolean") parameters.append(name, String(entry));
    }
  }
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}
