import type { Clock } from "./clock.ts";
import { MusterError } from "./errors.ts";
import { Imports, type ImportUsersQuery } from "./generated/operations.ts";
import type { PeopleImport } from "./generated/types.ts";
import type { Call, CallOptions, UploadBody } from "./transport.ts";

/** The first and the longest interval at which an import's state is read. */
const first_look_ms = 250;
const look_ms_max = 5_000;
const wait_ms_default = 3_600_000;

export type WaitOptions = CallOptions & {
  /** Called with the import's record each time it has been read. */
  onProgress?: ((record: PeopleImport) => void) | undefined;
  /** How long to wait for the end of the import. Default: an hour. */
  waitMs?: number | undefined;
};

/** The import failed as a whole, or did not end in time; `record.failure` names the line. */
export class ImportError extends MusterError {
  override readonly name = "ImportError";
  readonly record: PeopleImport;

  constructor(record: PeopleImport, detail: string) {
    super(`The import ${record.id} ${detail}`);
    this.record = record;
  }
}

/** Imports of people, and waiting for them. */
export class PeopleImports extends Imports {
  readonly #clock: Clock;

  constructor(call: Call, clock: Clock) {
    super(call);
    this.#clock = clock;
  }

  /**
   * Sends a file of people, waits until it has been carried out, and returns the result: `counts`, and the first rows that are
   * not unchanged. Throws `ImportError` if the file was refused as a whole. Rows that were not accepted are counted as `invalid`.
   */
  async run(file: UploadBody, query: ImportUsersQuery = {}, options: WaitOptions = {}): Promise<PeopleImport> {
    const { id } = await this.create(file, query, options);
    const record = await this.finished(id, options);
    if (record.status !== "failed") return record;
    const { line = null, detail = "failed." } = record.failure ?? {};
    throw new ImportError(record, `failed${line === null ? "" : ` at line ${line}`}: ${detail}`);
  }

  /** Waits until an import is finished or failed, and returns its record. */
  async finished(id: string, options: WaitOptions = {}): Promise<PeopleImport> {
    const { onProgress, waitMs = wait_ms_default, ...call } = options;
    const ends_at = this.#clock.now() + waitMs;
    for (let wait_ms = first_look_ms; ; wait_ms = Math.min(look_ms_max, wait_ms * 1.5)) {
      const record = await this.get(id, call);
      onProgress?.(record);
      if (record.status === "finished" || record.status === "failed") return record;
      if (this.#clock.now() + wait_ms > ends_at) throw new ImportError(record, `had not ended after ${waitMs} ms.`);
      await this.#clock.sleep(wait_ms, call.signal);
    }
  }
}
