import { problem } from "../../../platform/http/problem.ts";

export const domainExists = problem("DOMAIN_EXISTS", 409, "Domain exists", {
  cause: "The organisation has this domain in its list.",
  remedy: "Check the one that is there.",
});
export const domainVerifiedElsewhere = problem("DOMAIN_VERIFIED_ELSEWHERE", 409, "Domain verified elsewhere", {
  cause: "Another organisation has proved this domain to be its own, and its record stood when it was last looked for.",
  remedy: "Take the other record out of DNS: three days later the domain is free. Or have the other organisation remove it.",
});
export const tooManyDomains = problem("TOO_MANY_DOMAINS", 409, "Too many domains", {
  cause: "The organisation has as many domains as it can have.",
  remedy: "Remove one that is not needed.",
});
