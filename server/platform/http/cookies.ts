import type { FastifyRequest } from "fastify";

/** The value of a cookie, or null. A repeated cookie is null too, because two parsers could choose different values. */
export function readCookie(request: FastifyRequest, name: string): string | null {
  const header = request.raw.headers.cookie;
  if (header === undefined) return null;
  const values = header.split(";").flatMap((pair) => {
    const [key, ...value] = pair.split("=");
    return key!.trim() === name ? [value.join("=").trim()] : [];
  });
  return values.length === 1 ? values[0]! : null;
}

/**
 * The name of a cookie of this service. With TLS, the prefix `__Host-` binds the cookie to the host, so that other hosts of the
 * domain cannot set it.
 */
export function cookieName(base_url: string, name: string): string {
  return isSecure(base_url) ? `__Host-${name}` : name;
}

/** A Set-Cookie header; `max_age_s` 0 deletes the cookie. */
export function setCookie(base_url: string, name: string, value: string, max_age_s: number): string {
  const secure = isSecure(base_url) ? "; Secure" : "";
  return `${cookieName(base_url, name)}=${value}; Path=/; Max-Age=${max_age_s}; HttpOnly; SameSite=Lax${secure}`;
}

function isSecure(base_url: string): boolean {
  return base_url.startsWith("https:");
}
