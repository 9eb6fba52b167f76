/** Where browsers report what the policy refused. */
export const report_path = "/panel/csp-reports";

/** Everything comes from this service; styles that scripts insert carry the nonce of the page. `content_origin`: what frames may show. */
export function policyOf(nonce: string, content_origin: string | null): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    // Videos of courses and their captions.
    "media-src 'self'",
    "connect-src 'self'",
    "font-src 'self'",
    ...(content_origin === null ? [] : [`frame-src ${content_origin}`]),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    // Older browsers know report-uri only.
    `report-uri ${report_path}`,
    "report-to csp",
  ].join("; ");
}

/** The worker of the gate fetches what this service has, and nothing else. */
export const worker_policy = "default-src 'none'; connect-src 'self'";

/** Headers of every page of the panel beside its policy and those of every answer. */
export const page_headers: Readonly<Record<string, string>> = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  // A guard's phone scans badges; no other site may ask through us.
  "permissions-policy": "camera=(self), geolocation=(), microphone=()",
  "reporting-endpoints": `csp="${report_path}"`,
};
