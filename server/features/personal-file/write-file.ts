// All stored data of a person as an archive, read page by page while it is sent: person.json with a section for each kind of
// data, the documents, and a description in plain words.
import { Readable } from "node:stream";
import type { Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { archiveOf, type Packed } from "../../platform/files/zip.ts";
import { idOf, known } from "../../platform/http/known.ts";
import { instantText } from "../../platform/instants.ts";
import { record } from "../audit/record.ts";
import { findFileName, listDocuments, listSectionRows, readChunks, type Document } from "./read-sql.ts";
import { sections } from "./sections-sql.ts";

const page_size = 200;
/** The most rows of one section; a longer section says that it was cut. */
const rows_max = 100_000;
const chunks_at_once = 16;

/** Begins the export of a person's data. The request is audited before any byte is sent. */
export async function writePersonalFile(
  pool: Pool,
  context: Context,
  given_id: string,
): Promise<{ name: string; stream: Readable }> {
  const tenant_id = context.tenant.id;
  const id = idOf(given_id, "No such person.");
  const name = known(await findFileName(pool, tenant_id, id), "No such person.");
  await withTenant(pool, tenant_id, (db) =>
    record(db, context, { operation: "person.export", target_type: "person", target_id: id }),
  );
  return { name: `person-${name.replaceAll(/[^\w.-]/g, "_")}.zip`, stream: Readable.from(archiveOf(filesOf(pool, context, id))) };
}

async function* filesOf(pool: Pool, context: Context, id: string): AsyncGenerator<Packed> {
  const tenant_id = context.tenant.id;
  yield { name: "README.txt", parts: [descriptionOf(context)] };
  yield { name: "person.json", parts: sectionsOf(pool, tenant_id, id) };
  for (const document of await listDocuments(pool, tenant_id, id))
    yield {
      name: `documents/${document.id}-${document.name.replaceAll(/[\\/]/g, "_")}`,
      parts: bytesOf(pool, tenant_id, document),
    };
}

function descriptionOf({ tenant, now }: Context): string {
  const lines = sections.map(({ name, says }) => `${name}: ${says}.`);
  return `What Muster stores of one person in the organisation ${tenant.code}, as of ${instantText(now)}.

person.json has a member for each kind:

${lines.join("\n")}

documents/ has the files that were kept as evidence, each behind the id of its certificate, and those that a company handed in, behind their own.
Instants are in UTC. A member that is an empty list: nothing of the kind is stored. Passwords, keys and links
that sign in are not part of it. The log of requests is kept by client, not by person; its paths of the last 30
days may hold an id, a number or an address. It is not part of it either.
`;
}

async function* sectionsOf(pool: Pool, tenant_id: string, id: string): AsyncGenerator<string> {
  yield "{\n";
  for (const [place, section] of sections.entries()) {
    yield `${place === 0 ? "" : ",\n"}"${section.name}": [`;
    let after = "";
    let count = 0;
    for (let more = true; more;) {
      const rows = await listSectionRows(pool, tenant_id, id, section, after, page_size);
      yield rows.map(({ json }, row) => `${count + row === 0 ? "\n" : ",\n"}${json}`).join("");
      count += rows.length;
      after = rows.at(-1)?.key ?? after;
      more = rows.length === page_size && count < rows_max;
      if (rows.length === page_size && count >= rows_max) yield `,\n{"left_out": "rows behind the first ${rows_max}"}`;
    }
    yield "]";
  }
  yield "\n}\n";
}

async function* bytesOf(pool: Pool, tenant_id: string, document: Document): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < document.chunks; from += chunks_at_once)
    yield* await readChunks(pool, tenant_id, document, from, chunks_at_once);
}
