import { handler_timeout_ms } from "../../platform/http/deadline.ts";

export const request_max_bytes = 5 * 1_048_576;
/** In one request. */
export const statements_max = 100;
export const statement_max_bytes = 65_536;
/** In one request. */
export const attachments_max = 10;
export const attachment_max_bytes = 1_048_576;
export const document_max_bytes = 262_144;
/** Of one list: an activity's, a person's, or a person's in an activity. */
export const documents_max = 200;
export const document_id_max_letters = 1_000;
export const iri_max_letters = 2_000;
/** Statements of one answer. */
export const page_max = 100;
/** How long a request that stores statements has for its answer. */
export const settle_max_ms = handler_timeout_ms;
