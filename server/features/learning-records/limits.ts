import { handler_timeout_ms } from "../../platform/http/deadline.ts";

export const request_max_bytes = 5 * 1_048_576;
/** The most statements in one request. */
export const statements_max = 100;
export const statement_max_bytes = 65_536;
/** The most attachments in one request. */
export const attachments_max = 10;
export const attachment_max_bytes = 1_048_576;
export const document_max_bytes = 262_144;
/** The most documents in one list: those of an activity, of a person, or of a person in an activity. */
export const documents_max = 200;
export const document_id_max_letters = 1_000;
export const iri_max_letters = 2_000;
/** The most statements in one answer. */
export const page_max = 100;
/** How long a request that stores statements may wait for its answer. */
export const settle_max_ms = handler_timeout_ms;
