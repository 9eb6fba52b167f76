const ags = "https://purl.imsglobal.org/spec/lti-ags/scope";

export const read_line_items = `${ags}/lineitem.readonly`;
export const read_results = `${ags}/result.readonly`;
export const write_scores = `${ags}/score`;

/** Asked for by tools that would keep line items: they are granted to read them. */
export const write_line_items = `${ags}/lineitem`;

/** What a tool may be granted (LTI-AGS 2.0 §3.1): line items are ours, and are read only. */
export const grade_scopes: readonly string[] = [read_line_items, read_results, write_scores];
