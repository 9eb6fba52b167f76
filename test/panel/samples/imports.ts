import { receiveFile } from "../../../server/features/imports/files/receive-file.ts";
import { administratorOf, operatorPoolOf } from "../../harness/organisation/organisation.ts";
import type { PanelPlace, PanelSample } from "../samples.ts";

const file = "employee_no,first_name,last_name,email\nX1,Anna,New,x1@import.example\n";

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

async function importOf({ database, organisation }: PanelPlace) {
  const upload = {
    format: "csv" as const,
    options: { dry_run: true, deactivate_missing: false, max_deactivate_percent: 5 },
    announced_bytes: file.length,
    bytes: bytesOf(file),
  };
  const id = await receiveFile(operatorPoolOf(database), administratorOf(organisation), upload);
  // The number of unfinished imports is limited, and no worker runs here.
  await database.superuser.query("update import set status = 'finished', finished_at = now() where id = $1", [id]);
  return { path: { id } };
}

export const samples: Record<string, PanelSample> = {
  importUsers: {
    status: 202,
    async make({ database }) {
      await database.superuser.query("update import set status = 'finished', finished_at = now() where status = 'queued'");
      return { query: { dry_run: "true" }, raw: { media_type: "text/csv", text: file } };
    },
  },
  getImport: { status: 200, make: importOf },
  getImportReport: { status: 200, make: importOf },
};
