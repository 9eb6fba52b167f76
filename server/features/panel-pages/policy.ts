/** Where browsers send reports of violations of the policy. */
export const report_path = "/panel/csp-reports";

/**
 * All resources come from this service; styles that scripts insert carry the page's nonce. `content_origin`: the origin that
 * frames may show.
 */
export function policyOf(nonce: string, content_origin: string | null): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    // For videos of courses and their captions.
    "media-src 'self'",
    "connect-src 'self'",
    "font-src 'self'",
    ...(content_origin === null ? [] : [`frame-src ${content_origin}`]),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    // Older browsers only support report-uri.
    `report-uri ${report_path}`,
    "report-to csp",
  ].join("; ");
}

/** The gate's worker may only fetch from this service. */
export const worker_policy = "default-src 'none'; connect-src 'self'";

/** Further headers of every page of the panel, besides its policy and the headers of all responses. */
export const page_headers: Readonly<Record<string, string>> = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  // A guard's phone scans badges with the camera; frames of other origins cannot use it.
  "permissions-policy": "camera=(self), geolocation=(), microphone=()",
  "reporting-endpoints": `csp="${report_path}"`,
};
