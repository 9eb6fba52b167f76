/** One installation among several, from NODES_FILE (docs/decisions/0051). */
export type NodeEntry = {
  /** Its NODE_NAME. */
  name: string;
  /** The URL of its API, bypassing the proxy in front, without a trailing slash. */
  url: string;
  /**
   * The URL of its database with a login that moves organisations. The database servers of other nodes connect to it by the same
   * URL.
   */
  database_url: string;
};

export const node_name_pattern = /^[a-z][a-z0-9]{0,7}$/;

/** The list of NODES_FILE: a JSON array of nodes. Throws an Error that names the first fault and its place. */
export function readNodes(text: string): NodeEntry[] {
  const list = parse(text);
  if (!Array.isArray(list) || list.length === 0) throw new Error("it must be a JSON array with an object for each node");
  const nodes = list.map((entry, place) => readEntry(entry, `node ${place + 1}`));
  for (const member of ["name", "database_url"] as const) {
    const twice = nodes.find((one, place) => nodes.findIndex((other) => other[member] === one[member]) < place);
    if (twice) throw new Error(`two nodes have the ${member} ${member === "name" ? twice.name : `of ${twice.name}`}`);
  }
  return nodes;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`it is not JSON: ${(error as Error).message}`, { cause: error });
  }
}

function readEntry(entry: unknown, place: string): NodeEntry {
  if (typeof entry !== "object" || entry === null) throw new Error(`${place} must be an object`);
  const given = entry as Record<string, unknown>;
  const unknown = Object.keys(given).find((member) => !members.has(member));
  if (unknown !== undefined) throw new Error(`${place} has the unknown member ${JSON.stringify(unknown)}`);
  const text = (member: string) => {
    const value = given[member];
    if (typeof value !== "string" || value === "") throw new Error(`${place} must have the text ${JSON.stringify(member)}`);
    return value;
  };
  const [name, url, database_url] = [text("name"), text("url"), text("database_url")];
  if (!node_name_pattern.test(name))
    throw new Error(`the name of ${place} must be a lower-case letter and at most 7 lower-case letters and digits`);
  if (!isUrl(url, ["http:", "https:"])) throw new Error(`the url of ${place} must begin with http:// or https://`);
  if (!isUrl(database_url, ["postgres:", "postgresql:"]))
    throw new Error(`the database_url of ${place} must be a URL that begins with postgres://`);
  return { name, url: url.replace(/\/+$/, ""), database_url };
}

const members: ReadonlySet<string> = new Set(["name", "url", "database_url"]);

function isUrl(text: string, protocols: readonly string[]): boolean {
  return protocols.includes(URL.parse(text)?.protocol ?? "");
}
