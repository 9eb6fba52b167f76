import type { FastifyRequest } from "fastify";

/** The value of a cookie, or null; also null when it is repeated, because two readers could take different ones. */
export function readCookie(request: FastifyRequest, name: string): string | null {
  const header = request.raw.headers.cookie;
  if (header === undefined) return null;
  const values = header.split(";").flatMap((pair) => {
    const [key, ...value] = pair.split("=");
    return key!.trim() === name ? [value.join("=").trim()] : [];
  });
  return values.length === 1 ? values[0]! : null;
}

/** Cookies of the service: out of reach of scripts and of other sites' changes. Where TLS is spoken, bound to the host. */
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
