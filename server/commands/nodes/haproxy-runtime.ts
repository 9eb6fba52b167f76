import { createConnection } from "node:net";
import { text } from "node:stream/consumers";

// HAProxy's runtime socket (management guide, §9.3): several commands on one line are separated by semicolons. HAProxy answers
// all of them and closes the connection.

const answer_max_ms = 5_000;
/** A line must fit into one of HAProxy's buffers, which have 16 KiB by default. */
const line_chars_max = 8_000;

/** A change of a map: the key's old and new value; null: no entry. */
export type MapChange = { key: string; before: string | null; value: string | null };

/** The entries of a map by key. `file`: the map's name in HAProxy's configuration; null: the only map that there is. */
export async function readRuntimeMap(
  socket: string,
  file: string | null,
): Promise<{ id: string; entries: ReadonlyMap<string, string> }> {
  const maps = (await sendLine(socket, "show map")).split("\n").flatMap((line) => {
    const [, id, name] = /^(\S+) \((.*?)\)/.exec(line) ?? [];
    return id !== undefined && name !== undefined && id !== "#" ? [{ id, name }] : [];
  });
  const [found, ...others] = maps.filter(({ name }) => file === null || name === file);
  if (found === undefined || others.length > 0)
    throw new Error(
      `has ${found === undefined ? "no such map" : "several maps"}: ${maps.map(({ name }) => name).join(", ") || "none"}`,
    );
  const lines = (await sendLine(socket, `show map #${found.id}`)).split("\n").filter((line) => line.trim() !== "");
  return { id: found.id, entries: new Map(lines.map((line) => line.split(" ").slice(1, 3) as [string, string])) };
}

/** Makes the changes in their order, many in one line. */
export async function changeRuntimeMap(socket: string, id: string, changes: readonly MapChange[]): Promise<void> {
  let line = "";
  const send = async () => {
    const answer = line === "" ? "" : (await sendLine(socket, line)).trim();
    if (answer !== "") throw new Error(`refused a change: ${answer.split("\n")[0]}`);
    line = "";
  };
  for (const change of changes) {
    const command = commandOf(id, change);
    if (line.length + command.length > line_chars_max) await send();
    line += line === "" ? command : `;${command}`;
  }
  await send();
}

function commandOf(id: string, { key, before, value }: MapChange): string {
  if (value === null) return `del map #${id} ${key}`;
  return `${before === null ? "add" : "set"} map #${id} ${key} ${value}`;
}

/** `socket`: the path of a Unix socket, or `ADDRESS:PORT`. */
async function sendLine(socket: string, line: string): Promise<string> {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^/:]+)):(\d{1,5})$/.exec(socket) ?? [];
  const host = bracketed ?? plain;
  const connection = host === undefined ? createConnection(socket) : createConnection(Number(port), host);
  connection.setTimeout(answer_max_ms, () => connection.destroy(new Error(`no answer within ${answer_max_ms / 1_000} s`)));
  connection.write(`${line}\n`);
  return text(connection);
}
