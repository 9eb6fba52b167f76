/**
 * The addresses under which tools call this service. Each organisation has its own, so that its tokens are not accepted for
 * another one.
 */
export type Platform = {
  issuer: string;
  authorization_url: string;
  token_url: string;
  jwks_url: string;
};

/** Each tool has one deployment, in its organisation (LTI 1.3 §3.1.3). */
export const deployment_id = "1";

export function platformOf(base_url: string, tenant_code: string): Platform {
  const issuer = `${base_url}/lti/${tenant_code}`;
  return { issuer, authorization_url: `${issuer}/authorize`, token_url: `${issuer}/token`, jwks_url: `${issuer}/jwks` };
}

/** The address of the line item of a resource link (LTI-AGS 2.0 §3.2). Each resource link has exactly one. */
export function lineItemOf({ issuer }: Platform, item_id: string): string {
  return `${issuer}/line-items/${item_id}`;
}

/** The address of the line items of a course. */
export function lineItemsOf({ issuer }: Platform, course_id: string): string {
  return `${issuer}/courses/${course_id}/line-items`;
}
