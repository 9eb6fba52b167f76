const ags = "https://purl.imsglobal.org/spec/lti-ags/scope";

export const read_line_items = `${ags}/lineitem.readonly`;
export const read_results = `${ags}/result.readonly`;
export const write_scores = `${ags}/score`;

/** Tools request this scope to manage line items; they are granted read access instead. */
export const write_line_items = `${ags}/lineitem`;

/** The scopes that a tool can be granted (LTI-AGS 2.0 §3.1). Line items are managed here, so tools can only read them. */
export const grade_scopes: readonly string[] = [read_line_items, read_results, write_scores];
