// The claims of a launch's ID token (LTI 1.3 §5.3 and appendix; LTI-AGS 2.0 §3.1.1): a pure function.
import { deployment_id, lineItemOf, lineItemsOf, type Platform } from "../addresses.ts";
import { grade_scopes } from "../grades/scopes.ts";
import type { Tool } from "../tools/sql.ts";
import type { Launched } from "./sql.ts";
import { targetOf } from "./target.ts";

/** Short, because the tool reads the token at once. */
export const token_lifetime_s = 300;

const lti = "https://purl.imsglobal.org/spec/lti/claim";
const learner_role = "http://purl.imsglobal.org/vocab/lis/v2/membership#Learner";
const course_type = "http://purl.imsglobal.org/vocab/lis/v2/course#CourseOffering";

export type LaunchContext = { platform: Platform; nonce: string; return_url: string; locale: string; version: string };

export function claimsOf(tool: Tool, launched: Launched, { platform, nonce, return_url, locale, version }: LaunchContext) {
  const { now_s, subject, item, course, organisation } = launched;
  return {
    iss: platform.issuer,
    aud: tool.id,
    sub: subject,
    iat: now_s,
    exp: now_s + token_lifetime_s,
    nonce,
    ...personOf(tool, launched.person),
    [`${lti}/message_type`]: "LtiResourceLinkRequest",
    [`${lti}/version`]: "1.3.0",
    [`${lti}/deployment_id`]: deployment_id,
    [`${lti}/target_link_uri`]: targetOf(tool, item),
    [`${lti}/resource_link`]: { id: item.id, title: item.title },
    [`${lti}/roles`]: [learner_role],
    [`${lti}/context`]: { id: course.id, label: course.code, title: course.title, type: [course_type] },
    [`${lti}/launch_presentation`]: { document_target: "window", return_url, locale },
    [`${lti}/tool_platform`]: { guid: platform.issuer, name: organisation, product_family_code: "muster", version },
    ...(item.custom.length === 0
      ? {}
      : { [`${lti}/custom`]: Object.fromEntries(item.custom.map(({ name, value }) => [name, value])) }),
    "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint": {
      scope: grade_scopes,
      lineitem: lineItemOf(platform, item.id),
      lineitems: lineItemsOf(platform, course.id),
    },
  };
}

/** Personal claims, as far as the administrator has allowed them: OpenID Connect Core 1.0 §5.1. */
function personOf({ sends_name, sends_email }: Tool, { first_name, last_name, email }: Launched["person"]) {
  const name = [first_name, last_name].filter((part) => part !== null && part !== "").join(" ");
  return {
    ...(sends_name && name !== "" ? { name, given_name: first_name ?? "", family_name: last_name ?? "" } : {}),
    ...(sends_email && email !== null ? { email } : {}),
  };
}
