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
/** No request that stores statements takes longer. */
export const settle_max_ms = 10_000;
