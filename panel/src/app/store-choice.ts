const age_s = 31_536_000;

/** Stores a choice in a cookie as well, because the server paints the next page before any script runs. */
export function storeChoice(name: "language" | "scheme", value: string): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `muster_${name}=${value}; Path=/panel; Max-Age=${age_s}; SameSite=Lax${secure}`;
}
